import type { Limits } from "../settings/limits.ts";
import type { Log } from "../store/store.ts";

const sampleMs = 100;
/** With fewer reads in a sample it is not reads that keep the process busy. */
const fewReads = 50;
/** How the share that is turned away follows the load: up by this for each limit of lateness, down to nothing within two seconds. */
const stepUp = 0.1;
const stepDown = 0.05;
const highestShare = 0.9;
/** A read that was turned away may be tried again after this. */
export const shedWaitSec = 2;

/**
 * Turns reads away while the event loop runs late under them, so that orders, cancels and log-ins, which are always
 * taken, do not wait behind them. Reads without a signature go first, signed ones only once none of the others is
 * answered any more, and a part of them always is.
 */
export class LoadShedder {
  /** Reads turned away since the start. */
  turnedAway = 0;
  private readonly limits: Pick<Limits, "loopLateMs">;
  private readonly log: Log;
  private readonly monotonic: () => number;
  /** Of the load, from 0 (all is answered) to {@link highestShare}. */
  private share = 0;
  private reads = 0;
  private readonly owed = { visitors: 0, users: 0 };
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(limits: LoadShedder["limits"], log: Log, monotonic: () => number) {
    this.limits = limits;
    this.log = log;
    this.monotonic = monotonic;
  }

  start(): void {
    let dueAt = this.monotonic() + sampleMs;
    this.timer = setInterval(() => {
      const now = this.monotonic();
      this.sample(now - dueAt);
      dueAt = now + sampleMs;
    }, sampleMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Takes in how late the event loop ran since the last sample, ms. */
  sample(lateMs: number): void {
    const isBusy = lateMs > this.limits.loopLateMs && this.reads >= fewReads;
    const before = this.share;
    this.share = isBusy
      ? Math.min(highestShare, before + (stepUp * lateMs) / this.limits.loopLateMs)
      : Math.max(0, Math.round((before - stepDown) * 100) / 100);
    this.reads = 0;
    if (before === 0 && this.share > 0)
      this.log("warn", "reads are turned away: more is asked than this process can answer", {
        lateMs: Math.round(lateMs),
      });
    if (before > 0 && this.share === 0)
      this.log("info", "all reads are answered again", { turnedAway: this.turnedAway });
  }

  /** Whether this read is to be asked for again later. */
  turnsAway(isSigned: boolean): boolean {
    this.reads += 1;
    const who = isSigned ? "users" : "visitors";
    this.owed[who] += isSigned ? Math.max(0, 2 * this.share - 1) : Math.min(1, 2 * this.share);
    if (this.owed[who] < 1) return false;
    this.owed[who] -= 1;
    this.turnedAway += 1;
    return true;
  }
}
