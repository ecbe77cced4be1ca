import { parseSigned } from "#protocol/wire/amount.ts";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { equityAt, requiredAt } from "#protocol/rules/contracts/contract-risk.ts";
import { fundingOf, type Price } from "#protocol/rules/contracts/contract-worth.ts";
import type { Rate } from "#protocol/rules/spot-fill.ts";
import { lockAccounts } from "../../ledger/accounts.ts";
import { post } from "../../ledger/post.ts";
import type { Batch } from "../../matching/batches.ts";
import { announcePosition } from "../records/wire.ts";
import { markDecimals, termsOfRow } from "../records/contract-market.ts";
import { lockPositions, readUnfunded } from "../fills/due-rows.ts";
import {
  addToFunding,
  type FundingRow,
  openFunding,
  passFunding,
  readFunding,
} from "./funding-rows.ts";
import { fundingAfter } from "../rules/funding-time.ts";
import { noticeFundings } from "../records/contract-notices.ts";
import { exposureOf, withRisk } from "../records/position-risk.ts";
import { accountsOf, funding } from "../records/postings.ts";
import { type PositionRow, updatePosition } from "../records/rows.ts";
import type { Turn } from "../fills/market-lock.ts";

/** A settlement that could not begin so long after its instant is skipped. */
const latestMs = 60_000;
/** For so long the index of the instant may still come in. */
const indexMs = 3000;
/** No rate moves more than this in one period: 0.30 %. */
const cap = 30n * 10n ** 14n;
const rateScale = 18;
/** Instants count of one by one after a long outage. */
const mostMissed = 1000;

/** What the source says of a funding instant. */
export interface FundingFacts {
  /** Unix ms. */
  fundingAt: number;
  /** Decimal fraction, undefined where it is not known. */
  rate: string | undefined;
  /** Two decimals more than ticks, undefined where the source was not there at that second. */
  index: number | undefined;
}

/**
 * Settles a funding instant for some of the positions that were open at it (rules.md, 4): each pays or gets
 * once, by the index and the rate of that instant, and pays no more than leaves it above liquidation. What
 * could not be settled in time is skipped, and its row says why.
 * @param fundedAt of the oldest settlement that an open position was part of, Unix ms
 * @returns whether there may be more at once
 */
export async function settleFunding(
  turn: Turn,
  { fundingAt, rate, index }: FundingFacts,
  fundedAt: number,
  batch: Batch,
): Promise<boolean> {
  const {
    tx: { db },
    code,
    now,
    prices: { mark },
  } = turn;
  const found = await readFunding(db, code, fundingAt);
  if (found && found.skipped !== null) {
    await passFunding(db, code, fundingAt);
    return false;
  }
  if (!found) {
    const late = now - fundingAt > latestMs;
    const skipped = late
      ? mark
        ? "late"
        : "stale"
      : mark && index === undefined && now - fundingAt > indexMs
        ? "stale"
        : undefined;
    if (skipped !== undefined) {
      await skip(turn, { from: fundedAt, to: fundingAt, why: skipped });
      return false;
    }
    if (!mark || index === undefined || rate === undefined) return false;
    await openFunding(db, { code, fundingAt, rate, index: BigInt(index), skipped: null, now });
  }
  const settlement = found ?? (await readFunding(db, code, fundingAt));
  return settlement !== undefined && mark !== null && settlePortion(turn, settlement, mark, batch);
}

/** Lets open positions pass all instants up to one; each has a row that says why. */
async function skip(
  { tx: { db }, code, now }: Turn,
  { from, to, why }: { from: number; to: number; why: string },
): Promise<void> {
  for (
    let at = fundingAfter(from), count = 0;
    at <= to && count < mostMissed;
    at = fundingAfter(at), count++
  ) {
    await openFunding(db, { code, fundingAt: at, rate: null, index: null, skipped: why, now });
  }
  await passFunding(db, code, to);
}

async function settlePortion(
  turn: Turn,
  settlement: FundingRow,
  mark: Price,
  batch: Batch,
): Promise<boolean> {
  const { tx, bus, code, now, prices } = turn;
  const fundingAt = settlement.funding_at;
  const seen = await readUnfunded(tx.db, { code, fundingAt, ...batch });
  const positions = await lockPositions(
    tx.db,
    seen.map(({ id }) => id),
  );
  await lockAccounts(tx, accountsOf(positions));
  let paid = 0n;
  const costs: { position: PositionRow; amount: bigint }[] = [];
  for (const position of positions) {
    batch.begin(position.id);
    const amount = payable(position, settlement, mark);
    if (amount !== 0n) await post(tx, funding(position, { amount, fundingAt, now }));
    const after = withRisk({
      ...position,
      margin: position.margin + amount,
      funding: position.funding + amount,
      funded_at: fundingAt,
      ...(amount !== 0n && { moves: position.moves + 1, updated_at: now }),
    });
    await updatePosition(tx.db, after);
    if (amount !== 0n) announcePosition(tx, bus, after, prices);
    paid -= amount;
    if (amount < 0n) costs.push({ position: after, amount: -amount });
  }
  await noticeFundings(tx, costs, now);
  const isMore = seen.length === batch.limit;
  await addToFunding(tx.db, {
    code,
    fundingAt,
    positions: positions.length,
    paid,
    finishedAt: isMore || batch.skipped.length > 0 ? null : now,
  });
  return isMore;
}

/** What a settlement moves on a position's margin, signed: one that pays keeps what its maintenance needs at the mark price. */
export function payable(
  position: Pick<
    PositionRow,
    "direction" | "volume" | "cost" | "margin" | "size_value" | "size_scale" | "price_precision"
  >,
  { rate, index_price }: Pick<FundingRow, "rate" | "index_price">,
  mark: Price,
): bigint {
  const terms = termsOfRow(position);
  const index = { value: index_price ?? 0n, scale: position.price_precision + markDecimals };
  const amount = fundingOf(position.direction, position.volume, index, rateOf(rate ?? "0"), terms);
  if (amount >= 0n) return amount;
  const exposure = exposureOf(position);
  // One minor unit above what liquidates.
  const spare =
    equityAt(exposure, mark, terms) -
    requiredAt(position.volume, mark, terms, contractRates.taker) -
    1n;
  const most = spare < position.margin ? spare : position.margin;
  return -amount <= most ? amount : most > 0n ? -most : 0n;
}

/** A rate as the source writes it, capped. */
function rateOf(text: string): Rate {
  const value = parseSigned(text, rateScale) ?? 0n;
  return { value: value > cap ? cap : value < -cap ? -cap : value, scale: rateScale };
}
