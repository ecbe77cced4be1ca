import { formatAmount, parseAmount, parseSigned } from "#protocol/wire/amount.ts";
import {
  contractRates,
  inContracts,
  openFrom,
  type Opened,
  type Opening,
  type Quoted,
  reservePrice,
} from "#protocol/rules/contracts/contract-open.ts";
import { addTo } from "#protocol/rules/contracts/contract-settlement.ts";
import {
  type Exposure,
  distanceTo,
  equityAt,
  liquidationPrice,
  marginRatio,
  ratioScale,
  requiredAt,
} from "#protocol/rules/contracts/contract-risk.ts";
import {
  contractFee,
  type ContractTerms,
  costOf,
  costScale,
  type Direction,
  entryPrice,
  initialMargin,
  moneyScale,
  orderCost,
  type Price,
  profitAt,
  worthOf,
} from "#protocol/rules/contracts/contract-worth.ts";
import type { ContractOrder, ContractPosition } from "#protocol/api/contracts.ts";
import { divideDown, divideHalfUp, pow10, rescaleUp } from "#protocol/wire/rounding.ts";
import type { BookLevel } from "#protocol/rules/spot-fill.ts";

/** A contract's rules, for the ticket and the cards. */
export interface ContractMarket {
  symbol: string;
  code: string;
  base: string;
  quote: string;
  terms: ContractTerms;
  /** Lots of the coin's order book in one contract. */
  lots: bigint;
  /** Allowed leverages, ascending. */
  leverages: readonly number[];
  online: boolean;
  /** Least value of an order, money. */
  minValue: bigint;
}

/** The current facts of a contract. */
export interface ContractFacts {
  market: ContractMarket;
  mark: Price | null;
  index: Price | null;
  /** Ticks. */
  last: bigint | null;
  /** Fraction, decimal text. */
  fundingRate: string | null;
  /** The displayed book of the coin, in lots. */
  asks: readonly BookLevel[];
  bids: readonly BookLevel[];
  /** Money; null for a visitor and where it could not be read. */
  available: bigint | null;
  /** Value of the whole account, money; null where it is unknown. */
  worth: bigint | null;
  /** The account's leverage; null before it is known. */
  leverage: number | null;
  /** The user has accepted the current version of the leverage risk. */
  acknowledged: boolean;
  /** Open positions and waiting orders of this contract; null before they are known. */
  positions: readonly ContractPosition[] | null;
  orders: readonly ContractOrder[] | null;
  /** Number of waiting orders of all contracts; null before it is known. */
  openOrders: number | null;
}

/** Take profit and stop loss in ticks; null for none. */
export interface Triggers {
  tp: bigint | null;
  sl: bigint | null;
}

/** The outcome of a close at a trigger price. */
export interface TriggerOutcome {
  /** Less the fees of opening and of that close. */
  net: bigint;
  /** `net` as a share of the initial margin, at `ratioScale`; null without a margin. */
  roi: bigint | null;
  /** The taker fee of the close. */
  fee: bigint;
}

/** Every figure of an order before the tap. */
export interface Preview {
  /** The part that fills at once by the displayed book. */
  opened: Opened;
  /** Contracts that then wait at the limit. */
  rest: bigint;
  /** Contracts that this order opens if it fills as far as it can. */
  volume: bigint;
  /** Their cost, money. */
  notional: bigint;
  margin: bigint;
  fee: bigint;
  /** The taker fee of closing them at the same price. */
  closeFee: bigint;
  /** Money held until the order is over; null where there is no price to compute it with. */
  aside: bigint | null;
  /** Ticks with `averageDecimals` more; null where nothing opens. */
  average: bigint | null;
  /** Distance of the average fill from the best price, in millionths. */
  slippage: bigint | null;
  /** The exposure of this order alone. */
  own: Exposure | null;
  /** The position after it, with the current one. */
  exposure: Exposure | null;
  /** Ticks; null where no price liquidates it. */
  liquidation: bigint | null;
  /** Share of the mark between it and liquidation, at `ratioScale`. */
  distance: bigint | null;
  /** At the mark price, at `ratioScale`. */
  ratio: bigint | null;
  tp: TriggerOutcome | null;
  sl: TriggerOutcome | null;
}

