import { readColours, watchColours, type ChartColours } from "./chart-colours.ts";
import { ticksOf } from "./chart-scale.ts";
import { ChartSurface } from "./chart-surface.ts";
import { placeTags, type Taken } from "./tag-layout.ts";

export interface CourseSample {
  /** Unix s. */
  sec: number;
  price: number;
}

/** A bet on the course: won beyond its entry on one side, lost on the other, decided at its end. */
export interface CourseBet {
  direction: "up" | "down";
  /** Unix s. */
  startSec: number;
  endSec: number;
  /** Undefined before it is locked. */
  entry: number | undefined;
}

export interface CourseScene {
  /** One a second, oldest first; where seconds are missing, nothing is drawn. */
  samples: readonly CourseSample[];
  nowSec: number;
  /** The first is the one whose sides are shaded. */
  bets: readonly CourseBet[];
  /** No fresh sample has come: the newest is drawn pale. */
  isStale: boolean;
  texts: {
    price: (price: number) => string;
    time: (sec: number) => string;
    /** Under the price: the time left, or its age. */
    note: string;
  };
}

export const coursePastSec = 180;
const leastAheadSec = 15;
/** A pause longer than this is a gap. */
const joinedSec = 2;
const axisPx = { width: 84, height: 18 };
const padShare = 0.18;
const fontPx = 11;
/** A label at most every so many px. */
const tickPx = 44;
const sideAlpha = 0.14;

/** The course of a price second by second, with the bets that run on it. */
export class CourseChart {
  readonly #host: HTMLElement;
  readonly #surface: ChartSurface;
  readonly #stop: () => void;
  #colours: ChartColours;
  #scene: CourseScene | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#surface = new ChartSurface(host, () => this.#draw());
    this.#colours = readColours(host);
    this.#stop = watchColours(() => {
      this.#colours = readColours(this.#host);
      this.#draw();
    });
  }

  show(scene: CourseScene): void {
    this.#scene = scene;
    this.#draw();
  }

  destroy(): void {
    this.#stop();
    this.#surface.destroy();
  }

  #draw(): void {
    const { base: ctx, width, height, ratio } = this.#surface;
    if (!this.#scene || width === 0) return;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    paintCourse(ctx, courseScale(this.#scene, width, height), this.#scene, this.#colours);
  }
}

export interface CourseScale {
  /** The plot without its axes, CSS px. */
  width: number;
  height: number;
  fromSec: number;
  toSec: number;
  low: number;
  high: number;
  x: (sec: number) => number;
  y: (price: number) => number;
}

/** The last minutes and what lies ahead of the bets; all that is drawn, with room above and below. */
export function courseScale(
  { samples, nowSec, bets }: Pick<CourseScene, "samples" | "nowSec" | "bets">,
  width: number,
  height: number,
): CourseScale {
  const fromSec = nowSec - coursePastSec;
  const toSec = Math.max(nowSec + leastAheadSec, ...bets.map(({ endSec }) => endSec + 5));
  const prices = [
    ...samples.filter(({ sec }) => sec >= fromSec).map(({ price }) => price),
    ...bets.flatMap(({ entry }) => entry ?? []),
  ];
  const [least, most] = prices.length > 0 ? [Math.min(...prices), Math.max(...prices)] : [0, 1];
  // A price that stands still is a line through the middle.
  const pad = (most - least) * padShare || Math.abs(most) * 0.0001 || 1;
  const [low, high] = [least - pad, most + pad];
  const plot = { width: width - axisPx.width, height: height - axisPx.height };
  return {
    ...plot,
    fromSec,
    toSec,
    low,
    high,
    x: (sec) => ((sec - fromSec) / (toSec - fromSec)) * plot.width,
    y: (price) => ((high - price) / (high - low)) * plot.height,
  };
}

/** Round prices for the grid, from the lowest, whose labels fit into the plot; one is free where no tag covers its label. */
export function courseTicks(
  { height, low, high, y }: Pick<CourseScale, "height" | "low" | "high" | "y">,
  tags: readonly Taken[],
): { price: number; isFree: boolean }[] {
  const half = fontPx / 2 + 1;
  return ticksOf({ min: low, max: high, log: false }, Math.max(2, Math.floor(height / tickPx)))
    .filter((price) => y(price) >= half && y(price) <= height - half)
    .map((price) => ({
      price,
      isFree: tags.every(({ top, bottom }) => y(price) + half < top || y(price) - half > bottom),
    }));
}

