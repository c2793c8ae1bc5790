// Price with trades, equity against buy-and-hold, and drawdown: three panes on one time scale.
"use strict";

const DAY = 86400;
const MANY = 200; // trades in view beyond which only entries are marked
const TOO_MANY = 600; // and beyond which none: they would hide the price

// Where segments begin, and the part that is sealed, drawn behind a pane.
class Boundaries {
  constructor(data, named) {
    this.data = data;
    this.named = named; // the pane that says the segments' names
    this.view = { zOrder: () => "bottom", renderer: () => ({ draw: (target) => this.draw(target) }) };
  }
  attached({ chart, requestUpdate }) {
    this.chart = chart;
    this.update = requestUpdate;
  }
  paneViews() {
    return [this.view];
  }
  draw(target) {
    target.useBitmapCoordinateSpace((scope) => {
      const { context: c, bitmapSize: size, horizontalPixelRatio: h, verticalPixelRatio: v } = scope;
      for (const segment of this.data.segments) {
        const [at, to] = [this.before(segment.from), this.before(segment.sealed ? this.data.last + 1 : segment.to)];
        if (segment.sealed) this.seal(c, at * h, (to - at) * h, size.height, h);
        if (segment.from > 0) this.line(c, Math.round(at * h), size.height, h);
        if (this.named) this.name(c, segment, Math.max(at, 0), to, h, v);
      }
    });
  }
  // The coordinate halfway between a bar and the one before it.
  before(index) {
    const scale = this.chart.timeScale();
    return (scale.logicalToCoordinate(index) + scale.logicalToCoordinate(index - 1)) / 2;
  }
  seal(c, x, width, height, ratio) {
    c.fillStyle = chartTheme.color("--dark");
    c.fillRect(x, 0, width, height);
    c.save();
    c.beginPath();
    c.rect(x, 0, width, height);
    c.clip();
    c.strokeStyle = chartTheme.color("--on-dark", 0.13);
    c.lineWidth = ratio;
    for (let from = x - height; from < x + width; from += 14 * ratio) {
      c.beginPath();
      c.moveTo(from, height);
      c.lineTo(from + height, 0);
      c.stroke();
    }
    c.restore();
  }
  line(c, x, height, ratio) {
    c.strokeStyle = chartTheme.color("--field");
    c.lineWidth = ratio;
    c.setLineDash([5 * ratio, 4 * ratio]);
    c.beginPath();
    c.moveTo(x + 0.5, 0);
    c.lineTo(x + 0.5, height);
    c.stroke();
    c.setLineDash([]);
  }
  name(c, segment, from, to, h, v) {
    c.font = `600 ${12 * v}px system-ui, sans-serif`;
    c.fillStyle = chartTheme.color(segment.sealed ? "--on-dark" : "--soft");
    if (c.measureText(segment.word).width + 16 * h < (to - from) * h) c.fillText(segment.word, from * h + 8 * h, 18 * v);
  }
}

class PriceChart {
  constructor(place, data, words) {
    this.data = data;
    this.words = words;
    this.hot = null;
    this.lines = []; // [series, colour, alpha] to paint anew with the theme
    this.chart = LightweightCharts.createChart(place, { autoSize: true, layout: { attributionLogo: false } });
    this.fill();
    this.paint();
    chartTheme.onChange(() => this.paint());
    this.chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.mark());
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
    this.markers = LightweightCharts.createSeriesMarkers(this.price, []);
    this.trail = this.chart.addSeries(
      LightweightCharts.LineSeries,
      { ...quiet, ...format(chartTheme.price), lineWidth: 2, crosshairMarkerVisible: false }, 0);
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
      crosshair: { mode: LightweightCharts.CrosshairMode.Normal },
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
    this.mark();
  }

  // Entries as arrows, exits as dots; with very many in view the entries alone, then none.
  mark() {
    const { trades, time } = this.data;
    const range = this.chart.timeScale().getVisibleLogicalRange();
    const first = time[Math.max(0, Math.floor(range?.from ?? 0))] ?? time.at(-1);
    const last = time[Math.min(time.length - 1, Math.ceil(range?.to ?? time.length))] ?? time.at(-1);
    const seen = trades.number.map((_, i) => i).filter((i) => trades.exit[i] >= first && trades.entry[i] <= last);
    const shown = seen.length > TOO_MANY ? seen.filter((i) => i === this.hot) : seen;
    const marks = shown.flatMap((i) => this.marksOf(i, seen.length > MANY));
    this.onMarked?.(shown.length < seen.length ? seen.length : 0);
    this.markers.setMarkers(marks.sort((a, b) => a.time - b.time));
  }

  marksOf(i, crowded) {
    const { trades } = this.data;
    const long = trades.side[i] === "long";
    const hot = this.hot === i;
    const color = chartTheme.color(trades.pnl[i] > 0 ? "--good" : "--bad");
    const size = hot ? 2 : crowded ? 0.4 : 0.9;
    const entry = {
      time: this.snapped(trades.entry[i]), shape: long ? "arrowUp" : "arrowDown",
      position: long ? "belowBar" : "aboveBar", color, size,
      text: hot ? `№ ${trades.number[i]}` : "",
    };
    if (crowded && !hot) return [entry];
    const exit = {
      time: this.snapped(trades.exit[i]), shape: "circle", position: long ? "aboveBar" : "belowBar", color,
      size: size * 0.8, text: hot ? chartTheme.percent(trades.return[i]) : "",
    };
    return [entry, exit];
  }

  // The point drawn at or after a time: of a thinned series not every bar is.
  snapped(time) {
    return this.data.time[this.indexOf(time)];
  }

  indexOf(time) {
    let [low, high] = [0, this.data.time.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.data.time[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // The trade open at a time, the last one entered of several.
  tradeAt(time) {
    const { trades } = this.data;
    for (let i = trades.number.length - 1; i >= 0; i--) {
      if (trades.entry[i] <= time && time <= trades.exit[i]) return i;
    }
    return null;
  }

  // Make one trade stand out: a line from its entry to its exit. `reach` brings it into view.
  single(i, reach = false) {
    if (this.hot !== i) {
      this.hot = i;
      const { trades } = this.data;
      const from = i === null ? 0 : this.snapped(trades.entry[i]);
      const to = i === null ? 0 : this.snapped(trades.exit[i]);
      const ends = i === null ? [] : [
        { time: from, value: trades.entry_price[i] },
        ...(to > from ? [{ time: to, value: trades.exit_price[i] }] : []),
      ];
      if (i !== null) this.trail.applyOptions({ color: chartTheme.color(trades.pnl[i] > 0 ? "--good" : "--bad") });
      this.trail.setData(ends);
      this.mark();
    }
    if (reach && i !== null) this.reach(this.data.trades.entry[i], this.data.trades.exit[i]);
  }

  // Scroll so that a stretch of time is in view, as near as it was looked at before.
  reach(from, to) {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    const [a, b] = [this.indexOf(from), this.indexOf(to)];
    if (!range || (a >= range.from && b <= range.to)) return;
    const half = Math.max((range.to - range.from) / 2, (b - a) / 2 + 5);
    scale.setVisibleLogicalRange({ from: (a + b) / 2 - half, to: (a + b) / 2 + half });
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

  onCrosshair(act) {
    this.chart.subscribeCrosshairMove((event) => act(event.time ?? null));
  }
}
