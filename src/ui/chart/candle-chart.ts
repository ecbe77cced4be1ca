import type { CandleColumns, ColumnsChange } from "../../lib/candle-columns.ts";
import { ComputedLines } from "../../lib/indicators/computed-lines.ts";
import { paintInLiveFrame } from "../../lib/live-frame.ts";
import { heikinAshi } from "../../lib/indicators/heikin-ashi.ts";
import type { IndicatorName } from "../../lib/indicators/indicator-names.ts";
import { makeStudy } from "../../lib/indicators/studies.ts";
import { type ChartColours, readColours, watchColours } from "./chart-colours.ts";
import { attachGestures, type Held } from "./chart-gestures.ts";
import type { ChartLayer, Place, Plot, Point } from "./chart-layer.ts";
import { makeScene, type ChartType, type DrawnStudy, type Scene } from "./chart-scene.ts";
import { ChartSurface } from "./chart-surface.ts";
import {
  followView,
  missesCandles,
  newestView,
  panView,
  zoomView,
  type ChartView,
  type ViewBounds,
} from "./chart-view.ts";
import { legendOf, paintOverlay } from "./overlay-paint.ts";
import { paintDrag } from "./drag-paint.ts";
import type { FillMark } from "./fill-marks.ts";
import { draggedTop, holdLine, tagAt, type LineDrag } from "./line-drag.ts";
import { canDrag, type DrawnTag, type PriceLine, type TimeMark } from "./tagged-lines.ts";
import { axisWidthOf, clipped, paintScene, type FigureKind } from "./scene-paint.ts";
import { valueAt } from "./chart-scale.ts";
import { xOf } from "./series-paint.ts";
import { candleStart } from "./candle-start.ts";

export interface ChartStyle {
  type: ChartType;
  /** Rising candles as outlines. */
  hollow: boolean;
  log: boolean;
  volume: boolean;
  studies: readonly { name: IndicatorName; parameters: readonly number[] }[];
}

export interface CandleChartOptions {
  format: (value: number, kind: FigureKind) => string;
  /** Label of a place on the time axis; `spacingSec` is the distance to its neighbours. */
  formatTick: (timeSec: number, spacingSec: number) => string;
  /** The time at which a candle began, for the crosshair. */
  formatTime: (timeSec: number) => string;
  /** The remaining time of the candle that begins at `timeSec`; empty where it has ended. */
  countdown: (timeSec: number) => string;
  volumeLabel: () => string;
  /** Start of the candle under the crosshair, Unix s, or null. */
  onCrosshair: (timeSec: number | null) => void;
  /** A price was chosen with the pointer or by the keyboard's crosshair; null ends the choice. */
  onPick?: ((price: number | null) => void) | undefined;
  /** A line with a name was tapped, or dragged to a price; null where its tag stands for several. */
  onLine?: ((id: string | null, price: number | null) => void) | undefined;
  /** The price nearest to one that the market knows. */
  snap?: ((price: number) => number) | undefined;
  /** What a dragged line means at a price, a text each. */
  meaning?: ((line: PriceLine, price: number) => readonly string[]) | undefined;
  /** The view nears the oldest candle. */
  onNeedOlder: () => void;
  /** Whether the view shows the time before the oldest candle; called when that changes. */
  onEdge: (shown: boolean) => void;
  /** Whether an upright wheel zooms, as there is no page to scroll. */
  wheelZooms: () => boolean;
}

const keyStep: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 };
const maxTexts = 2000;
const plain: ChartStyle = { type: "candles", hollow: true, log: false, volume: true, studies: [] };

/**
 * Candles and indicators on a canvas: a plain object that React only mounts. All changes between two frames are
 * drawn at once, and a move of the crosshair alone does not draw the candles again.
 */