/** Decimals that an average price has more than a tick. */
export const averageDecimals = 2;

/** The fields of an order that its figures depend on. */
export type PreviewOrder = Opening & Triggers;

/** What an order would cost, open and risk, by the venue's own rules. */
export function previewOf(order: PreviewOrder, facts: ContractFacts): Preview {
  const { market, mark } = facts;
  const { terms } = market;
  const { direction, leverage, limit, volume } = order;
  const reserved = reservePrice(order, quotedOf(facts));
  const aside =
    reserved === undefined
      ? null
      : orderCost(costOf(volume, reserved, terms), leverage, contractRates.taker).frozen;
  const levels = direction === "buy" ? facts.asks : facts.bids;
  const opened = openFrom(
    { ...order, held: aside ?? 0n },
    inContracts(levels, market.lots),
    contractRates.taker,
    terms,
  );
  const rest = limit === null ? 0n : volume - opened.volume;
  const restCost = limit === null ? 0n : costOf(rest, limit, terms);
  const whole = {
    volume: opened.volume + rest,
    cost: opened.cost + restCost,
    margin: opened.margin + initialMargin(restCost, leverage),
    fee: opened.fee + contractFee(restCost, contractRates.maker),
  };
  const current = exposureOfSide(facts.positions, direction);
  const mine: Exposure = { direction, ...whole };
  const exposure = whole.volume === 0n ? null : current ? addTo(current, whole) : mine;
  const liquidation =
    exposure && liquidationPrice(exposure, terms, contractRates.taker, terms.price);
  const average =
    whole.volume === 0n
      ? null
      : entryPrice(whole.cost, whole.volume, terms, terms.price + averageDecimals);
  const outcome = (trigger: bigint | null) =>
    trigger === null || whole.volume === 0n
      ? null
      : triggerOutcome(mine, leverage, trigger, terms, whole.fee);
  return {
    opened,
    rest,
    aside,
    average,
    exposure,
    liquidation,
    own: whole.volume === 0n ? null : mine,
    volume: whole.volume,
    notional: moneyUp(whole.cost),
    margin: whole.margin,
    fee: whole.fee,
    closeFee: contractFee(whole.cost, contractRates.taker),
    slippage: slippageOf(direction, opened, levels[0]?.price, terms),
    distance:
      liquidation === null || !mark
        ? null
        : distanceTo({ value: liquidation, scale: terms.price }, mark, direction),
    ratio: exposure && mark && marginRatio(exposure, mark, terms, contractRates.taker),
    tp: outcome(order.tp),
    sl: outcome(order.sl),
  };
}

/**
 * What a position would have brought after a close at a trigger price; the trigger is not the price of the fill.
 * @param openFee of opening it; where that is not known, the taker's, which is the most it can have been
 */
export function triggerOutcome(
  { direction, volume, cost }: Exposure,
  leverage: number,
  ticks: bigint,
  terms: ContractTerms,
  openFee: bigint = contractFee(cost, contractRates.taker),
): TriggerOutcome {
  const fee = contractFee(costOf(volume, ticks, terms), contractRates.taker);
  const net =
    profitAt(direction, volume, cost, { value: ticks, scale: terms.price }, terms) - openFee - fee;
  return { net, roi: shareOf(net, initialMargin(cost, leverage)), fee };
}

/** The exposure of a position of the wire. */
export function exposureOf(
  position: Pick<ContractPosition, "direction" | "volume" | "entry_value" | "position_margin">,
): Exposure {
  return {
    direction: position.direction,
    volume: BigInt(position.volume),
    cost: parseSigned(position.entry_value, costScale) ?? 0n,
    margin: parseSigned(position.position_margin, moneyScale) ?? 0n,
  };
}

export interface PositionFigures {
  exposure: Exposure;
  /** Ticks with `averageDecimals` more. */
  entry: bigint;
  /** Initial margin of what is open. */
  initial: bigint;
  /** Ticks; null where no price liquidates it. */
  liquidation: bigint | null;
  /** Figures at the mark price; null without one. */
  marked: MarkedFigures | null;
}

