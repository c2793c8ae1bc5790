// Price with trades, equity against buy-and-hold, and drawdown: three panes on one time scale.
"use strict";

const DAY = 86400;

class PriceChart {
  constructor(place, data, words) {
    this.data = data;
    this.words = words;
    this.lines = []; // [series, colour, alpha] to paint anew with the theme
    this.chart = LightweightCharts.createChart(place, { autoSize: true, layout: { attributionLogo: false } });
    this.fill();
    this.paint();
    chartTheme.onChange(() => this.paint());
    this.chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.trades.draw());
    this.show("all");
  }

  fill() {
    const { data } = this;
    const prices = data.time.map((time, i) => ({
      time, open: data.open[i], high: data.high[i], low: data.low[i], close: data.close[i],
    }));
    const beyond = this.beyond();
    data.last = data.time.length + beyond.length - 1;
    const format = (formatter) => ({ priceFormat: { type: "custom", minMove: 1e-9, formatter } });
    const quiet = { priceLineVisible: false, lastValueVisible: false, crosshairMarkerRadius: 3 };
    this.price = this.chart.addSeries(
      LightweightCharts.CandlestickSeries, { ...quiet, ...format(chartTheme.price) }, 0);
    this.price.setData([...prices, ...beyond]);
    const trail = this.chart.addSeries(
      LightweightCharts.LineSeries,
      { ...quiet, ...format(chartTheme.price), lineWidth: 2, crosshairMarkerVisible: false }, 0);
    this.trades = new TradeMarks(this.chart, this.price, trail, data);
    for (const s of data.segments.filter((one) => !one.sealed)) {
      this.curve(s, "hold", 1, "--held", { ...quiet, ...format((v) => chartTheme.number(v, 0)), lineStyle: 2 });
      this.curve(s, "equity", 1, "--own", { ...quiet, ...format((v) => chartTheme.number(v, 0)) });
      this.curve(s, "hold_drawdown", 2, "--held", { ...quiet, ...format(chartTheme.percent), lineStyle: 2 });
      this.area(s, { ...quiet, ...format(chartTheme.percent) });
    }
    const [top, ...below] = this.chart.panes();
    top.setStretchFactor(5);
    below.forEach((pane, i) => pane.setStretchFactor([3, 2][i]));
    this.chart.panes().forEach((pane, i) => pane.attachPrimitive(new Boundaries(data, i === 0)));
  }

  // Times for the sealed bars, so many as there are, at even distances: only the calendar is known.
  beyond() {
    const { data } = this;
    const sealed = data.segments.find((one) => one.sealed);
    if (!sealed) return [];
    const from = data.time.at(-1);
    const until = Date.parse(`${sealed.until}T00:00Z`) / 1000 + (data.daily ? 0 : DAY);
    const count = Math.max(1, Math.round((sealed.bars * data.points) / data.bars));
    const found = new Set();
    for (let i = 1; i <= count; i++) {
      const time = from + ((until - from) * i) / count;
      found.add(data.daily ? Math.round(time / DAY) * DAY : Math.round(time));
    }
    return [...found].filter((time) => time > from).map((time) => ({ time }));
  }

  points(segment, name) {
    return segment[name].map((value, i) => ({ time: this.data.time[segment.from + i], value }));
  }

  curve(segment, name, pane, colour, options) {
    const series = this.chart.addSeries(LightweightCharts.LineSeries, { ...options, lineWidth: 2 }, pane);
    series.setData(this.points(segment, name));
    this.lines.push([series, colour]);
  }

  area(segment, options) {
    const series = this.chart.addSeries(
      LightweightCharts.BaselineSeries,
      { ...options, baseValue: { type: "price", price: 0 }, lineWidth: 1 }, 2);
    series.setData(this.points(segment, "drawdown"));
    this.lines.push([series, "--bad", true]);
  }

  // All colours, from the page's as they are now.
  paint() {
    const { color } = chartTheme;
    const lines = { color: color("--line", 0.7) };
    this.chart.applyOptions({
      layout: {
        background: { color: color("--card") }, textColor: color("--soft"), attributionLogo: false,
        fontFamily: "system-ui, sans-serif", panes: { separatorColor: color("--line") },
      },
      grid: { vertLines: lines, horzLines: lines },
      rightPriceScale: { borderColor: color("--line") },
      timeScale: { borderColor: color("--line"), timeVisible: !this.data.daily, minBarSpacing: 0.05 },
      crosshair: {
        mode: LightweightCharts.CrosshairMode.Normal,
        vertLine: { labelBackgroundColor: color("--field") }, horzLine: { labelBackgroundColor: color("--field") },
      },
      localization: { locale: chartTheme.language, timeFormatter: (t) => chartTheme.time(t, this.data.daily) },
    });
    const [up, down] = [color("--good"), color("--bad")];
    this.price.applyOptions({
      upColor: up, downColor: down, wickUpColor: up, wickDownColor: down, borderVisible: false,
    });
    for (const [series, name, area] of this.lines) {
      const own = color(name);
      series.applyOptions(area
        ? { topLineColor: own, bottomLineColor: own, topFillColor1: color(name, 0), topFillColor2: color(name, 0),
            bottomFillColor1: color(name, 0.08), bottomFillColor2: color(name, 0.35) }
        : { color: own });
    }
    this.trades.draw();
  }

  // Make one trade stand out; `reach` brings it into view.
  single(i, reach = false) {
    this.trades.single(i);
    const { entry, exit } = this.data.trades;
    if (reach && i !== null) this.reach(entry[i], exit[i]);
  }

  // Scroll so that a stretch of time is in view, as near as it was looked at before.
  reach(from, to) {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    const [a, b] = [this.trades.indexOf(from), this.trades.indexOf(to)];
    if (!range || (a >= range.from && b <= range.to)) return;
    const half = Math.max((range.to - range.from) / 2, (b - a) / 2 + 5);
    const middle = Math.min(Math.max((a + b) / 2, half - 0.5), Math.max(this.data.last + 0.5 - half, half - 0.5));
    scale.setVisibleLogicalRange({ from: middle - half, to: middle + half });
  }

  // All of it, or one segment.
  show(name) {
    const scale = this.chart.timeScale();
    const segment = this.data.segments.find((one) => one.name === name);
    if (!segment) return scale.setVisibleLogicalRange({ from: -0.5, to: this.data.last + 0.5 });
    scale.setVisibleLogicalRange({ from: segment.from - 0.5, to: segment.to - 0.5 });
  }

  // Equal steps for equal percentages, or for equal amounts; drawdown keeps its own.
  logarithmic(on) {
    const { Logarithmic, Normal } = LightweightCharts.PriceScaleMode;
    for (const pane of [0, 1].slice(0, this.chart.panes().length)) {
      this.chart.priceScale("right", pane).applyOptions({ mode: on ? Logarithmic : Normal });
    }
  }

  // The crosshair on a point, as the arrow keys move it.
  point(index) {
    const time = this.data.time[index];
    this.chart.setCrosshairPosition(this.data.close[index], time, this.price);
    this.reach(time, time);
  }

  // What a pointer does: where the keys put the crosshair is known to the bar already.
  onCrosshair(act) {
    this.chart.subscribeCrosshairMove(({ time, sourceEvent }) => {
      if (sourceEvent || time === undefined) act(time ?? null);
    });
  }
}
