const toleratedMs = 2000;

/** Notices a machine's clock that was set back, between one look and the next. */
export class ClockGuard {
  private readonly monotonic: () => number;
  private last: { now: number; monotonic: number } | undefined;

  /** @param monotonic ms since any moment, never set */
  constructor(monotonic: () => number) {
    this.monotonic = monotonic;
  }

  /** By how much the clock lies behind where it should be, ms; 0 for less than two seconds. */
  look(now: number): number {
    const seen = { now, monotonic: this.monotonic() };
    const wanted =
      this.last === undefined ? now : this.last.now + seen.monotonic - this.last.monotonic;
    this.last = seen;
    return wanted - now > toleratedMs ? wanted - now : 0;
  }
}
