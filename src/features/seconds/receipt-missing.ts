import { minutesOf } from "#protocol/receipt-form.ts";
import type { ReceiptFile } from "#protocol/receipt.ts";

const minuteSec = 60;
const dayMs = 24 * 3600_000;

/** When a day of the venue (GMT+8) is over, Unix ms. */
export function dayEnd(date: string): number {
  return Date.parse(`${date}T00:00:00+08:00`) + dayMs;
}

export interface MissingEvidence {
  /** Minutes of the tick log, Unix s. */
  minutes: readonly number[];
  /** Simulated days. */
  days: readonly string[];
  /** The receipts around it in the chain. */
  chain: boolean;
}

/** What a file lacks, whether or not it can be had yet. */
export function missingOf({
  receipt,
  ticks,
  chain,
  days,
}: Omit<ReceiptFile, "format" | "public_key">): MissingEvidence {
  const has = (seq: number) => chain.some((link) => link.seq === seq);
  return {
    minutes: [...new Set([...minutesOf(receipt.t0), ...minutesOf(receipt.t1)])].filter(
      (minute) => !ticks.some((line) => line.minute === minute),
    ),
    days: receipt.day_commits
      .map(({ date }) => date)
      .filter((date) => !days.some((day) => day.date === date)),
    chain: !has(receipt.seq) || (receipt.seq > 1 && !has(receipt.seq - 1)),
  };
}

/** Whether something of what is missing is published by a moment (Unix ms, the venue's clock). */
export function isPublished({ minutes, days, chain }: MissingEvidence, nowMs: number): boolean {
  return (
    chain ||
    minutes.some((minute) => nowMs >= (minute + minuteSec) * 1000) ||
    days.some((date) => nowMs >= dayEnd(date))
  );
}