/** The samples in runs without a gap: between runs nothing is known, so nothing is drawn. */
export function courseRuns(samples: readonly CourseSample[]): CourseSample[][] {
  const runs: CourseSample[][] = [];
  let last: CourseSample | undefined;
  for (const sample of samples) {
    if (last && sample.sec - last.sec <= joinedSec) runs.at(-1)?.push(sample);
    else runs.push([sample]);
    last = sample;
  }
  return runs;
}

function paintCourse(
  ctx: CanvasRenderingContext2D,
  scale: CourseScale,
  scene: CourseScene,
  colours: ChartColours,
): void {
  ctx.font = `${fontPx}px ${colours.font}`;
  ctx.textBaseline = "middle";
  const nowTag = nowTagPlace(scale, scene);
  const entryTags = placeEntryTags(scale, scene, nowTag);
  paintGrid(ctx, scale, scene, colours, [...(nowTag ? [nowTag] : []), ...entryTags]);
  const [first] = scene.bets;
  if (first) paintSides(ctx, scale, first, colours);
  paintLine(ctx, scale, scene, colours);
  for (const bet of scene.bets) paintBet(ctx, scale, bet, colours);
  paintEntryTags(ctx, scale, scene, colours, entryTags);
  paintNow(ctx, scale, scene, colours, nowTag);
}

function paintGrid(
  ctx: CanvasRenderingContext2D,
  scale: CourseScale,
  { samples, texts }: CourseScene,
  { hairline, text }: ChartColours,
  tags: readonly Taken[],
): void {
  const { width, height, fromSec, toSec, x, y } = scale;
  ctx.strokeStyle = hairline;
  ctx.fillStyle = text;
  ctx.lineWidth = 1;
  ctx.setLineDash([]);
  if (samples.length > 0) {
    ctx.textAlign = "start";
    for (const { price, isFree } of courseTicks(scale, tags)) {
      const at = Math.round(y(price)) + 0.5;
      stroke(ctx, 0, at, width, at);
      if (isFree) ctx.fillText(texts.price(price), width + 4, at);
    }
  }
  ctx.textAlign = "center";
  for (let sec = Math.ceil(fromSec / 60) * 60; sec <= toSec; sec += 60) {
    const at = Math.round(x(sec)) + 0.5;
    stroke(ctx, at, 0, at, height);
    if (at > 20 && at < width - 20) ctx.fillText(texts.time(sec), at, height + axisPx.height / 2);
  }
}

/** Where the bet is won and where it is lost, from its start to its end. */
function paintSides(
  ctx: CanvasRenderingContext2D,
  { height, fromSec, x, y }: CourseScale,
  { direction, startSec, endSec, entry }: CourseBet,
  { up, down }: ChartColours,
): void {
  if (entry === undefined) return;
  const left = x(Math.max(startSec, fromSec));
  const [wide, middle] = [x(endSec) - left, y(entry)];
  ctx.globalAlpha = sideAlpha;
  ctx.fillStyle = direction === "up" ? up : down;
  ctx.fillRect(left, 0, wide, middle);
  ctx.fillStyle = direction === "up" ? down : up;
  ctx.fillRect(left, middle, wide, height - middle);
  ctx.globalAlpha = 1;
}

function paintLine(
  ctx: CanvasRenderingContext2D,
  { fromSec, x, y }: CourseScale,
  { samples }: CourseScene,
  { accent }: ChartColours,
): void {
  ctx.strokeStyle = accent;
  ctx.fillStyle = accent;
  ctx.lineWidth = 1.75;
  ctx.lineJoin = "round";
  for (const run of courseRuns(samples.filter(({ sec }) => sec >= fromSec))) {
    const [start] = run;
    if (!start) continue;
    ctx.beginPath();
    // A sample alone is a point.
    if (run.length === 1) ctx.arc(x(start.sec), y(start.price), 1, 0, 2 * Math.PI);
    for (const [at, { sec, price }] of run.entries())
      if (at === 0) ctx.moveTo(x(sec), y(price));
      else ctx.lineTo(x(sec), y(price));
    ctx.stroke();
  }
}