export class CandleChart {
  readonly #options: CandleChartOptions;
  readonly #surface: ChartSurface;
  readonly #host: HTMLElement;
  readonly #stops: (() => void)[] = [];
  readonly #texts = new Map<string, string>();
  #columns: CandleColumns | null = null;
  #stepSec = 60;
  #style = plain;
  #studies: DrawnStudy[] = [];
  #heikinAshi = new ComputedLines(heikinAshi);
  /** Candles from here on have changed since the indicators were computed. */
  #staleFrom = 0;
  #view: ChartView | null = null;
  #lastTime = 0;
  #lines: readonly PriceLine[] = [];
  #fills: readonly FillMark[] = [];
  #marks: readonly TimeMark[] = [];
  #knownColours: ChartColours | null = null;
  #scene: Scene | null = null;
  #axisWidth = 0;
  /** Start of the candle under the crosshair. */
  #pointed: number | null = null;
  /** Where the pointer holds the level line, CSS px; undefined: at the candle's close. */
  #pointedTop: number | undefined;
  #tags: readonly DrawnTag[] = [];
  /** The line whose tag is pressed, and where it is dragged. */
  #held: { drag: LineDrag; stands: number } | null = null;
  #drag: LineDrag | null = null;
  #layer: ChartLayer | null = null;
  /** Where the layer is held. */
  #layerHeld: Point | null = null;
  #edgeShown = false;
  #frame = 0;
  #pictureStale = true;
  #isLiveAsked = false;
  #isDestroyed = false;
  /** Whether the crosshair and its labels are on the upper canvas. */
  #layered = false;

