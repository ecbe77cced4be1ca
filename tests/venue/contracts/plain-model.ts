/**
 * Contracts kept in plain objects, as rules.md 4 tells them: slow to be wrong in, because there is nothing
 * to it. One contract of bitcoin; prices in ticks, volumes in contracts, money in minor units.
 */
import { addTo, closePart } from "#protocol/rules/contracts/contract-settlement.ts";
import {
  contractRates,
  openFrom,
  openParts,
  type Quoted,
  reservePrice,
} from "#protocol/rules/contracts/contract-open.ts";
import {
  type Exposure,
  equityAt,
  mustLiquidate,
  requiredAt,
} from "#protocol/rules/contracts/contract-risk.ts";
import {
  type ContractTerms,
  costOf,
  type Direction,
  fundingOf,
  orderCost,
  type Price,
} from "#protocol/rules/contracts/contract-worth.ts";
import { type BookLevel, type Rate, walkLevels } from "#protocol/rules/spot-fill.ts";

export const terms: ContractTerms = { size: { value: 1n, scale: 3 }, price: 2 };
const { maker, taker } = contractRates;

export interface ModelPosition extends Exposure {
  user: number;
  frozen: bigint;
  tp: bigint | null;
  sl: bigint | null;
  by: "mark" | "last";
  fee: bigint;
  funding: bigint;
  realised: bigint;
  insurance: bigint;
}

export interface ModelOrder {
  key: string;
  user: number;
  opens: boolean;
  direction: Direction;
  leverage: number;
  limit: bigint | null;
  /** Still wanted. */
  volume: bigint;
  held: bigint;
  tp: bigint | null;
  sl: bigint | null;
  by: "mark" | "last";
  acceptedAt: number;
  seenAt: number | null;
  reverses: boolean;
}

/** What the market shows at one moment; levels and trades in whole contracts. */
export interface ModelMarket {
  ts: number;
  mark: Price;
  last: bigint;
  asks: BookLevel[];
  bids: BookLevel[];
  prints: BookLevel[];
  /** Contracts that trades gave to orders of a side: they are not in the book any more. */
  printed: Record<Direction, bigint>;
  funding?: { rate: Rate; index: Price };
}

/** Of one pass. */
export const stepCount = 8;

const opposite = (direction: Direction): Direction => (direction === "buy" ? "sell" : "buy");

export class PlainModel {
  available = new Map<number, bigint>();
  positions: ModelPosition[] = [];
  orders: ModelOrder[] = [];
  house = { liquidity: 0n, fee: 0n, funding: 0n, insurance: 0n };

  copy(): PlainModel {
    const { available, positions, orders, house } = this;
    return Object.assign(
      new PlainModel(),
      structuredClone({ available, positions, orders, house }),
    );
  }

  fund(user: number, amount: bigint): void {
    this.available.set(user, (this.available.get(user) ?? 0n) + amount);
  }

  place(order: Omit<ModelOrder, "held" | "seenAt">, quotes: Quoted): void {
    const at = reservePrice(order, quotes) ?? 0n;
    const held = orderCost(costOf(order.volume, at, terms), order.leverage, taker).frozen;
    this.fund(order.user, -held);
    this.orders.push({ ...order, held, seenAt: null });
  }

  close(order: Omit<ModelOrder, "held" | "seenAt">): void {
    const position = this.closed(order);
    if (position) position.frozen += order.volume;
    this.orders.push({ ...order, held: 0n, seenAt: null });
  }

  end(order: ModelOrder): void {
    this.orders = this.orders.filter((one) => one !== order);
    this.fund(order.user, order.held);
    const position = order.opens ? undefined : this.closed(order);
    if (position) position.frozen -= order.volume;
  }

  adjust(position: ModelPosition, amount: bigint): void {
    this.fund(position.user, -amount);
    position.margin += amount;
  }

  /** Time without a market: what wanted it at once is given up after ten seconds. */
  stale(now: number): void {
    for (const order of this.orders)
      if (order.limit === null && order.seenAt === null && now - order.acceptedAt >= 10_000)
        this.end(order);
  }

