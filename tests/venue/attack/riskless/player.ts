import { randomUUID } from "node:crypto";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { api } from "#protocol/api/api.ts";
import type { Endpoint, RequestOf } from "#protocol/api/endpoint.ts";
import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import { secondsRiskVersion } from "#protocol/api/seconds-order.ts";
import type { SymbolSpec, Ticker } from "../../../../venue/feed/market-source.ts";
import type { TestClient, TestVenue } from "../../../harness/venue/memory-venue.ts";

type Side = "buy" | "sell";
type OpenRequest = Omit<
  RequestOf<typeof api.contracts.contractPlaceOrder>,
  "client_order_id" | "contract_code" | "order_type"
>;
type CoinRequest = Omit<
  RequestOf<typeof api.spot.coinPlaceOrder>,
  "client_order_id" | "symbol" | "side"
>;

/** One user in one market, who asks as any client does and takes a refusal for an answer. */
export class Player {
  readonly symbol: string;
  /** Requests that were accepted. */
  accepted = 0;
  private readonly venue: TestVenue;
  private client: TestClient;

  constructor(venue: TestVenue, client: TestClient, symbol: string) {
    this.venue = venue;
    this.client = client;
    this.symbol = symbol;
  }

  /** A session does not outlast the days between two windows. */
  async login(account: string): Promise<void> {
    this.client = await this.venue.login(account);
  }

  get spec(): SymbolSpec {
    const spec = this.venue.source.spec(this.symbol);
    if (!spec) throw new Error(`no market ${this.symbol}`);
    return spec;
  }

  get code(): string {
    return this.spec.contract?.contractCode ?? "";
  }

  /** Unix ms. */
  get now(): number {
    return this.venue.now();
  }

  ticker(): Ticker {
    const ticker = this.venue.source.ticker(this.symbol);
    if (!ticker) throw new Error(`no ticker of ${this.symbol}`);
    return ticker;
  }

  /** Mark, and the index some seconds ago, in ticks with a fraction. */
  mark(): number {
    return (this.venue.source.mark(this.symbol) ?? 0) / 100;
  }

  index(secondsAgo = 0): number {
    const second = Math.floor(this.now / 1000) - secondsAgo;
    return (this.venue.source.index(this.symbol, second) ?? 0) / 100;
  }

  /** The best prices of the book itself, in ticks. */
  async best(): Promise<{ bid: number; ask: number }> {
    const { bids, asks } = await this.venue.source.depth(this.symbol);
    return { bid: bids[0]?.[0] ?? 0, ask: asks[0]?.[0] ?? 0 };
  }

  /** Until the next funding, ms, and its rate so far. */
  funding(): { inMs: number; rate: number } {
    const funding = this.venue.source.funding(this.code);
    return {
      inMs: (funding?.fundingTime ?? Infinity) - this.now,
      rate: Number(funding?.fundingRate ?? 0),
    };
  }

  /** A price on the wire. */
  price(ticks: number): string {
    return formatAmount(BigInt(Math.max(1, Math.round(ticks))), this.spec.pricePrecision);
  }

  /** Contracts, or an amount of the coin, that are worth some USDT. */
  volume(usdt: number): number {
    return Math.max(1, Math.round(usdt / (this.last() * Number(this.spec.contract?.contractSize))));
  }

  amount(usdt: number): string {
    return (usdt / this.last()).toFixed(this.spec.amountPrecision);
  }

  last(): number {
    return this.ticker().close / 10 ** this.spec.pricePrecision;
  }

  async open(
    direction: Side,
    usdt: number,
    more: Partial<OpenRequest> = {},
  ): Promise<string | undefined> {
    const answer = await this.try(api.contracts.contractPlaceOrder, {
      contract_code: this.code,
      direction,
      volume: this.volume(usdt),
      lever_rate: 20,
      order_type: typeof more.price === "string" ? "limit" : "market",
      client_order_id: randomUUID(),
      ...more,
    });
    return answer?.["id"] as string | undefined;
  }

  async replace(id: string, direction: Side, usdt: number, price: number): Promise<void> {
    await this.try(api.contracts.contractReplaceOrder, {
      contract_code: this.code,
      direction,
      volume: this.volume(usdt),
      lever_rate: 20,
      order_type: "limit",
      price: this.price(price),
      id,
      client_order_id: randomUUID(),
    });
  }

