import {
  lotsToMinor,
  lotsWithin,
  reserveOf,
  valueUp,
  worstPrice,
} from "#protocol/rules/spot-fill.ts";
import {
  estimateFill,
  estimateLimit,
  fillsAny,
  restAt,
  type Estimate,
  type Rest,
  type FillRequest,
} from "./estimate.ts";
import { tifOf, type TicketDraft, type TicketFacts, type TicketNumbers } from "./ticket-facts.ts";

/**
 * What happens to an order by the current book: it fills completely, fills partly and the rest is cancelled or
 * rests, rests completely, is cancelled, or waits for its stop.
 */
export type Fate = "fills" | "partly-cancelled" | "partly-rests" | "rests" | "cancelled" | "waits";

export interface Outlook {
  estimate: Estimate | undefined;
  rest: Rest | undefined;
  fate: Fate | undefined;
  reserve: bigint | undefined;
}

const nothing: Outlook = {
  estimate: undefined,
  rest: undefined,
  fate: undefined,
  reserve: undefined,
};

/** The fate, fills and held amount of an order; empty until its numbers are known. */
export function outlookOf(draft: TicketDraft, numbers: TicketNumbers, facts: TicketFacts): Outlook {
  const outlook = aheadOf(draft, numbers, facts);
  const { lots } = numbers;
  if (draft.side === "buy" || lots === undefined) return outlook;
  return { ...outlook, reserve: lotsToMinor(lots, facts.market.scales) };
}

function aheadOf(draft: TicketDraft, numbers: TicketNumbers, facts: TicketFacts): Outlook {
  switch (draft.type) {
    case "market":
      return marketOutlook(draft, numbers, facts);
    case "limit":
      return limitOutlook(draft, numbers, facts);
    case "stop-limit":
    case "stop-market":
      return stopOutlook(draft, numbers, facts);
  }
}

function marketOutlook(
  { side }: TicketDraft,
  { spend, lots }: TicketNumbers,
  { market, asks, bids }: TicketFacts,
): Outlook {
  const request: FillRequest | undefined =
    spend !== undefined
      ? { side: "buy", spend }
      : lots !== undefined
        ? { side, amount: lots }
        : undefined;
  if (!request) return nothing;
  const levels = side === "buy" ? asks : bids;
  const estimate = estimateFill(request, levels, market.scales, market.feeRate);
  const [best] = levels;
  const reserve =
    spend ??
    (best && side === "buy" && lots !== undefined
      ? reserveOf(lots, best.price, market.scales)
      : undefined);
  return {
    estimate,
    rest: undefined,
    fate: !fillsAny(estimate) ? undefined : estimate.short ? "partly-cancelled" : "fills",
    reserve,
  };
}

function limitOutlook(
  draft: TicketDraft,
  { price, lots }: TicketNumbers,
  { market, asks, bids }: TicketFacts,
): Outlook {
  if (price === undefined || lots === undefined) return nothing;
  const { side } = draft;
  const { scales } = market;
  const tif = tifOf(draft);
  const taken = estimateLimit(
    side,
    { price, lots },
    side === "buy" ? asks : bids,
    scales,
    market.feeRate,
  );
  const reserve = side === "buy" ? valueUp({ price, lots }, scales) : undefined;
  const crosses = taken !== undefined;
  const whole = taken?.unfilled === 0n;
  if (tif === "post_only" && crosses) return { ...nothing, fate: "cancelled", reserve };
  if (tif === "fok" || tif === "ioc") {
    if (!crosses || (tif === "fok" && !whole)) return { ...nothing, fate: "cancelled", reserve };
    return {
      estimate: taken,
      rest: undefined,
      fate: whole ? "fills" : "partly-cancelled",
      reserve,
    };
  }
  if (whole) return { estimate: taken, rest: undefined, fate: "fills", reserve };
  const rest = restAt(side, { price, lots: taken?.unfilled ?? lots }, scales, market.makerRate);
  return { estimate: taken, rest, fate: crosses ? "partly-rests" : "rests", reserve };
}

/** A stop is calculated at its limit, or at the stop price itself; it may be taker or maker, so with the higher fee. */
function stopOutlook(
  { side, type }: TicketDraft,
  { price, stopPrice, spend, lots }: TicketNumbers,
  { market }: TicketFacts,
): Outlook {
  const { scales } = market;
  const at = type === "stop-limit" ? price : stopPrice;
  if (at === undefined || stopPrice === undefined) return nothing;
  const count = lots ?? (spend === undefined ? undefined : lotsWithin(spend, at, scales));
  if (count === undefined) return nothing;
  const furthest = type === "stop-limit" ? at : worstPrice("buy", at);
  const reserve =
    side === "buy" ? (spend ?? valueUp({ price: furthest, lots: count }, scales)) : undefined;
  return {
    estimate: undefined,
    rest: restAt(side, { price: at, lots: count }, scales, market.feeRate),
    fate: "waits",
    reserve,
  };
}
