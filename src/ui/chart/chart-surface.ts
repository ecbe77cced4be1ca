/**
 * Two canvases over one another, as sharp as the screen: the picture, and on top of it what follows the
 * pointer, so that the pointer does not redraw the picture.
 */
export class ChartSurface {
  readonly base: CanvasRenderingContext2D;
  readonly top: CanvasRenderingContext2D;
  readonly #host: HTMLElement;
  readonly #observer: ResizeObserver;
  readonly #stop = new AbortController();
  /** CSS px. */
  width = 0;
  height = 0;
  /** Canvas px of a CSS px. */
  ratio = 1;

  /** `onResize` is called with the first size and after each change of size or sharpness, the canvases being empty then. */
  constructor(host: HTMLElement, onResize: (widthBefore: number) => void) {
    this.#host = host;
    this.base = makeLayer(host);
    this.top = makeLayer(host);
    const resize = () => {
      const before = this.width;
      if (this.#measure()) onResize(before);
    };
    // It calls once at first, when the page is laid out: asked before that, a new screen would be laid out at once.
    this.#observer = new ResizeObserver(resize);
    this.#observer.observe(host);
    // The page zoom changes the ratio and may leave the size in CSS px as it is.
    addEventListener("resize", resize, { signal: this.#stop.signal });
  }

  /** A canvas that is not shown costs nothing when the other changes. */
  showTop(shown: boolean): void {
    const visibility = shown ? "visible" : "hidden";
    if (this.top.canvas.style.visibility !== visibility)
      this.top.canvas.style.visibility = visibility;
  }

  destroy(): void {
    this.#observer.disconnect();
    this.#stop.abort();
    this.base.canvas.remove();
    this.top.canvas.remove();
  }

  #measure(): boolean {
    const { clientWidth: width, clientHeight: height } = this.#host;
    const ratio = devicePixelRatio || 1;
    if (
      width === 0 ||
      height === 0 ||
      (width === this.width && height === this.height && ratio === this.ratio)
    )
      return false;
    [this.width, this.height, this.ratio] = [width, height, ratio];
    for (const { canvas } of [this.base, this.top]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    return true;
  }
}

function makeLayer(host: HTMLElement): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%" });
  host.append(canvas);
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("This browser draws no canvas");
  return ctx;
}