  async positions(): Promise<ContractPosition[]> {
    return (await this.client.ask(api.contracts.contractPositions, {})).list;
  }

  async close(
    { id, volume }: Pick<ContractPosition, "id" | "volume">,
    price?: number,
  ): Promise<void> {
    await this.try(api.contracts.contractClosePosition, {
      position_id: id,
      volume,
      order_type: price === undefined ? "market" : "limit",
      ...(price !== undefined && { price: this.price(price) }),
      client_order_id: randomUUID(),
    });
  }

  async closeAll(): Promise<void> {
    await this.try(api.contracts.contractCloseAll, { which: "all", client_order_id: randomUUID() });
  }

  async reverse({ id }: Pick<ContractPosition, "id">): Promise<void> {
    await this.try(api.contracts.contractReversePosition, {
      position_id: id,
      client_order_id: randomUUID(),
    });
  }

  /** USDT to the margin of a position, or from it where it is less than none. */
  async addMargin({ id }: Pick<ContractPosition, "id">, usdt: number): Promise<void> {
    await this.try(api.contracts.contractAdjustMargin, {
      position_id: id,
      action: usdt > 0 ? "add" : "remove",
      amount: Math.abs(usdt).toFixed(6),
      client_order_id: randomUUID(),
    });
  }

  async coin(side: Side, order: CoinRequest): Promise<void> {
    await this.try(api.spot.coinPlaceOrder, {
      symbol: this.symbol,
      side,
      client_order_id: randomUUID(),
      ...order,
    });
  }

  /** Sells what there is of the coin, where that is enough for an order. */
  async sellCoins(): Promise<void> {
    const amount = await this.coins();
    if (Number(amount) * this.last() >= 5) await this.coin("sell", { type: "market", amount });
  }

  /** Of the coin, in lots that an order may have. */
  async coins(): Promise<string> {
    const held = (await this.balances()).find(({ flag }) => flag === this.spec.base);
    const [whole = "0", fraction = ""] = (held?.balance_str ?? "0").split(".");
    const { amountPrecision: places } = this.spec;
    return places === 0 ? whole : `${whole}.${fraction.slice(0, places).padEnd(places, "0")}`;
  }

  async bet(direction: "up" | "down", time: number, usdt = 100): Promise<void> {
    await this.try(api.seconds.secondPlaceOrder, {
      symbol: this.symbol,
      direction,
      time,
      amount: usdt.toFixed(2),
      risk_ack: secondsRiskVersion,
      client_order_id: randomUUID(),
    });
  }

  async cancelAll(): Promise<void> {
    await this.client.tell(api.spot.coinCancelAll, {});
    await this.client.tell(api.contracts.contractCancelAll, {});
  }

  /** Cancels, sells and closes; true where nothing is left that could still gain or lose. */
  async end(): Promise<boolean> {
    await this.cancelAll();
    if ((await this.positions()).length > 0) await this.closeAll();
    await this.sellCoins();
    const rows = await this.balances();
    const isFlat = rows.every(({ frozen, margin, stake }) =>
      [frozen, margin, stake].every((text) => Number(text) === 0),
    );
    return isFlat && Number(await this.coins()) * this.last() < 5;
  }

  /** What the account is worth, in 10^-8 USDT; a rest of a coin at its bid. */
  async worth(): Promise<bigint> {
    const { bid } = this.ticker();
    const [money, coins] = await Promise.all([
      this.balances().then((rows) => rows.find(({ flag }) => flag === "USDT")),
      this.coins(),
    ]);
    const { amountPrecision, pricePrecision } = this.spec;
    const lots = parseAmount(coins, amountPrecision) ?? 0n;
    const rest = (lots * BigInt(bid) * 10n ** 8n) / 10n ** BigInt(amountPrecision + pricePrecision);
    return (parseAmount(money?.balance_str ?? "0", 8) ?? 0n) + rest;
  }

  private async balances() {
    return (await this.client.ask(api.wallet.walletBalance, {})).balances;
  }

  private async try<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
  ): Promise<Record<string, unknown> | undefined> {
    const answer = await this.client.tell(endpoint, request);
    if (answer.status !== 0) return undefined;
    this.accepted += 1;
    return answer.data as Record<string, unknown>;
  }
}
