import { formatAmount } from "#protocol/wire/amount.ts";
import type { SecondsRecord } from "#protocol/api/seconds-order.ts";
import type { RecordRow } from "./track-record-rows.ts";
import { stakeScale } from "../records/stake-currency.ts";

const money = (minor: bigint) => formatAmount(minor, stakeScale);

/** How settled contracts ended, all together and by duration, the shortest first. @param since the first acceptance */
export function toRecord(rows: readonly RecordRow[], since: number | null): SecondsRecord {
  const nothing = { wins: 0, losses: 0, draws: 0, voids: 0, staked: 0n, net: 0n };
  const all = rows.reduce(
    (sum, row) => ({
      wins: sum.wins + row.wins,
      losses: sum.losses + row.losses,
      draws: sum.draws + row.draws,
      voids: sum.voids + row.voids,
      staked: sum.staked + row.staked,
      net: sum.net + row.net,
    }),
    nothing,
  );
  const counts = ({ wins, losses, draws, voids, staked, net }: typeof nothing) => ({
    wins,
    losses,
    draws,
    voids,
    staked: money(staked),
    net: money(net),
  });
  return { since, ...counts(all), times: rows.map((row) => ({ time: row.time, ...counts(row) })) };
}
