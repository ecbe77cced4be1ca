import type { Clock } from "./clock.ts";

/** The machine's clocks. */
export interface MachineClocks {
  /** Unix ms, as the machine believes; somebody may set it. */
  wall: () => number;
  /** ms of a clock that is never set and stands still while the machine sleeps. */
  monotonic: () => number;
  /** Seconds since the machine was started, its sleep included. */
  uptime: () => number;
}

export interface Leap {
  /** How far the machine's clock is from this one, ms; negative where it was set back. */
  offMs: number;
  /** When the venue follows the machine's clock by itself, as this clock counts; null: an operator decides. */
  followsAt: number | null;
}

/** A smaller step is taken at once: a clock that is kept in time is stepped when a machine wakes up. */
export const leapMs = 300_000;
/** So much of a difference is noise of the two clocks. */
const noiseMs = 2000;
/** A leap forward of at most a day is believed after so long. */
const believedMs = 600_000;
const dayMs = 86_400_000;
const readUptimeEveryMs = 500;

interface Base {
  wall: number;
  monotonic: number;
  uptimeMs: number;
}

/**
 * The venue's time. It is the machine's, except that a leap of five minutes or more is not followed at once: money
 * would be settled, sessions ended and records swept by a time that may be wrong, and none of that can be taken
 * back. Until the machine's clock is right again, or the leap is believed, time goes on as it went. A machine that
 * has slept has not leapt.
 */
export class SteadyClock implements Clock {
  private readonly clocks: MachineClocks;
  private readonly onChange: (leap: Leap | null) => void;
  private base: Base;
  private leapt: Leap | null = null;
  private uptimeRead: { at: number; ms: number };

  /** @param onChange a leap has begun, or is over */
  constructor(clocks: MachineClocks, onChange: (leap: Leap | null) => void = () => undefined) {
    this.clocks = clocks;
    this.onChange = onChange;
    this.uptimeRead = { at: Number.NEGATIVE_INFINITY, ms: 0 };
    this.base = this.read();
  }

  now(): number {
    const wall = this.clocks.wall();
    const expected = this.base.wall + this.clocks.monotonic() - this.base.monotonic;
    return this.leapt === null && Math.abs(wall - expected) <= noiseMs ? wall : this.judge();
  }

  /** The leap that is not followed; null where there is none. */
  get leap(): Leap | null {
    this.now();
    return this.leapt;
  }

  /** Follows the machine's clock from now on. */
  follow(): void {
    this.base = this.read();
    if (this.leapt === null) return;
    this.leapt = null;
    this.onChange(null);
  }

  private judge(): number {
    const seen = this.read();
    const awakeMs = seen.monotonic - this.base.monotonic;
    const upMs = seen.uptimeMs - this.base.uptimeMs;
    const expected = this.base.wall + (upMs - awakeMs > noiseMs ? upMs : awakeMs);
    const offMs = Math.round(seen.wall - expected);
    const isBelieved =
      this.leapt !== null && this.leapt.followsAt !== null && expected >= this.leapt.followsAt;
    if (Math.abs(offMs) < leapMs || isBelieved) {
      this.follow();
      return seen.wall;
    }
    const isNew = this.leapt === null || Math.abs(offMs - this.leapt.offMs) > leapMs;
    if (isNew) {
      const isBelievable = offMs > 0 && offMs <= dayMs;
      this.leapt = { offMs, followsAt: isBelievable ? expected + believedMs : null };
      this.onChange(this.leapt);
    }
    return expected;
  }

  private read(): Base {
    const monotonic = this.clocks.monotonic();
    if (monotonic - this.uptimeRead.at >= readUptimeEveryMs)
      this.uptimeRead = { at: monotonic, ms: this.clocks.uptime() * 1000 };
    const sinceMs = monotonic - this.uptimeRead.at;
    return { wall: this.clocks.wall(), monotonic, uptimeMs: this.uptimeRead.ms + sinceMs };
  }
}
