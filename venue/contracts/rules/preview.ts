import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount } from "#protocol/wire/amount.ts";
import {
  contractRates,
  type Opened,
  openFrom,
  openParts,
} from "#protocol/rules/contracts/contract-open.ts";
import { liquidationPrice } from "#protocol/rules/contracts/contract-risk.ts";
import {
  contractFee,
  costScale,
  moneyScale,
  notionalUp,
} from "#protocol/rules/contracts/contract-worth.ts";
import type { BookLevel } from "#protocol/rules/spot-fill.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Exposure } from "../records/list-rows.ts";
import { mostVolume, type Placement } from "./rules.ts";

/** The facts of a user that the preview needs. */
export interface Own {
  available: bigint;
  /** The position that it would add to. */
  position: (Pick<Exposure, "volume" | "cost"> & { margin: bigint }) | undefined;
}

/** What an order would come to on a book, by the very rules that book it. */
export interface Preview {
  notional: string;
  margin: string;
  open_fee: string;
  close_fee: string;
  /** All that is set aside. */
  cost: string;
  liquidation_price: string | null;
  max_volume: number;
}

/**
 * What an order would cost and where its position would be liquidated: what the book has for it now
 * as taker, and where it may rest the rest at its limit as maker.
 * @param offered what is left of the side it would take from, in contracts
 * @throws Refusal notTradable where the book has nothing for a market order
 */
export function previewOf(
  placement: Placement,
  offered: Iterable<BookLevel>,
  { available, position }: Own,
): Preview {
  const {
    market: { terms, spec },
    direction,
    limit,
    volume,
    freeze,
  } = placement;
  const taken = openFrom({ ...placement, held: freeze }, offered, contractRates.taker, terms);
  const rested = restOf(placement, taken);
  const [cost, margin, fee] = [
    taken.cost + rested.cost,
    taken.margin + rested.margin,
    taken.fee + rested.fee,
  ];
  if (limit === null && taken.volume === 0n)
    throw new Refusal(codes.notTradable, { reason: "no_liquidity" });
  const exposure = {
    direction,
    volume: (position?.volume ?? 0n) + (limit === null ? taken.volume : volume),
    cost: (position?.cost ?? 0n) + cost,
    margin: (position?.margin ?? 0n) + margin,
  };
  const liquidation = liquidationPrice(exposure, terms, contractRates.taker, spec.pricePrecision);
  const money = (minor: bigint) => formatAmount(minor, moneyScale);
  return {
    notional: money(notionalUp({ value: cost, scale: costScale })),
    margin: money(margin),
    open_fee: money(fee),
    close_fee: money(contractFee(cost, contractRates.taker)),
    cost: money(freeze),
    liquidation_price: liquidation === null ? null : formatAmount(liquidation, spec.pricePrecision),
    max_volume: Number(mostVolume(placement, available)),
  };
}

function restOf(placement: Placement, taken: Opened): Pick<Opened, "cost" | "margin" | "fee"> {
  const {
    limit,
    volume,
    freeze,
    market: { terms },
  } = placement;
  if (limit === null) return { cost: 0n, margin: 0n, fee: 0n };
  const left = {
    ...placement,
    volume: volume - taken.volume,
    held: freeze - taken.margin - taken.fee,
  };
  return openParts(left, [{ price: limit, lots: left.volume }], contractRates.maker, terms);
}
