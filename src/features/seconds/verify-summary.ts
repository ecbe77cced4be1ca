import type { CheckState } from "#protocol/receipt-check.ts";

export interface VerifySummary {
  state: "right" | "partly" | "wrong";
  ok: number;
  failed: number;
  later: number;
}

/** What the steps of a check come to: one that fails spoils all, one that waits leaves the rest right. */
export function summaryOf(states: readonly CheckState[]): VerifySummary {
  const count = (wanted: CheckState) => states.filter((state) => state === wanted).length;
  const [ok, failed, later] = [count("ok"), count("failed"), count("later")];
  return { state: failed > 0 ? "wrong" : later > 0 ? "partly" : "right", ok, failed, later };
}
