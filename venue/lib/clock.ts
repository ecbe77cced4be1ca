/** The venue's only clock, Unix ms: the machine's in `main.ts`, a manual one in tests. */
export interface Clock {
  now(): number;
}

/** Unpredictable bytes: the system's in `main.ts`, seeded in tests. */
export type RandomBytes = (length: number) => Uint8Array<ArrayBuffer>;

const toleratedMs = 2000;

/** Notices that the machine's clock was set back between two checks. */
export class ClockGuard {
  private readonly monotonic: () => number;
  private last: { now: number; monotonic: number } | undefined;

  /** @param monotonic ms of a clock that nobody sets, such as that of `node:perf_hooks` */
  constructor(monotonic: () => number) {
    this.monotonic = monotonic;
  }

  /** How far the clock is behind where it should be, in ms; 0 for less than two seconds. */
  behindMs(now: number): number {
    const seen = { now, monotonic: this.monotonic() };
    const wanted =
      this.last === undefined ? now : this.last.now + seen.monotonic - this.last.monotonic;
    this.last = seen;
    return wanted - now > toleratedMs ? wanted - now : 0;
  }
}
