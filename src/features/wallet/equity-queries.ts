import { equityEndpoints } from "#protocol/equity.ts";
import { read } from "../../api/query.ts";

export const equitySpans = ["7", "30", "90"] as const;
export type EquitySpan = (typeof equitySpans)[number];

const staleMs = 60_000;

/** What the account was worth on each of so many days. */
export const equityQuery = (span: EquitySpan) => ({
  ...read(equityEndpoints.equity, { days: Number(span) }, { quiet: true, handles: [100010] }),
  staleTime: staleMs,
  refetchInterval: staleMs,
});