  /** One pass: what is left undone of it, or its first steps alone where it was killed. */
  tick(market: ModelMarket, steps = stepCount): void {
    const { funding, mark } = market;
    const isDue = ({ seenAt }: ModelOrder) => seenAt === null;
    const all: (() => void)[] = [
      () => {
        if (funding)
          for (const position of this.positions) this.settleFunding(position, funding, mark);
      },
      () =>
        this.positions
          .filter((position) => mustLiquidate(position, mark, terms, taker))
          .forEach((position) => this.liquidate(position, market)),
      () =>
        this.positions
          .filter((position) => isReached("sl", position, market))
          .forEach((position) => this.trigger(position, market)),
      () =>
        this.positions
          .filter((position) => isReached("tp", position, market))
          .forEach((position) => this.trigger(position, market)),
      () => this.orders.filter(isDue).forEach((order) => this.take(order, market)),
      // What a reversal opened.
      () => this.orders.filter(isDue).forEach((order) => this.take(order, market)),
      () => this.rest("buy", market),
      () => this.rest("sell", market),
    ];
    for (const step of all.slice(0, steps)) step();
    if (steps > 0) delete market.funding;
  }

  private settleFunding(
    position: ModelPosition,
    { index, rate }: { rate: Rate; index: Price },
    mark: Price,
  ): void {
    let amount = fundingOf(position.direction, position.volume, index, rate, terms);
    const spare =
      equityAt(position, mark, terms) - requiredAt(position.volume, mark, terms, taker) - 1n;
    const most = spare < position.margin ? spare : position.margin;
    if (amount < 0n && -amount > most) amount = most > 0n ? -most : 0n;
    position.margin += amount;
    position.funding += amount;
    this.house.funding -= amount;
  }

  private liquidate(position: ModelPosition, market: ModelMarket): void {
    const side = market[position.direction === "buy" ? "bids" : "asks"];
    const worst = side.at(-1);
    if (!worst) return;
    for (const order of this.orders.filter(
      (one) =>
        one.user === position.user &&
        one.direction === (one.opens ? position.direction : opposite(position.direction)),
    ))
      this.end(order);
    const fills: BookLevel[] = [];
    let left = position.volume;
    for (const { price, lots } of offered(market, opposite(position.direction))) {
      const part = lots < left ? lots : left;
      if (part > 0n) fills.push({ price, lots: part });
      left -= part;
    }
    takeOff(side, fills);
    if (left > 0n) fills.push({ price: worst.price, lots: left });
    const net = this.settle(position, fills, taker);
    // Nothing of it reaches its owner.
    this.fund(position.user, -net);
    this.house.insurance += net;
    position.insurance += net;
  }

  private trigger(position: ModelPosition, market: ModelMarket): void {
    const volume = position.volume - position.frozen;
    const side = market[position.direction === "buy" ? "bids" : "asks"];
    const { fills, end } = walk(
      opposite(position.direction),
      null,
      volume,
      offered(market, opposite(position.direction)),
    );
    if (volume === 0n || fills.length === 0) return;
    takeOff(side, fills);
    this.settle(position, fills, taker);
    if (end === "done") Object.assign(position, { tp: null, sl: null });
  }

  private take(order: ModelOrder, market: ModelMarket): void {
    if (order.limit === null && market.ts - order.acceptedAt > 10_000) return this.end(order);
    const side = market[order.direction === "buy" ? "asks" : "bids"];
    order.seenAt = market.ts;
    const { fills } = order.opens
      ? {
          fills: openFrom(order, offered(market, order.direction), taker, terms).parts.map(
            ({ price, volume }) => ({ price, lots: volume }),
          ),
        }
      : walk(order.direction, order.limit, order.volume, offered(market, order.direction));
    if (fills.length > 0 && !this.fill(order, fills, taker, market)) return this.end(order);
    takeOff(side, fills);
    if (order.limit === null || order.volume === 0n) this.end(order);
    if (order.reverses && !order.opens && order.volume === 0n)
      this.reverse(
        order,
        fills.reduce((sum, { lots }) => sum + lots, 0n),
        market,
      );
  }