export interface MarkedFigures {
  /** Value at the mark price. */
  notional: bigint;
  profit: bigint;
  /** Of the initial margin, at `ratioScale`. */
  roi: bigint | null;
  equity: bigint;
  /** Required margin: maintenance margin and the closing fee. */
  required: bigint;
  /** At `ratioScale`; null where nothing is left to divide by. */
  ratio: bigint | null;
  distance: bigint | null;
}

/** A position's figures at a mark price: the card, the sheets and the what-if panel. */
export function positionFigures(
  position: Pick<
    ContractPosition,
    "direction" | "volume" | "entry_value" | "position_margin" | "lever_rate"
  >,
  mark: Price | null,
  terms: ContractTerms,
): PositionFigures {
  return figuresOf(exposureOf(position), position.lever_rate, mark, terms);
}

/** The figures of an exposure, e.g. of a position that is not open yet. */
export function figuresOf(
  exposure: Exposure,
  leverage: number,
  mark: Price | null,
  terms: ContractTerms,
): PositionFigures {
  const { direction, volume, cost } = exposure;
  const initial = initialMargin(cost, leverage);
  const liquidation = liquidationPrice(exposure, terms, contractRates.taker, terms.price);
  const figures = {
    exposure,
    entry: entryPrice(cost, volume, terms, terms.price + averageDecimals),
    initial,
    liquidation,
  };
  if (mark === null) return { ...figures, marked: null };
  const profit = profitAt(direction, volume, cost, mark, terms);
  return {
    ...figures,
    marked: {
      notional: worthMoney(worthOf(volume, mark, terms)),
      profit,
      roi: shareOf(profit, initial),
      equity: equityAt(exposure, mark, terms),
      required: requiredAt(volume, mark, terms, contractRates.taker),
      ratio: marginRatio(exposure, mark, terms, contractRates.taker),
      distance:
        liquidation === null
          ? null
          : distanceTo({ value: liquidation, scale: terms.price }, mark, direction),
    },
  };
}

/** A price of the wire from its decimal text, with any number of decimals; null where it is none. */
export function priceFrom(text: string | null | undefined): Price | null {
  const scale = text?.split(".")[1]?.length ?? 0;
  const value = text ? parseSigned(text, scale) : undefined;
  return value === undefined || value <= 0n ? null : { value, scale };
}

/** Money as decimal text. */
export function moneyText(minor: bigint): string {
  return formatAmount(minor, moneyScale);
}

/** A share at `ratioScale` in percent, as decimal text. */
export function percentOf(share: bigint): string {
  return formatAmount(share, ratioScale - 2);
}

/** The open position of a side. */
export function exposureOfSide(
  positions: readonly ContractPosition[] | null,
  direction: Direction,
): Exposure | undefined {
  const position = positions?.find((one) => one.direction === direction && one.volume > 0);
  return position && exposureOf(position);
}

function slippageOf(
  direction: Direction,
  { volume, cost }: Opened,
  best: bigint | undefined,
  terms: ContractTerms,
): bigint | null {
  if (volume === 0n || best === undefined) return null;
  const decimals = terms.price + averageDecimals;
  const [average, scaled] = [
    entryPrice(cost, volume, terms, decimals),
    best * pow10(averageDecimals),
  ];
  return divideHalfUp(
    (direction === "buy" ? average - scaled : scaled - average) * 1_000_000n,
    scaled,
  );
}

/** Best quotes of the displayed book. */
export function quotedOf({ bids, asks }: Pick<ContractFacts, "asks" | "bids">): Quoted {
  return { bid: bids[0]?.price, ask: asks[0]?.price };
}

function shareOf(part: bigint, whole: bigint): bigint | null {
  return whole === 0n ? null : divideDown(part * pow10(ratioScale), whole);
}

/** A cost in money, rounded up. */
export function moneyUp(cost: bigint): bigint {
  return rescaleUp(cost, costScale, moneyScale);
}

function worthMoney({ value, scale }: Price): bigint {
  return rescaleUp(value, scale, moneyScale);
}

/** Money typed as a plain decimal. */
export function parseMoney(text: string): bigint | undefined {
  return parseAmount(text, moneyScale);
}
