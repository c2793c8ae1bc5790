// A variant's page: the chart, what is under the crosshair, rows of trades.
"use strict";

const byId = (id) => document.getElementById(id);

// What is under the crosshair, as text.
function readout(data, words, time) {
  const index = data.time.indexOf(time);
  const parts = [["", chartTheme.time(time, data.daily)]];
  const sealed = data.segments.find((one) => one.sealed);
  if (index < 0) return [...parts, ["", sealed ? words.sealed : ""]];
  const { price, number, percent } = chartTheme;
  for (const [name, column] of [["O", "open"], ["H", "high"], ["L", "low"], ["C", "close"]]) {
    parts.push([name, price(data[column][index])]);
  }
  const segment = data.segments.find((one) => !one.sealed && one.from <= index && index < one.to);
  if (!segment) return parts;
  const at = index - segment.from;
  return [
    ...parts, ["", segment.word],
    [words.equity, number(segment.equity[at])], [words.hold, number(segment.hold[at])],
    [words.drawdown, percent(segment.drawdown[at])],
  ];
}

function tradeText(data, words, i) {
  const { trades } = data;
  const said = `${words[trades.side[i]]}, ${chartTheme.percent(trades.return[i])}, ${trades.reason[i]}`;
  return [`${words.trade} ${trades.number[i]}`, said];
}

function write(place, parts) {
  place.replaceChildren(...parts.map(([name, said]) => {
    const one = document.createElement("span");
    if (name) {
      const label = document.createElement("span");
      label.className = "soft";
      label.textContent = `${name} `;
      one.append(label);
    }
    const value = document.createElement("b");
    value.textContent = said;
    one.append(value);
    return one;
  }));
}

class Page {
  constructor(data, words) {
    this.data = data;
    this.words = words;
    this.index = data.time.length - 1;
    byId("chart").hidden = byId("readout").hidden = byId("chart-acts").hidden = false;
    this.chart = new PriceChart(byId("chart"), data, words);
    this.rows = new Map([...document.querySelectorAll("[data-trade]")].map((row) => [Number(row.dataset.trade), row]));
    this.tell(data.time.at(-1));
    this.chart.onCrosshair((time) => this.over(time));
    this.listen();
    this.chart.trades.onDrawn = (hidden) => this.say(hidden);
    this.chart.trades.draw();
  }

  // What the chart leaves out: bars of a thinned series, marks of very many trades.
  say(hidden) {
    const { points, bars } = this.data;
    const numbers = { points, bars, trades: hidden };
    const filled = (text) =>
      text.replace(/%\((\w+)\)s/g, (_, name) => chartTheme.number(numbers[name], 0));
    const said = [points < bars ? filled(this.words.thinned) : "", hidden ? filled(this.words.crowded) : ""];
    byId("chart-said").textContent = said.join(" ").trim();
  }

  // The crosshair is at a time: say what is there, show the row of its trade.
  over(time) {
    if (time === null) return this.light(null);
    const at = this.data.time.indexOf(time);
    if (at >= 0) this.index = at;
    const trade = at < 0 ? null : this.chart.trades.at(time);
    this.tell(time, trade);
    this.chart.single(trade);
    this.light(trade, true);
  }

  tell(time, trade = this.chart.trades.at(time)) {
    const parts = readout(this.data, this.words, time);
    if (trade !== null) parts.push(tradeText(this.data, this.words, trade));
    write(byId("readout"), parts);
  }

  // Light up a trade's row; `reach` scrolls its own box to it, never the page.
  light(trade, reach = false) {
    this.lit?.classList.remove("hot");
    const row = trade === null ? null : this.rows.get(this.data.trades.number[trade]);
    this.lit = row;
    row?.classList.add("hot");
    const box = byId("trade-rows");
    if (!row || !reach || !box) return;
    const [above, below] = [row.offsetTop - 40, row.offsetTop + row.offsetHeight - box.clientHeight];
    if (box.scrollTop > above) box.scrollTop = above;
    else if (box.scrollTop < below) box.scrollTop = below;
  }

  // A row is pointed at: the chart shows its trade.
  pick(row) {
    const trade = this.data.trades.number.indexOf(Number(row.dataset.trade));
    if (trade < 0) return;
    this.chart.single(trade, true);
    this.tell(this.chart.trades.snapped(this.data.trades.entry[trade]), trade);
    this.light(trade);
  }

  listen() {
    for (const row of this.rows.values()) {
      row.tabIndex = -1;
      row.addEventListener("mouseenter", () => this.pick(row));
      row.addEventListener("focus", () => this.pick(row));
      row.addEventListener("click", () => byId("chart").scrollIntoView({ block: "nearest" }));
    }
    byId("trade-rows")?.addEventListener("keydown", (event) => this.walk(event));
    byId("chart-acts").addEventListener("click", ({ target }) => {
      if (target.dataset.show) this.chart.show(target.dataset.show);
      if (target.id === "logarithmic") this.logarithmic(target.getAttribute("aria-pressed") !== "true");
    });
    this.logarithmic(this.data.segments.every((one) => one.sealed || Math.min(...one.equity) > 0));
    byId("chart").addEventListener("keydown", (event) => this.move(event));
  }

  logarithmic(on) {
    byId("logarithmic").setAttribute("aria-pressed", String(on));
    this.chart.logarithmic(on);
  }

  // Up and down the rows of trades.
  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const rows = [...this.rows.values()];
    const at = rows.indexOf(document.activeElement);
    rows[Math.max(0, Math.min(rows.length - 1, at + step))].focus({ preventScroll: false });
  }

  // Left and right through the bars, twenty at once with shift; home and end.
  move(event) {
    const last = this.data.time.length - 1;
    const step = event.shiftKey ? 20 : 1;
    const to = { ArrowLeft: this.index - step, ArrowRight: this.index + step, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.index = Math.max(0, Math.min(last, to));
    this.chart.point(this.index);
    this.over(this.data.time[this.index]);
  }
}

async function draw(place) {
  const words = JSON.parse(byId("chart-words").textContent);
  try {
    const answer = await fetch(place.dataset.series, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`${answer.status}`);
    new Page(await answer.json(), words);
  } catch (error) {
    place.hidden = true;
    byId("chart-said").textContent = words.failed;
    console.warn(error);
  }
}

// Drawn when it is first looked at: a chart that is hidden has no width.
const fold = byId("prices");
if (fold?.open) draw(byId("chart"));
else fold?.addEventListener("toggle", () => draw(byId("chart")), { once: true });
