// Lines of several variants or developments over one another.
"use strict";

const DASHES = { A: [], B: [8, 4], C: [2, 3], D: [10, 3, 2, 3] };
const COLOURS = { A: "--line-a", B: "--line-b", C: "--line-c", D: "--line-d" };
const BORDERS = { A: "solid", B: "dashed", C: "dotted", D: "double" };
const HEIGHT = 340;
const LEGEND = { markers: { width: 3, dash: (u, i) => BORDERS[u.series[i].letter] } };

function axis(more) {
  const { color } = chartTheme;
  return {
    stroke: color("--soft"), grid: { stroke: color("--line"), width: 1 }, ticks: { stroke: color("--line") },
    font: "12px system-ui, sans-serif", ...more,
  };
}

function line(one, value) {
  return {
    letter: one.letter, label: `${one.letter} ${one.name}`, stroke: chartTheme.color(COLOURS[one.letter]), width: 2, paths: broken,
    dash: DASHES[one.letter], value: (_, v) => (v === null || v === undefined ? "–" : value(v)),
  };
}

// A line that stops at a null, however near the next value is; what is undefined is no gap.
function broken(u, series, from, to) {
  const stroke = new Path2D();
  const values = u.data[series];
  let drawing = false;
  for (let i = from; i <= to; i++) {
    if (values[i] === undefined) continue;
    if (values[i] === null) {
      drawing = false;
      continue;
    }
    const [x, y] = [u.valToPos(u.data[0][i], "x", true), u.valToPos(values[i], u.series[series].scale, true)];
    if (drawing) stroke.lineTo(x, y);
    else stroke.moveTo(x, y);
    drawing = true;
  }
  return { stroke, fill: null, clip: null };
}

// One drawing, made anew when the theme changes and as wide as its place.
function show(place, make, data) {
  place.hidden = false;
  let plot = null;
  const draw = () => {
    plot?.destroy();
    plot = new uPlot({ width: place.clientWidth, height: HEIGHT, legend: LEGEND, ...make() }, data, place);
  };
  draw();
  chartTheme.onChange(draw);
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT })).observe(place);
}

function lettersOf(place) {
  return [...place.querySelectorAll("[data-letter]")].map((mark) => ({ ...mark.dataset }));
}

// A variant's equity, each segment from 100; a gap parts one segment from the next.
function growth(data) {
  const times = [];
  const values = [];
  for (const segment of data.segments.filter((one) => !one.sealed)) {
    if (times.length) {
      times.push(times.at(-1) + 1);
      values.push(null);
    }
    segment.equity.forEach((worth, i) => {
      times.push(data.time[segment.from + i]);
      values.push((100 * worth) / data.cash);
    });
  }
  return [times, values];
}

// A logarithmic axis that ends near the lines, not at the next power of ten.
function around(_, least, most) {
  return least === null ? [10, 1000] : [least / 1.1, most * 1.1];
}

// 1, 2 and 5 times the powers of ten between the ends of that axis.
function marks(_, axis, least, most) {
  const found = [];
  for (let power = 10 ** Math.floor(Math.log10(least)); power <= most; power *= 10) {
    found.push(...[1, 2, 5].map((n) => n * power).filter((v) => v >= least && v <= most));
  }
  return found;
}

async function overlay(place) {
  const words = JSON.parse(document.getElementById("chart-words").textContent);
  const said = document.getElementById("overlay-said");
  const letters = lettersOf(place);
  const answers = await Promise.all(letters.map(async (one) => {
    const answer = await fetch(one.series, { headers: { Accept: "application/json" } });
    return answer.ok ? { one, data: await answer.json() } : null;
  }));
  const found = answers.filter(Boolean);
  if (!found.length) {
    said.textContent = words.failed;
    return;
  }
  const daily = found.every(({ data }) => data.daily);
  const log = found.every(({ data }) => data.segments.every((s) => s.sealed || Math.min(...s.equity) > 0));
  const joined = uPlot.join(found.map(({ data }) => growth(data)));
  show(place, () => ({
    scales: { x: { time: true }, y: log ? { distr: 3, log: 10, range: around } : {} },
    tzDate: (seconds) => uPlot.tzDate(new Date(1000 * seconds), "Etc/UTC"),
    series: [
      { label: words.date, value: (_, v) => (v === null || v === undefined ? "–" : chartTheme.time(Math.floor(v), daily)) },
      ...found.map(({ one }) => line(one, (v) => chartTheme.number(v, 1))),
    ],
    axes: [axis({ space: 90, values: (_, all) => all.map(month) }), axis({
      size: 60, ...(log ? { splits: marks, filter: (_, all) => all } : {}),
      values: (_, all) => all.map((v) => (v === null ? "" : chartTheme.number(v, 0))),
    })],
  }), joined);
  const thinned = found.filter(({ data }) => data.points < data.bars);
  said.textContent = thinned.map(({ one, data }) => `${one.letter}: ${filled(words.thinned, data)}`).join(" ");
}

const MONTH = new Intl.DateTimeFormat(chartTheme.language, { year: "numeric", month: "short", timeZone: "UTC" });
const month = (seconds) => MONTH.format(new Date(1000 * seconds));

function filled(text, data) {
  return text.replace(/%\((\w+)\)s/g, (_, name) => chartTheme.number(data[name], 0));
}

function trajectory(place) {
  const { rounds, scores } = JSON.parse(document.getElementById("scores").textContent);
  const letters = lettersOf(place);
  show(place, () => ({
    scales: { x: { time: false }, y: { range: [0, 1] } },
    series: [
      { label: place.dataset.label, value: (_, v) => (v === null || v === undefined ? "–" : chartTheme.number(v, 0)) },
      ...letters.map((one) => ({ ...line(one, (v) => chartTheme.number(v)), points: { show: true, size: 7 } })),
    ],
    axes: [
      axis({ incrs: [1, 2, 5, 10, 20] }),
      axis({ values: (_, all) => all.map((v) => chartTheme.number(v, 1)) }),
    ],
  }), [rounds, ...scores]);
}

const equityPlace = document.getElementById("overlay");
const scorePlace = document.getElementById("trajectory");
if (equityPlace) overlay(equityPlace);
if (scorePlace) trajectory(scorePlace);
