import type { ChartLayer, Grip, Place, Plot, Point } from "../chart-layer.ts";
import { type Drawing, type DrawingKind, placesOf } from "./drawing.ts";
import { paintDrawing, paintHandles, paintWords, type DrawingTexts } from "./drawing-paint.ts";
import { type Hit, hitAt, movedDrawing } from "./drawing-shape.ts";

export interface DrawingLayerOptions {
  texts: DrawingTexts;
  /** Looks different; with its `picture` where that is not only under the hand. */
  onLook: (picture: boolean) => void;
  /** A place for the drawing that is being made. */
  onPlace: (place: Place) => void;
  /** A drawing was moved. */
  onMove: (drawing: Drawing) => void;
  /** A drawing was tapped; null beside all of them. */
  onSelect: (id: string | null) => void;
  /** A key asks for the selected drawing to go. */
  onRemove: (id: string) => void;
  /** The drawing that is being made is given up. */
  onCancel: () => void;
}

/** What is drawn on a chart, as its owner holds it. */
export interface DrawingsState {
  drawings: readonly Drawing[];
  selectedId: string | null;
  /** What is being made, and the places that it has. */
  placing: { kind: DrawingKind; places: readonly Place[] } | null;
}

const nothing: DrawingsState = { drawings: [], selectedId: null, placing: null };

/**
 * The drawings over the candles. Where they are is decided by their owner, who is asked by the callbacks; only a
 * drag is the layer's own until the finger is lifted.
 */
export class DrawingLayer implements ChartLayer {
  readonly #options: DrawingLayerOptions;
  #state = nothing;
  #held: { hit: Hit; at: Point } | null = null;
  #moved: { drawing: Drawing; at: Point } | null = null;
  #hovered: Place | null = null;

  constructor(options: DrawingLayerOptions) {
    this.#options = options;
  }

  /** Shows other drawings. */
  show(state: DrawingsState): void {
    this.#state = state;
    this.#options.onLook(true);
  }

  paint(plot: Plot): void {
    const { drawings, selectedId, placing } = this.#state;
    for (const drawing of drawings) {
      if (drawing.id === this.#moved?.drawing.id) continue;
      paintDrawing(plot, drawing, drawing.id === selectedId, this.#options.texts);
    }
    if (placing) paintHandles(plot, { id: "", ...placing });
  }

  paintTop(plot: Plot): void {
    if (this.#moved) {
      const { drawing, at } = this.#moved;
      // What is measured stands beside the finger.
      paintDrawing(plot, drawing, true, { ...this.#options.texts, measure: () => [] });
      paintWords(plot, drawing, this.#held?.hit.handle ?? 0, at, this.#options.texts);
      return;
    }
    const preview = this.#preview();
    if (preview) paintDrawing(plot, preview, true, this.#options.texts);
  }

  isMoving(): boolean {
    return this.#moved !== null || this.#preview() !== null;
  }

  isPlacing(): boolean {
    return this.#state.placing !== null;
  }

  gripAt(plot: Plot, at: Point): Grip | null {
    if (!isOnPrices(plot, at)) return null;
    if (this.isPlacing()) return "pass";
    const hit = this.#hitAt(plot, at);
    return hit && (hit.id === this.#state.selectedId ? "move" : "pass");
  }

  hold(plot: Plot, at: Point): void {
    const hit = this.isPlacing() ? null : this.#hitAt(plot, at);
    this.#held = hit && { hit, at };
  }

  drag(plot: Plot, at: Point): void {
    const held = this.#held;
    const drawing = this.#state.drawings.find(({ id }) => id === held?.hit.id);
    if (!held || !drawing) return;
    const isFirst = this.#moved === null;
    const by = { dx: at.x - held.at.x, dy: at.y - held.at.y };
    this.#moved = { drawing: movedDrawing(drawing, held.hit.handle, by, plot), at };
    // It leaves the picture once; from then on only the canvas above is drawn.
    this.#options.onLook(isFirst);
  }

  drop(isMeant: boolean): void {
    const moved = this.#moved;
    this.#held = this.#moved = null;
    if (moved && isMeant) this.#options.onMove(moved.drawing);
    this.#options.onLook(true);
  }

  tap(plot: Plot, at: Point): void {
    const held = this.#held;
    this.#held = null;
    if (this.isPlacing()) {
      if (isOnPrices(plot, at)) this.#options.onPlace(placeOf(plot, at));
    } else if (held) this.#options.onSelect(held.hit.id);
  }

  hover(plot: Plot, at: Point | null): void {
    this.#hovered = at && isOnPrices(plot, at) ? placeOf(plot, at) : null;
  }

  leave(): void {
    this.#options.onSelect(null);
  }

  key(key: string, at: Place | null): boolean {
    const { placing, selectedId } = this.#state;
    if (placing && key === "Escape") this.#options.onCancel();
    else if (placing && key === "Enter" && at) this.#options.onPlace(at);
    else if (selectedId !== null && key === "Escape" && this.#moved) this.drop(false);
    else if (selectedId !== null && key === "Escape") this.#options.onSelect(null);
    else if (selectedId !== null && (key === "Delete" || key === "Backspace"))
      this.#options.onRemove(selectedId);
    else return false;
    return true;
  }

  #hitAt(plot: Plot, at: Point): Hit | null {
    const { drawings, selectedId } = this.#state;
    return hitAt(drawings, selectedId, plot, at);
  }

  /** What the drawing that is being made would be if the pointer were pressed. */
  #preview(): Drawing | null {
    const { placing } = this.#state;
    if (!placing || !this.#hovered || placing.places.length !== placesOf(placing.kind) - 1)
      return null;
    return { id: "", kind: placing.kind, places: [...placing.places, this.#hovered] };
  }
}

function placeOf(plot: Plot, at: Point): Place {
  return { timeSec: plot.timeAt(at.x), price: plot.priceAt(at.y) };
}

function isOnPrices({ area, right }: Plot, { x, y }: Point): boolean {
  return x >= 0 && x <= right && y >= area.top && y <= area.top + area.height;
}