  private reverse(
    { user, direction, leverage, key, by }: ModelOrder,
    volume: bigint,
    { bids: [bid], asks: [ask], ts }: ModelMarket,
  ): void {
    const order = {
      key: `${key}:open`,
      user,
      opens: true,
      direction,
      leverage,
      limit: null,
      volume,
      tp: null,
      sl: null,
      by,
      acceptedAt: ts,
      reverses: true,
    };
    const quotes = { bid: bid?.price, ask: ask?.price };
    const needed = orderCost(
      costOf(volume, reservePrice(order, quotes) ?? 0n, terms),
      leverage,
      taker,
    ).frozen;
    if (needed <= (this.available.get(user) ?? 0n)) this.place(order, quotes);
  }

  private rest(side: Direction, market: ModelMarket): void {
    const better = (a: bigint, b: bigint) => (side === "buy" ? a < b : a > b);
    const queue = this.orders
      .filter(
        (order) =>
          order.limit !== null &&
          order.direction === side &&
          (order.seenAt ?? market.ts) < market.ts,
      )
      .sort((a, b) => (a.limit === b.limit ? 0 : better(b.limit ?? 0n, a.limit ?? 0n) ? -1 : 1));
    const got = new Map<ModelOrder, { prints: BookLevel[]; levels: BookLevel[] }>(
      queue.map((order) => [order, { prints: [], levels: [] }]),
    );
    const give = (
      kind: "prints" | "levels",
      offers: BookLevel[],
      reaches: (price: bigint, limit: bigint) => boolean,
    ) => {
      for (const [order, own] of got) {
        for (const offer of offers) {
          const wanted = order.volume - count(own.prints) - count(own.levels);
          const lots = offer.lots < wanted ? offer.lots : wanted;
          if (lots <= 0n || !reaches(offer.price, order.limit ?? 0n)) continue;
          offer.lots -= lots;
          own[kind].push({ price: offer.price, lots });
        }
      }
    };
    const prints = market.prints
      .map((print) => ({ ...print }))
      .sort((a, b) => (better(a.price, b.price) ? -1 : Number(a.price !== b.price)));
    give("prints", prints, better);
    const given = [...got.values()].reduce((sum, own) => sum + count(own.prints), 0n);
    give(
      "levels",
      offered(market, side, market.printed[side] + given),
      (price, limit) => price === limit || better(price, limit),
    );
    let isRefused = false;
    for (const [order, own] of got) {
      const fills = [...own.prints, ...own.levels].map(({ lots }) => ({
        price: order.limit ?? 0n,
        lots,
      }));
      if (fills.length === 0) continue;
      const isFilled = this.fill(order, fills, maker, market);
      if (isFilled) {
        takeOff(market.prints, own.prints);
        // What a refused order leaves is missing at the best prices, like all that was taken (rules.md, 3).
        takeBest(market[side === "buy" ? "asks" : "bids"], count(own.levels));
        market.printed[side] += count(own.prints);
      } else isRefused = true;
      if (!isFilled || order.volume === 0n) this.end(order);
    }
    if (isRefused) this.rest(side, market);
  }

