/** The frames of a page, and time between them. */
export interface FrameClock {
  /** Runs `task` before the next frame is drawn. */
  nextFrame: (task: () => void) => void;
  /** Runs `task` in `ms`; with 0 as soon as the frame is drawn that is being made. */
  after: (ms: number, task: () => void) => void;
  /** ms that only grow. */
  now: () => number;
}

export const pageClock: FrameClock = {
  nextFrame: (task) => void requestAnimationFrame(task),
  after: (ms, task) => void setTimeout(task, ms),
  now: () => performance.now(),
};

/** How long nothing is drawn after live figures, by what they took. */
const restShare = 4;
/** No figure waits longer for a rest to end, however slow the device, ms. */
const longestRestMs = 400;
/** After so much time without any, the first ones are what somebody waits for: no rest follows them, ms. */
const pauseMs = 500;
/** What may be drawn at once: half of a frame, ms. */
const frameShareMs = 8;

/**
 * Draws live figures: all that have changed in one frame, where that does not take long. On a slow device what is
 * rendered together comes first and each canvas has a frame of its own, and a rest follows: figures come less often,
 * and scrolling and taps have most of the time.
 */
export class LiveFrames {
  readonly #clock: FrameClock;
  #rendered: (() => void)[] = [];
  #painted: (() => void)[] = [];
  #isBusy = false;
  /** Of the last round, ms of the frames that drew it. */
  #took = 0;
  #isFirst = true;
  #endedAt = Number.NEGATIVE_INFINITY;
  #restsUntil = 0;

  constructor(clock: FrameClock) {
    this.#clock = clock;
  }

  /** Runs `render` once, in the next frame that live figures may take. */
  render(render: () => void): void {
    this.#rendered.push(render);
    if (!this.#isBusy) this.#begin();
  }

  /** The same for a canvas, which nothing else is rendered with. */
  paint(paint: () => void): void {
    this.#painted.push(paint);
    if (!this.#isBusy) this.#begin();
  }

  #begin(): void {
    this.#isBusy = true;
    const isSlow = this.#took > frameShareMs;
    const inFrame = () =>
      this.#clock.nextFrame(() => {
        this.#took = 0;
        this.#isFirst = this.#clock.now() - this.#endedAt > pauseMs;
        const [rendered, painted] = [this.#rendered.splice(0), this.#painted.splice(0)];
        const apart = [rendered, ...painted.map((one) => [one])].filter((some) => some.length > 0);
        this.#draw(isSlow ? apart : [[...rendered, ...painted]]);
      });
    const rest = this.#restsUntil - this.#clock.now();
    if (rest > 0) this.#clock.after(rest, inFrame);
    else inFrame();
  }

  #draw([now = [], ...later]: (() => void)[][]): void {
    const began = this.#clock.now();
    this.#clock.after(0, () => {
      this.#took += this.#clock.now() - began;
      if (later.length > 0) this.#clock.nextFrame(() => this.#draw(later));
      else this.#end();
    });
    // One that fails must not keep the others from being drawn.
    for (const draw of now) queueMicrotask(draw);
  }

  #end(): void {
    this.#endedAt = this.#clock.now();
    if (!this.#isFirst)
      this.#restsUntil = this.#endedAt + Math.min(longestRestMs, this.#took * restShare);
    this.#isBusy = false;
    if (this.#rendered.length + this.#painted.length > 0) this.#begin();
  }
}

const frames = new LiveFrames(pageClock);

/** Runs `render`, which shows live figures, in one of this page's frames for them. */
export function inLiveFrame(render: () => void): void {
  frames.render(render);
}

/** The same for what paints a canvas. */
export function paintInLiveFrame(paint: () => void): void {
  frames.paint(paint);
}
