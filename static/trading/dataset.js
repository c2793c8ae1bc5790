// The price chart of a dataset: candles and volume before the holdout, and where that lies.
"use strict";

function pricer(language) {
  return new Intl.NumberFormat(language, { minimumSignificantDigits: 4, maximumSignificantDigits: 6 });
}

function options(daily, language) {
  const line = { color: faint("--line", 0.6) };
  return {
    autoSize: true,
    layout: {
      background: { color: colour("--card") }, textColor: colour("--soft"), attributionLogo: false,
      panes: { separatorColor: colour("--line"), enableResize: false },
    },
    grid: { vertLines: line, horzLines: line },
    rightPriceScale: { borderColor: colour("--line") },
    timeScale: { borderColor: colour("--line"), timeVisible: !daily, minBarSpacing: 0.05 },
    localization: { locale: language, priceFormatter: pricer(language).format },
    handleScroll: { mouseWheel: false },
    handleScale: { mouseWheel: false },
  };
}

function readout(box, data, language, daily) {
  const line = box.querySelector(".readout");
  const names = JSON.parse(box.dataset.names); // open, high, low, close, volume in words
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 6 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: daily ? undefined : "short", timeZone: "UTC" });
  const at = new Map(data.time.map((time, i) => [time, i]));
  const suffix = data.every > 1 ? ` · ${data.every} ${box.dataset.every}` : "";
  return (time) => {
    const i = at.get(time);
    if (i === undefined) { line.textContent = suffix || " "; return; }
    const told = ["open", "high", "low", "close", "volume"].filter((name) => data[name]).map((name, n) => `${names[n]} ${number.format(data[name][i])}`);
    line.textContent = `${date.format(time * 1000)} · ${told.join("  ")}${suffix}`;
  };
}

function drawn(box, data) {
  const { createChart, CandlestickSeries, HistogramSeries, LineSeries } = LightweightCharts;
  const language = document.documentElement.lang;
  const daily = data.time.every((time) => time % 86400 === 0);
  const chart = createChart(box.querySelector(".canvas"), options(daily, language));
  const candles = chart.addSeries(CandlestickSeries, { priceLineVisible: false, lastValueVisible: false });
  candles.setData(data.time.map((time, i) => ({
    time, open: data.open[i], high: data.high[i], low: data.low[i], close: data.close[i],
  })));
  let volume = null;
  if (data.volume) {
    volume = chart.addSeries(HistogramSeries, { priceFormat: { type: "volume" }, priceLineVisible: false, lastValueVisible: false }, 1);
    volume.setData(data.time.map((time, i) => ({ time, value: data.volume[i] })));
    chart.panes()[0].setStretchFactor(4);
    chart.panes()[1].setStretchFactor(1);
  }
  const [, validation, sealed] = data.segments;
  const dark = sealedTimes(sealed, data.every);
  chart.addSeries(LineSeries, { priceLineVisible: false, lastValueVisible: false }).setData(dark.map((time) => ({ time })));
  const bands = [
    { from: data.time.find((time) => time >= validation.from) ?? data.time.at(-1), to: data.time.at(-1), label: box.dataset.validation },
    { from: dark[0], to: dark.at(-1), label: box.dataset.sealed, hatched: true },
  ];
  for (const [i, pane] of chart.panes().entries()) pane.attachPrimitive(new Bands(chart, bands, i === 0));
  const tell = readout(box, data, language, daily);
  chart.subscribeCrosshairMove((event) => tell(event.time));
  tell(null);
  const paint = () => {
    chart.applyOptions(options(daily, language));
    // Hollow when it rose, full when it fell: told without colours, too.
    candles.applyOptions({
      upColor: colour("--card"), borderUpColor: colour("--good"), wickUpColor: colour("--good"),
      downColor: colour("--bad"), borderDownColor: colour("--bad"), wickDownColor: colour("--bad"),
    });
    volume?.applyOptions({ color: faint("--info", 0.5) });
    Object.assign(bands[0], { fill: faint("--info", 0.1), ink: colour("--soft") });
    Object.assign(bands[1], { fill: "#101416", ink: "#e6e8e7" });
  };
  paint();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  const scale = box.querySelector("[data-log]");
  const rescale = () => candles.priceScale().applyOptions({ mode: scale.checked ? 1 : 0 });
  scale.checked = Math.max(...data.high) > 8 * Math.min(...data.low);
  scale.addEventListener("change", rescale);
  rescale();
  // All of it, the sealed part as well: fitContent would leave that out.
  const whole = () => chart.timeScale().setVisibleLogicalRange({ from: -0.5, to: data.time.length + dark.length - 0.5 });
  box.querySelector("[data-whole]").addEventListener("click", whole);
  whole();
}

async function show(box) {
  box.hidden = false;
  try {
    const answer = await fetch(box.dataset.prices);
    if (!answer.ok) throw new Error(answer.status);
    drawn(box, await answer.json());
  } catch (error) {
    box.querySelector(".canvas").remove();
    box.querySelector(".readout").textContent = box.dataset.failed;
    box.querySelector(".readout").removeAttribute("aria-hidden");
    throw error;
  }
}

for (const box of document.querySelectorAll("[data-prices]")) show(box);
