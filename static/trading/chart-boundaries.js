// Where segments begin, and the part that is sealed, drawn behind a pane.
"use strict";

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