  /** False where what it would open were liquidated at once. */
  private fill(order: ModelOrder, fills: BookLevel[], rate: Rate, { mark }: ModelMarket): boolean {
    const position = order.opens ? this.opened(order) : this.closed(order);
    if (!order.opens) {
      if (position) this.settle(position, fills, rate, order);
      return true;
    }
    const opened = openParts(order, fills, rate, terms);
    const before = position ?? { direction: order.direction, volume: 0n, cost: 0n, margin: 0n };
    const after = addTo(before, opened);
    if (mustLiquidate(after, mark, terms, taker)) return false;
    const triggers =
      order.tp !== null || order.sl !== null ? { tp: order.tp, sl: order.sl, by: order.by } : {};
    const fresh = {
      user: order.user,
      frozen: 0n,
      tp: null,
      sl: null,
      by: order.by,
      fee: 0n,
      funding: 0n,
      realised: 0n,
      insurance: 0n,
    };
    const grown: ModelPosition = Object.assign(
      position ?? fresh,
      { direction: after.direction, volume: after.volume, cost: after.cost, margin: after.margin },
      triggers,
    );
    if (!position) this.positions.push(grown);
    grown.fee += opened.fee;
    this.house.fee += opened.fee;
    Object.assign(order, {
      held: order.held - opened.margin - opened.fee,
      volume: order.volume - opened.volume,
      tp: null,
      sl: null,
    });
    return true;
  }

  /** Closes part of a position, and returns what reached its owner or was beyond all margin. */
  private settle(
    position: ModelPosition,
    fills: readonly BookLevel[],
    rate: Rate,
    order?: ModelOrder,
  ): bigint {
    let net = 0n;
    for (const { price, lots } of fills) {
      const { realised, fee, arrives, left } = closePart(position, lots, price, rate, terms);
      Object.assign(position, {
        volume: left.volume,
        cost: left.cost,
        margin: left.margin,
        fee: position.fee + fee,
        realised: position.realised + realised,
      });
      this.house.fee += fee;
      this.house.liquidity -= realised;
      net += arrives;
      if (order) {
        order.volume -= lots;
        position.frozen -= lots;
      }
    }
    if (net < 0n) {
      const more = -net < position.margin ? -net : position.margin;
      position.margin -= more;
      net += more;
      this.house.insurance += net;
      position.insurance += net;
    } else this.fund(position.user, net);
    if (position.volume === 0n) this.positions.splice(this.positions.indexOf(position), 1);
    return net > 0n ? net : 0n;
  }

  private opened({ user, direction }: ModelOrder): ModelPosition | undefined {
    return this.positions.find((one) => one.user === user && one.direction === direction);
  }

  private closed({
    user,
    direction,
  }: Pick<ModelOrder, "user" | "direction">): ModelPosition | undefined {
    return this.positions.find((one) => one.user === user && one.direction === opposite(direction));
  }
}

function isReached(
  kind: "tp" | "sl",
  position: ModelPosition,
  { mark, last }: ModelMarket,
): boolean {
  const price = position[kind];
  const now = position.by === "mark" ? mark.value : last * 100n;
  if (price === null) return false;
  return (kind === "tp") === (position.direction === "buy")
    ? now >= price * 100n
    : now <= price * 100n;
}

function walk(side: Direction, limit: bigint | null, volume: bigint, levels: BookLevel[]) {
  return walkLevels(
    { side, lots: volume, budget: null, ...(limit !== null && { limit }) },
    levels,
    { price: 2, amount: 0, base: 0, quote: 0 },
  );
}

function count(levels: readonly BookLevel[]): bigint {
  return levels.reduce((sum, { lots }) => sum + lots, 0n);
}

/** What a side still has for an order, best first. */
function offered(
  market: ModelMarket,
  direction: Direction,
  printed = market.printed[direction],
): BookLevel[] {
  let gone = printed;
  return market[direction === "buy" ? "asks" : "bids"].map(({ price, lots }) => {
    const part = lots < gone ? lots : gone;
    gone -= part;
    return { price, lots: lots - part };
  });
}

/** Takes so many lots off a side of the book, from its best price on. */
function takeBest(side: BookLevel[], lots: bigint): void {
  let owed = lots;
  for (const level of side) {
    const part = level.lots < owed ? level.lots : owed;
    level.lots -= part;
    owed -= part;
  }
}

function takeOff(levels: BookLevel[], fills: readonly BookLevel[]): void {
  for (const { price, lots } of fills) {
    let left = lots;
    for (const level of levels.filter((one) => one.price === price)) {
      const part = level.lots < left ? level.lots : left;
      level.lots -= part;
      left -= part;
    }
  }
}
