import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import "./depth-plot.css";
import { readColours, watchColours, type ChartColours } from "./chart-colours.ts";

export interface DepthData {
  /** Prices, rising. */
  x: readonly number[];
  /** Sums from the best price outwards; null on the other side. */
  bids: readonly (number | null)[];
  asks: readonly (number | null)[];
}

export interface DepthPlotOptions {
  formatPrice: (price: number) => string;
  formatSize: (size: number) => string;
  /** The level under the crosshair, as its place in `x`; null when there is none. */
  onPoint: (at: number | null) => void;
}

const sizeAxisPx = 52;
const priceAxisPx = 24;
const fontPx = 11;

/** Two stepped slopes that meet at the middle: what is on offer up to each price. uPlot draws, this steers it. */
export class DepthPlot {
  readonly #host: HTMLElement;
  readonly #options: DepthPlotOptions;
  readonly #plot: uPlot;
  readonly #stops: (() => void)[];
  #colours: ChartColours;
  #data: DepthData = { x: [], bids: [], asks: [] };
  #at: number | null = null;
  /** Where the reader pointed to; the book moves on under it. */
  #price: number | undefined;
  #renewing = false;

  constructor(host: HTMLElement, options: DepthPlotOptions) {
    this.#host = host;
    this.#options = options;
    this.#colours = readColours(host);
    this.#plot = new uPlot(this.#uplotOptions(), [[], [], []], host);
    const size = new ResizeObserver(() => this.#plot.setSize(this.#size()));
    size.observe(host);
    const pointers = new AbortController();
    const { signal } = pointers;
    // uPlot listens to mice alone, and takes the one that a tap feigns for one that left.
    const point = (event: PointerEvent) =>
      event.pointerType !== "mouse" && this.#pointTo(event.clientX);
    for (const type of ["pointerdown", "pointermove"] as const)
      this.#plot.over.addEventListener(type, point, { signal });
    this.#plot.over.addEventListener(
      "pointerleave",
      (event) => event.pointerType === "mouse" && this.point(null),
      { signal },
    );
    this.#stops = [
      () => size.disconnect(),
      () => pointers.abort(),
      watchColours(() => {
        this.#colours = readColours(host);
        this.#plot.redraw();
      }),
    ];
  }

  /** Draws another state of the book; the crosshair stays at its price. */
  show(data: DepthData): void {
    this.#data = data;
    this.#renewing = true;
    this.#plot.setData([[...data.x], [...data.bids], [...data.asks]]);
    // uPlot finds its new scales in a task of its own, and places by the old ones until then.
    queueMicrotask(() => {
      if (this.#price !== undefined && data.x.length > 0)
        this.point(this.#plot.valToIdx(this.#price));
      this.#renewing = false;
    });
  }

  /** Sets the crosshair on a level, or takes it away. */
  point(at: number | null): void {
    const price = at === null ? undefined : this.#data.x[at];
    this.#plot.setCursor(
      price === undefined
        ? { left: -10, top: -10 }
        : { left: this.#plot.valToPos(price, "x"), top: 0 },
    );
  }

  destroy(): void {
    this.#stops.forEach((stop) => stop());
    this.#plot.destroy();
  }

  #pointTo(clientX: number): void {
    this.#plot.setCursor({ left: clientX - this.#plot.over.getBoundingClientRect().left, top: 0 });
  }

  #size(): { width: number; height: number } {
    return {
      width: Math.max(1, this.#host.clientWidth),
      height: Math.max(1, this.#host.clientHeight),
    };
  }

  /** Both sides reach as far from the middle as the longer one. */
  #priceRange(): [number, number] {
    const { x, bids } = this.#data;
    const [first, last] = [x[0], x.at(-1)];
    if (first === undefined || last === undefined) return [0, 1];
    const bidCount = bids.filter((size) => size !== null).length;
    const middle =
      ((x[Math.max(0, bidCount - 1)] ?? first) + (x[Math.min(bidCount, x.length - 1)] ?? last)) / 2;
    const reach = Math.max(middle - first, last - middle) || middle / 1000;
    return [middle - reach, middle + reach];
  }

  #highest(): number {
    return Math.max(0, ...[...this.#data.bids, ...this.#data.asks].map((size) => size ?? 0));
  }

  #uplotOptions(): uPlot.Options {
    const axis: uPlot.Axis = {
      stroke: () => this.#colours.text,
      font: `${fontPx}px ${this.#colours.font}`,
      grid: { stroke: () => this.#colours.hairline, width: 1 },
      ticks: { show: false },
      border: { show: false },
    };
    const slope = (colour: "up" | "down", align: 1 | -1): uPlot.Series => {
      const paths = uPlot.paths.stepped?.({ align });
      return {
        stroke: () => this.#colours[colour],
        fill: () => faint(this.#colours[colour]),
        width: 1.5,
        points: { show: false },
        ...(paths && { paths }),
      };
    };
    return {
      ...this.#size(),
      padding: [8, 0, 0, 12],
      legend: { show: false },
      cursor: {
        y: false,
        drag: { setScale: false, x: false, y: false },
        // From level to level: between them there is nothing to read.
        move: (plot, left, top) =>
          left < 0 || this.#data.x.length === 0
            ? [left, top]
            : [plot.valToPos(this.#data.x[plot.posToIdx(left)] ?? 0, "x"), top],
        points: { size: 7 },
        bind: { mouseleave: () => null },
      },
      scales: {
        x: { time: false, range: () => this.#priceRange() },
        y: { range: () => [0, this.#highest() * 1.06 || 1] },
      },
      axes: [
        {
          ...axis,
          size: priceAxisPx,
          space: 90,
          grid: { show: false },
          values: (_plot, splits) => splits.map((price) => this.#options.formatPrice(price)),
        },
        {
          ...axis,
          side: 1,
          size: sizeAxisPx,
          gap: 4,
          values: (_plot, splits) =>
            splits.map((size) => (size === 0 ? "" : this.#options.formatSize(size))),
        },
      ],
      // A bid's sum holds for lower prices down to the next bid's, an ask's for higher ones up to the next.
      series: [{}, slope("up", -1), slope("down", 1)],
      hooks: {
        setCursor: [
          (plot) => {
            const { left = -1, idx } = plot.cursor;
            const at = left < 0 || idx === null || idx === undefined ? null : idx;
            if (!this.#renewing) this.#price = at === null ? undefined : this.#data.x[at];
            if (at === this.#at) return;
            this.#at = at;
            this.#options.onPoint(at);
          },
        ],
      },
    };
  }
}

/** A computed colour, thinned to lie under its own line. */
function faint(colour: string): string {
  return colour.replace(/^rgb\((.+)\)$/, "rgba($1, 0.16)");
}
