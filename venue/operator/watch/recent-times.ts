import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

const windowSec = 60;
const stretchSec = 10;
/** µs: from one to ten minutes, to one percent. */
const range = { lowest: 1, highest: 600_000_000, figures: 2 };

/**
 * How long answers of the last minute took. The minute is kept in stretches of ten seconds, which leave it one by one.
 */
export class RecentTimes {
  private readonly stretches = new Map<number, RecordableHistogram>();

  /** @param atSec seconds of a clock that is never set */
  record(tookMs: number, atSec: number): void {
    const at = Math.floor(atSec / stretchSec);
    let stretch = this.stretches.get(at);
    if (stretch === undefined) {
      this.dropOld(atSec);
      stretch = createHistogram(range);
      this.stretches.set(at, stretch);
    }
    stretch.record(Math.min(range.highest, Math.max(range.lowest, Math.round(tookMs * 1000))));
  }

  /** @returns ms for each percentile asked for, 0 where nothing was recorded */
  percentiles<const P extends readonly number[]>(
    wanted: P,
    atSec: number,
  ): { [K in keyof P]: number } {
    this.dropOld(atSec);
    const all = createHistogram(range);
    for (const stretch of this.stretches.values()) all.add(stretch);
    return wanted.map((percent) => (all.count === 0 ? 0 : all.percentile(percent) / 1000)) as {
      [K in keyof P]: number;
    };
  }

  private dropOld(atSec: number): void {
    const oldest = Math.floor((atSec - windowSec) / stretchSec);
    for (const at of this.stretches.keys()) if (at <= oldest) this.stretches.delete(at);
  }
}
