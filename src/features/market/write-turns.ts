/** How many rows are written in one frame: a phone lays out and paints so many without missing the next. */
const rowsPerFrame = 6;
/** Between two turns of one row: four figures a second are more than anybody reads. */
const restMs = 250;

export interface TurnClock {
  nextFrame: (task: () => void) => void;
  /** Ms of any clock that never goes back. */
  now: () => number;
  after: (ms: number, task: () => void) => void;
}

/**
 * Lets the rows of a list be written in turns. A batch of ticks moves every row in sight; written all at
 * once they cost more than a frame has, and scrolling stutters with each of ten batches a second. Here a
 * round of all rows that moved takes a few frames, and the next one waits. A row that moves again before
 * its turn is written once, as it is by then; the first change after a pause is written in the next frame.
 */
export class WriteTurns {
  readonly #clock: TurnClock;
  readonly #waiting = new Set<() => void>();
  #round: (() => void)[] = [];
  #beganAt = Number.NEGATIVE_INFINITY;
  #asked = false;

  constructor(clock: TurnClock) {
    this.#clock = clock;
  }

  ask(write: () => void): void {
    this.#waiting.add(write);
    this.#goOn();
  }

  /** The row goes: it is not written any more. */
  drop(write: () => void): void {
    this.#waiting.delete(write);
  }

  #goOn(): void {
    if (this.#asked || this.#waiting.size === 0) return;
    this.#asked = true;
    const rest = this.#round.length > 0 ? 0 : this.#beganAt + restMs - this.#clock.now();
    if (rest > 0) this.#clock.after(rest, () => this.#clock.nextFrame(() => this.#write()));
    else this.#clock.nextFrame(() => this.#write());
  }

  #write(): void {
    this.#asked = false;
    if (this.#round.length === 0) {
      this.#round = [...this.#waiting];
      this.#beganAt = this.#clock.now();
    }
    for (const write of this.#round.splice(0, rowsPerFrame))
      if (this.#waiting.delete(write)) write();
    this.#goOn();
  }
}

/** Those of this page. */
export const writeTurns = new WriteTurns({
  nextFrame: (task) => void requestAnimationFrame(task),
  now: () => performance.now(),
  after: (ms, task) => void setTimeout(task, ms),
});