  constructor(host: HTMLElement, options: CandleChartOptions) {
    this.#host = host;
    this.#options = options;
    this.#surface = new ChartSurface(host, (before) => this.#resized(before));
    this.#stops.push(
      () => this.#surface.destroy(),
      watchColours(() => {
        this.#knownColours = null;
        this.repaint();
      }),
      attachGestures(host, {
        pan: (dx) =>
          this.#moveView((view, bounds) => panView(view, -dx * this.#secPerPx(), bounds)),
        zoom: (factor, x) =>
          this.#moveView((view, bounds) =>
            zoomView(view, factor, view.min + x * this.#secPerPx(), bounds),
          ),
        crosshair: (at) => this.#pointAt(at),
        hold: (at) => this.#holdLine(at),
        drag: (at) => this.#dragLine(at),
        drop: (isMeant) => this.#dropLine(isMeant),
        tap: () => this.#tapLine(),
        pick: (at) => this.#pick(at),
        reset: () => this.resetView(),
        wheelZooms: () => options.wheelZooms(),
      }),
    );
  }

  /** Shows other candles, with the newest in view. `stepSec` is the length of a bucket. */
  show(columns: CandleColumns, stepSec: number): void {
    this.#columns = columns;
    this.#stepSec = stepSec;
    this.#view = null;
    this.#axisWidth = 0;
    this.#lastTime = 0;
    this.#setPointed(null);
    this.changed({ older: 0, from: 0 });
    this.#schedule(true);
  }

  /** The columns have changed: a new last candle, older ones in front. */
  changed(change: ColumnsChange): void {
    this.#staleFrom = change.older === 0 ? Math.min(this.#staleFrom, change.from) : 0;
    const last = this.#columns?.lastTime;
    if (last !== undefined) {
      if (this.#view && this.#lastTime > 0)
        this.#view = followView(this.#view, this.#lastTime, last);
      this.#lastTime = last;
    }
    // The first ones are waited for.
    if (change.older !== 0 || !this.#view) this.#schedule(true);
    else if (change.from < Infinity) this.#scheduleLive();
  }

  setStyle(style: ChartStyle): void {
    const before = new Map(this.#studies.map((drawn) => [drawn.study.title, drawn]));
    this.#studies = style.studies.map(({ name, parameters }) => {
      const study = makeStudy(name, parameters);
      return before.get(study.title) ?? { study, computed: new ComputedLines(study.computation) };
    });
    if (style.type !== this.#style.type) this.#heikinAshi = new ComputedLines(heikinAshi);
    this.#style = style;
    this.#schedule(true);
  }

  /** The same lines with other labels or prices, as each price makes them, are drawn when prices are; others at once. */
  setLines(lines: readonly PriceLine[]): void {
    const [before, after] = [this.#lines, lines].map((all) =>
      all.map(({ id, kind }) => `${kind} ${id ?? ""}`).join("\n"),
    );
    this.#lines = lines;
    if (before === after) this.#scheduleLive();
    else this.#schedule(true);
  }

  setFills(fills: readonly FillMark[]): void {
    this.#fills = fills;
    this.#schedule(true);
  }

  setMarks(marks: readonly TimeMark[]): void {
    this.#marks = marks;
    this.#schedule(true);
  }

  /** Lets code of its own draw over the candles; null ends it. */
  setLayer(layer: ChartLayer | null): void {
    this.#layer = layer;
    this.#layerHeld = null;
    this.#schedule(true);
  }

  /** The layer looks different; with its `picture` where that is not only under the hand. */
  redrawLayer(picture: boolean): void {
    this.#schedule(picture);
  }

  /** A place of the market at shares of the drawing's width and height; null while there is none. */
  placeAt(across: number, down: number): Place | null {
    const plot = this.#plot();
    return (
      plot && {
        timeSec: plot.timeAt(plot.right * across),
        price: plot.priceAt(plot.area.top + plot.area.height * down),
      }
    );
  }

  /** Draws again with the current texts. */
  repaint(): void {
    this.#texts.clear();
    this.#axisWidth = 0;
    this.#schedule(true);
  }

  /** Read as late as the first picture, when the page has computed its styles: earlier it would have to do so twice. */
  get #colours(): ChartColours {
    return (this.#knownColours ??= readColours(this.#host));
  }

  /** A second of the clock has passed. */
  tick(): void {
    // Without a crosshair it is on the same canvas as all else.
    if (this.#layered) this.#schedule(false);
    else this.#scheduleLive();
  }

  /** Back to the newest candles at their first width. */
  resetView(): void {
    this.#view = null;
    this.#setPointed(null);
    this.#schedule(true);
  }

  /** Handles a key of the focused chart; answers whether the chart uses it. */
  key(key: string, far: boolean): boolean {
    if (this.#layer?.key(key, this.#pointedPlace())) return true;
    const step = keyStep[key];
    if (step !== undefined) this.#stepCrosshair(step * (far ? 10 : 1));
    else if (key === "Home") this.#stepCrosshair(-Infinity);
    else if (key === "End") this.#stepCrosshair(Infinity);
    else if (key === "+" || key === "=") this.#zoomByKey(0.7);
    else if (key === "-") this.#zoomByKey(1 / 0.7);
    else if (key === "0") this.resetView();
    else if (key === "Escape" && this.#drag !== null) this.#dropLine(false);
    else if (key === "Escape" && this.#pointed !== null) this.#setPointed(null);
    else return false;
    return true;
  }

  /** Gives the keys to the chart. */
  focus(): void {
    this.#host.focus({ preventScroll: true });
  }

  /** Removes the crosshair. */
  leave(): void {
    this.#setPointed(null);
  }

  /** The figures of the indicators at the candle that begins at `timeSec`. */
  figuresAt(timeSec: number): { title: string; figures: { label: string; value: number }[] }[] {
    const at = this.#columns?.indexOf(timeSec) ?? -1;
    return at < 0
      ? []
      : this.#studies.map((drawn) => ({ title: drawn.study.title, figures: legendOf(drawn, at) }));
  }

  /** The current canvases from the lowest up, and their colours; for an image of the chart. */
  layers(): {
    canvases: readonly HTMLCanvasElement[];
    ratio: number;
    colours: ReturnType<typeof readColours>;
  } {
    this.#draw(true);
    return {
      canvases: this.#layered
        ? [this.#surface.base.canvas, this.#surface.top.canvas]
        : [this.#surface.base.canvas],
      ratio: this.#surface.ratio,
      colours: this.#colours,
    };
  }

  destroy(): void {
    this.#isDestroyed = true;
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
  }

  #schedule(picture: boolean): void {
    this.#pictureStale ||= picture;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw(this.#pictureStale);
    });
  }

  /** As prices move: with the other live figures. */
  #scheduleLive(): void {
    this.#pictureStale = true;
    if (this.#isLiveAsked) return;
    this.#isLiveAsked = true;
    paintInLiveFrame(() => {
      this.#isLiveAsked = false;
      // Something else may have drawn it meanwhile.
      if (this.#pictureStale && !this.#isDestroyed) this.#draw(true);
    });
  }

  #draw(picture: boolean): void {
    const { base, top, width } = this.#surface;
    const [columns, bounds] = [this.#columns, this.#bounds()];
    if (!columns || !bounds || width === 0) {
      base.clearRect(0, 0, base.canvas.width, base.canvas.height);
      this.#surface.showTop(false);
      this.#scene = null;
      return;
    }
    // Without a crosshair everything is on one canvas: a second one would double the cost of every frame.
    const layered =
      this.#pointed !== null || this.#drag !== null || (this.#layer?.isMoving() ?? false);
    if (picture || !layered || !this.#scene || layered !== this.#layered)
      this.#scene = this.#paintPicture(columns, bounds);
    this.#layered = layered;
    this.#surface.showTop(layered);
    this.#paintTop(columns, this.#scene, layered ? top : base);
    const { min, max } = this.#scene.frame;
    if (min < bounds.first + (max - min) * 0.5) this.#options.onNeedOlder();
    if (this.#edgeShown !== min < bounds.first)
      this.#options.onEdge((this.#edgeShown = min < bounds.first));
  }

  #paintPicture(columns: CandleColumns, bounds: ViewBounds): Scene {
    const { type, log, volume } = this.#style;
    const { data } = columns;
    for (const { computed } of this.#studies) computed.update(data, this.#staleFrom);
    if (type === "heikin-ashi") this.#heikinAshi.update(data, this.#staleFrom);
    this.#staleFrom = Infinity;
    this.#pictureStale = false;
    if (this.#view && missesCandles(this.#view, bounds)) this.#view = null;
    const isFresh = this.#view === null;
    const work = () => {
      this.#view ??= newestView(bounds, Math.max(1, this.#surface.width - this.#axisWidth));
      return makeScene({
        surface: this.#surface,
        data,
        stepSec: this.#stepSec,
        view: this.#view,
        type,
        log,
        volume,
        studies: this.#studies,
        heikinAshi: this.#heikinAshi,
        axisWidth: this.#axisWidth,
      });
    };
    let scene = work();
    const needed = axisWidthOf(scene, this.#format, this.#colours);
    // It never shrinks while the same candles are shown, so that the drawing does not jump while panning.
    if (needed > this.#axisWidth) {
      this.#axisWidth = needed;
      if (isFresh) this.#view = null;
      scene = work();
    }
    this.#tags = paintScene(scene, data, {
      colours: this.#colours,
      type,
      hollow: this.#style.hollow || this.#colours.up === this.#colours.down,
      lines: this.#lines,
      fills: this.#fills,
      marks: this.#marks,
      layer: this.#layer ? () => this.#paintLayer(scene) : undefined,
      last: columns.candleAt(columns.length - 1),
      format: this.#format,
      formatTick: (time, spacing) => this.#options.formatTick(time, spacing),
    });
    return scene;
  }

  #paintTop(columns: CandleColumns, scene: Scene, ctx: CanvasRenderingContext2D): void {
    const last = columns.candleAt(columns.length - 1);
    const at = this.#pointed === null ? -1 : columns.indexOf(this.#pointed);
    const index = at < 0 ? columns.length - 1 : at;
    paintOverlay(scene, {
      ctx,
      colours: this.#colours,
      format: this.#format,
      formatTime: (time) => this.#options.formatTime(time),
      last: last && {
        open: last.open,
        close: last.close,
        countdown: this.#options.countdown(last.id),
      },
      legendAt: index,
      vols: columns.data[5],
      volumeLabel: this.#options.volumeLabel(),
      layered: this.#layered,
      crosshair:
        at < 0
          ? null
          : {
              index,
              y:
                this.#pointedTop === undefined
                  ? scene.price.y(columns.data[4][index] ?? 0)
                  : this.#pointedTop * this.#surface.ratio,
            },
    });
    const { ratio } = this.#surface;
    if (this.#layered && this.#layer?.isMoving())
      clipped(
        scene,
        scene.layout.price,
        () => this.#layer?.paintTop(this.#plotOf(scene, ctx, ratio)),
        ctx,
      );
    const drag = this.#drag;
    if (!drag) return;
    const price = this.#droppedPrice(drag);
    paintDrag(scene, {
      ctx,
      colours: this.#colours,
      drag,
      price: price === null ? undefined : this.#format(price, "price"),
      meaning: price === null ? [] : (this.#options.meaning?.(drag.line, price) ?? []),
    });
  }

  #paintLayer(scene: Scene): void {
    this.#layer?.paint(this.#plotOf(scene, this.#surface.base, this.#surface.ratio));
  }

  /** Where places are in the last frame. */
  #plot(): Plot | null {
    return this.#scene && this.#plotOf(this.#scene, this.#surface.base, this.#surface.ratio);
  }

  #plotOf(scene: Scene, ctx: CanvasRenderingContext2D, ratio: number): Plot {
    const { frame, price } = scene;
    const { times, stepSec, min, max, right } = frame;
    return {
      ctx,
      ratio,
      right,
      stepSec,
      colours: this.#colours,
      area: scene.layout.price,
      x: (timeSec) => xOf(frame, candleStart(times, stepSec, timeSec)),
      y: price.y,
      timeAt: (x) => candleStart(times, stepSec, min + (x / (right || 1)) * (max - min)),
      priceAt: (y) => {
        const value = valueAt(price.area, price.scale, y);
        return this.#options.snap?.(value) ?? value;
      },
    };
  }

  #onCanvas({ x, y }: Point): Point {
    return { x: x * this.#surface.ratio, y: y * this.#surface.ratio };
  }

  /** Takes hold of what is at a place: of what is to be placed, a tag, or something of the layer. */
  #holdLine(at: Point): Held {
    const plot = this.#layer && this.#plot();
    const isPlacing = this.#layer?.isPlacing() ?? false;
    const tag = !isPlacing && this.#options.onLine && this.#tagAt(at);
    this.#held = this.#layerHeld = null;
    if (tag && this.#scene) {
      const { ratio } = this.#surface;
      this.#held = { drag: holdLine(tag, at, this.#scene.price.area, ratio), stands: tag.more };
      return canDrag(tag.line) ? "drag" : "tap";
    }
    const grip = plot && this.#layer?.gripAt(plot, this.#onCanvas(at));
    if (!plot || !grip) return null;
    this.#layerHeld = at;
    this.#layer?.hold(plot, this.#onCanvas(at));
    return grip;
  }

  #dragLine(at: Point): void {
    const plot = this.#layerHeld && this.#plot();
    if (!this.#held && !plot) return;
    this.#setPointed(null);
    if (plot) this.#layer?.drag(plot, this.#onCanvas(at));
    else if (this.#held) this.#drag = { ...this.#held.drag, at };
    this.#schedule(false);
  }

  /** Ends a drag; `isMeant` where the finger was lifted, not called off. */
  #dropLine(isMeant: boolean): void {
    const drag = this.#drag;
    this.#drag = this.#held = null;
    if (this.#layerHeld) this.#layer?.drop(isMeant);
    this.#layerHeld = null;
    this.#schedule(true);
    const price = drag && isMeant ? this.#droppedPrice(drag) : null;
    if (drag?.line.id !== undefined && price !== null) this.#options.onLine?.(drag.line.id, price);
  }

  #tapLine(): void {
    const [held, at, plot] = [this.#held, this.#layerHeld, this.#plot()];
    this.#held = this.#layerHeld = null;
    if (held) this.#options.onLine?.(held.stands > 0 ? null : (held.drag.line.id ?? null), null);
    else if (at && plot) this.#layer?.tap(plot, this.#onCanvas(at));
  }

  /** A place was chosen, or with null left again. What is to be placed goes there. */
  #pick(at: Point | null): void {
    const plot = this.#plot();
    if (at && plot && this.#layer?.isPlacing()) return this.#layer.tap(plot, this.#onCanvas(at));
    this.#layer?.leave();
    this.#options.onPick?.(at && this.#priceAt(at.y));
  }

  /** Where the crosshair stands: at its candle's close, until a pointer moves it elsewhere. */
  #pointedPlace(): Place | null {
    const timeSec = this.#pointed;
    const close =
      timeSec === null ? undefined : this.#columns?.candleAt(this.#columns.indexOf(timeSec))?.close;
    return timeSec === null || close === undefined ? null : { timeSec, price: close };
  }

  #droppedPrice(drag: LineDrag): number | null {
    const price = this.#priceAt(draggedTop(drag));
    return price === null ? null : (this.#options.snap?.(price) ?? price);
  }

  #tagAt({ x, y }: { x: number; y: number }): DrawnTag | undefined {
    const { ratio } = this.#surface;
    return tagAt(this.#tags, { x: x * ratio, y: y * ratio }, ratio);
  }

  #format = (value: number, kind: FigureKind): string => {
    const key = kind + value;
    let text = this.#texts.get(key);
    if (text === undefined) {
      if (this.#texts.size >= maxTexts) this.#texts.clear();
      this.#texts.set(key, (text = this.#options.format(value, kind)));
    }
    return text;
  };

  #moveView(change: (view: ChartView, bounds: ViewBounds) => ChartView): void {
    const bounds = this.#bounds();
    if (!bounds) return;
    // Before the first frame with these candles, too: a key may be faster than it.
    this.#view = change(this.#view ?? newestView(bounds, this.#plotWidth()), bounds);
    this.#schedule(true);
  }

  #zoomByKey(factor: number): void {
    this.#moveView((view, bounds) => zoomView(view, factor, this.#pointed ?? view.max, bounds));
  }

  #stepCrosshair(step: number): void {
    const columns = this.#columns;
    if (!columns?.length) return;
    const count = columns.length;
    const from =
      this.#pointed === null ? (step > 0 ? count - 2 : count) : columns.indexAt(this.#pointed);
    const time = columns.candleAt(
      Math.min(
        count - 1,
        Math.max(0, step === -Infinity ? 0 : step === Infinity ? count - 1 : from + step),
      ),
    )?.id;
    if (time === undefined) return;
    this.#moveView((view, bounds) => {
      if (time < view.min) return panView(view, time - view.min - this.#stepSec, bounds);
      return time + this.#stepSec > view.max
        ? panView(view, time + 2 * this.#stepSec - view.max, bounds)
        : view;
    });
    this.#setPointed(time);
    this.#options.onPick?.(columns.candleAt(columns.indexOf(time))?.close ?? null);
  }

  /** The price at a distance from the top in CSS px; null outside the area of the prices. */
  #priceAt(top: number): number | null {
    const part = this.#scene?.price;
    const y = top * this.#surface.ratio;
    if (!part || y < part.area.top || y > part.area.top + part.area.height) return null;
    const price = valueAt(part.area, part.scale, y);
    return price > 0 ? price : null;
  }

  #pointAt(at: { x: number; y: number } | null): void {
    const columns = this.#columns;
    const tag = at && this.#options.onLine ? this.#tagAt(at) : undefined;
    const plot = this.#layer && this.#plot();
    const grip =
      plot && at && !this.#layer?.isPlacing() && this.#layer?.gripAt(plot, this.#onCanvas(at));
    this.#host.style.cursor = tag
      ? canDrag(tag.line)
        ? "ns-resize"
        : "pointer"
      : grip
        ? { move: "move", pass: "pointer" }[grip]
        : "";
    if (plot) this.#layer?.hover(plot, at && this.#onCanvas(at));
    if (!at || !columns?.length || !this.#view) return this.#setPointed(null);
    this.#setPointed(
      columns.candleAt(columns.indexAt(this.#view.min + at.x * this.#secPerPx()))?.id ?? null,
      at.y,
    );
  }

  #setPointed(time: number | null, top?: number): void {
    this.#pointedTop = top;
    this.#schedule(false);
    if (time === this.#pointed) return;
    this.#pointed = time;
    this.#options.onCrosshair(time);
  }

  #bounds(): ViewBounds | undefined {
    const first = this.#columns?.firstTime;
    const last = this.#columns?.lastTime;
    return first === undefined || last === undefined
      ? undefined
      : { first, last, stepSec: this.#stepSec };
  }

  #plotWidth(): number {
    return Math.max(1, this.#surface.width - this.#axisWidth);
  }

  #secPerPx(): number {
    return this.#view ? (this.#view.max - this.#view.min) / this.#plotWidth() : 0;
  }

  #resized(widthBefore: number): void {
    const before = widthBefore - this.#axisWidth;
    // Candles keep their width; the newest stay where they are.
    if (this.#view && before > 0) {
      const span = (this.#view.max - this.#view.min) * (this.#plotWidth() / before);
      this.#view = { min: this.#view.max - span, max: this.#view.max };
    }
    // Drawn at once: the canvases are empty, and that would be visible until the next frame. The first picture takes the
    // place of none, and has a frame of its own after the one that lays the screen out.
    if (widthBefore > 0) this.#draw(true);
    else this.#schedule(true);
  }
}