/** Its entry as a level from its start on, and its end as a line across. */
function paintBet(
  ctx: CanvasRenderingContext2D,
  { width, height, fromSec, x, y }: CourseScale,
  { direction, startSec, endSec, entry }: CourseBet,
  colours: ChartColours,
): void {
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = colours.ink;
  ctx.setLineDash([2, 3]);
  const end = Math.round(x(endSec)) + 0.5;
  stroke(ctx, end, 0, end, height);
  ctx.setLineDash([]);
  if (entry === undefined) return;
  const colour = direction === "up" ? colours.up : colours.down;
  const level = Math.round(y(entry)) + 0.5;
  ctx.strokeStyle = colour;
  stroke(ctx, x(Math.max(startSec, fromSec)), level, width, level);
}

interface EntryTag extends Taken {
  bet: CourseBet;
  price: number;
  middle: number;
}

/** Where the entries stand on the axis: beside their levels, or as near as the price's tag and the others leave room. */
function placeEntryTags(
  scale: CourseScale,
  { bets }: CourseScene,
  nowTag: Taken | null,
): EntryTag[] {
  const view = { top: 0, height: scale.height };
  const entries = bets.flatMap((bet) => (bet.entry === undefined ? [] : { bet, price: bet.entry }));
  const levels = entries.map(({ price }) => scale.y(price));
  const half = tagHeight(1) / 2;
  return placeTags(levels, view, {
    room: view,
    taken: nowTag,
    height: tagHeight(1) + 2,
  }).flatMap(({ at, middle }) => {
    const entry = entries[at];
    return entry ? { ...entry, middle, top: middle - half, bottom: middle + half } : [];
  });
}

function paintEntryTags(
  ctx: CanvasRenderingContext2D,
  { width }: CourseScale,
  { texts }: CourseScene,
  { up, down, ground }: ChartColours,
  tags: readonly EntryTag[],
): void {
  for (const { bet, price, middle } of tags) {
    const colour = bet.direction === "up" ? up : down;
    paintTag(ctx, width, middle, [texts.price(price)], ground, colour, colour);
  }
}

/** The lines of the newest price's tag. */
function nowTagLines({ texts }: CourseScene, price: number): string[] {
  return texts.note === "" ? [texts.price(price)] : [texts.price(price), texts.note];
}

/** Where the newest price's tag stands: at its level, within the plot. */
function nowTagPlace({ height, y }: CourseScale, scene: CourseScene): Taken | null {
  const last = scene.samples.at(-1);
  if (!last) return null;
  const half = tagHeight(nowTagLines(scene, last.price).length) / 2;
  const middle = Math.min(height - half, Math.max(half, y(last.price)));
  return { top: middle - half, bottom: middle + half };
}

const tagHeight = (lines: number) => lines * (fontPx + 4) + 4;

/** The newest sample: a dot, and its price on the axis with the time left. */
function paintNow(
  ctx: CanvasRenderingContext2D,
  scale: CourseScale,
  scene: CourseScene,
  { accent, accentFill, onFill, ground, edge, text }: ChartColours,
  place: Taken | null,
): void {
  const { width, x, y } = scale;
  const { samples, isStale } = scene;
  const last = samples.at(-1);
  if (!last || !place) return;
  const [at, level] = [x(last.sec), y(last.price)];
  ctx.fillStyle = isStale ? text : accent;
  ctx.beginPath();
  ctx.arc(at, level, 3.5, 0, 2 * Math.PI);
  ctx.fill();
  ctx.strokeStyle = isStale ? edge : accent;
  ctx.lineWidth = 1;
  ctx.setLineDash([1, 3]);
  stroke(ctx, at, level, width, level);
  ctx.setLineDash([]);
  const lines = nowTagLines(scene, last.price);
  const middle = (place.top + place.bottom) / 2;
  if (isStale) paintTag(ctx, width, middle, lines, ground, text, edge);
  else paintTag(ctx, width, middle, lines, accentFill, onFill, accentFill);
}

function paintTag(
  ctx: CanvasRenderingContext2D,
  left: number,
  middle: number,
  lines: readonly string[],
  fill: string,
  ink: string,
  border: string,
): void {
  const height = tagHeight(lines.length);
  ctx.fillStyle = fill;
  ctx.strokeStyle = border;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.roundRect(left + 0.5, middle - height / 2, axisPx.width - 2, height, 3);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = ink;
  ctx.textAlign = "start";
  for (const [at, line] of lines.entries())
    ctx.fillText(line, left + 4, middle + (at - (lines.length - 1) / 2) * (fontPx + 4) + 0.5);
}

function stroke(
  ctx: CanvasRenderingContext2D,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): void {
  ctx.beginPath();
  ctx.moveTo(fromX, fromY);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}
