import type { ChartColours } from "./chart-colours.ts";
import type { Area } from "./chart-scale.ts";

export interface Point {
  x: number;
  y: number;
}

/** A place of the market: it stays where it is when the drawing is moved, zoomed or shows another period. */
export interface Place {
  /** Unix s. */
  timeSec: number;
  price: number;
}

/** Where places are on the canvas of one frame; canvas px. */
export interface Plot {
  ctx: CanvasRenderingContext2D;
  colours: ChartColours;
  /** Canvas px in a CSS px. */
  ratio: number;
  /** Right edge of the drawing. */
  right: number;
  /** The area of the prices. */
  area: Area;
  /** Length of a candle. */
  stepSec: number;
  /** The middle of the candle in which a time lies. */
  x: (timeSec: number) => number;
  y: (price: number) => number;
  /** The start of the candle at an x, and the market's price at a y. */
  timeAt: (x: number) => number;
  priceAt: (y: number) => number;
}

/** How a finger may take what it touches: a tap opens it, and a "move" also goes wherever the finger goes. */
export type Grip = "move" | "pass";

/** Something drawn over the candles by code of its own, which is loaded when it is wanted. */
export interface ChartLayer {
  /** Draws on the picture of the candles. */
  paint: (plot: Plot) => void;
  /** Draws what follows the hand, on the canvas above the picture. */
  paintTop: (plot: Plot) => void;
  /** Whether `paintTop` has something to draw. */
  isMoving: () => boolean;
  /** Whether the next place that is touched is for the layer. */
  isPlacing: () => boolean;
  /** How what lies at a point is taken; null where there is nothing. */
  gripAt: (plot: Plot, at: Point) => Grip | null;
  /** Takes hold of what lies at a point. */
  hold: (plot: Plot, at: Point) => void;
  drag: (plot: Plot, at: Point) => void;
  /** Ends a drag; `isMeant` where the finger was lifted, not called off. */
  drop: (isMeant: boolean) => void;
  tap: (plot: Plot, at: Point) => void;
  /** The pointer hovers at a point, or has left. */
  hover: (plot: Plot, at: Point | null) => void;
  /** A place beside everything was touched. */
  leave: () => void;
  /** Handles a key of the focused chart; `at` is where its crosshair stands. Answers whether the layer uses it. */
  key: (key: string, at: Place | null) => boolean;
}
