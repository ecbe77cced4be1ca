import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { fundingSeconds } from "../funding.ts";
import type { FundingSettled } from "../market-source.ts";
import { SourceUnavailable } from "../source-unavailable.ts";
import type { Log } from "../../store/store.ts";
import { HtxPart, type PartState } from "./htx-part.ts";
import type { HtxRest } from "./htx-rest.ts";
import {
  contractsBody,
  fundingBody,
  fundingHistoryBody,
  fundingHistoryV5Body,
  fundingV5Body,
  indexBody,
  toUnits,
} from "./htx-shapes.ts";

const indexEveryMs = 5000;
/** Each time one contract's rate is read, in turn. */
const fundingEveryMs = 2000;
const historyCacheMs = 60_000;
/** So long after its settlement a rate still stands for the market: the next one may be late. */
const settledForMs = 300_000;
/** Settled rates in one answer of the present path, the newest. */
const historyRows = 100;
/** Contracts whose rate may fail in a row before funding counts as missing. */
const fundingFailures = 2;

export interface ContractFacts {
  fundingRate: string;
  estimatedRate: string;
  realizedRate: string;
  /** The coming settlement, Unix ms. */
  fundingTime: number;
  nextFundingTime: number;
}

interface HistoryPage {
  code: string;
  size: number;
  offset: number;
}

interface History {
  total: number;
  list: FundingSettled[];
}

/** Contract sizes, funding and index of HTX's USDT-margined swaps, read as `poll` is called. */
export class HtxContracts {
  readonly #rest: HtxRest;
  readonly #log: Log;
  readonly #contracts: HtxPart<undefined, Map<string, string>>;
  readonly #index: HtxPart<undefined, void>;
  readonly #funding: HtxPart<string, ContractFacts>;
  readonly #settled: HtxPart<HistoryPage, History>;
  #codes: readonly string[] = [];
  readonly #facts = new Map<string, ContractFacts>();
  readonly #indexPrices = new Map<string, number>();
  readonly #history = new Map<string, { at: number; answer: Promise<History> }>();
  #fundingAt = 0;
  /** An answer may take longer than a turn. */
  #isReadingFunding = false;
  #indexAt = 0;
  #turn = 0;

  constructor(rest: HtxRest, log: Log) {
    this.#rest = rest;
    this.#log = log;
    this.#contracts = new HtxPart("contracts", { present: () => this.#readSizes() }, log);
    this.#index = new HtxPart("index", { present: () => this.#readIndexes() }, log);
    this.#funding = new HtxPart(
      "funding rates",
      { present: (code) => this.#readFundingV5(code), older: (code) => this.#readFunding(code) },
      log,
      fundingFailures,
    );
    this.#settled = new HtxPart(
      "settled funding",
      { present: (page) => this.#readHistoryV5(page), older: (page) => this.#readHistory(page) },
      log,
    );
  }

  /** Sizes of the listed contracts by code, as decimal strings. */
  sizes(now: number): Promise<Map<string, string>> {
    return this.#contracts.read(undefined, now);
  }

  follow(codes: readonly string[]): void {
    this.#codes = codes;
  }

  /** By which paths the parts came last. */
  states(): Record<string, PartState> {
    return {
      contracts: this.#contracts.state,
      index: this.#index.state,
      funding: this.#funding.state,
      funding_history: this.#settled.state,
    };
  }

  /** Undefined while they are not known, or known of a settlement that is over. */
  facts(code: string, now: number): ContractFacts | undefined {
    const facts = this.#facts.get(code);
    return facts && now <= facts.fundingTime + settledForMs ? facts : undefined;
  }

  /** HTX's own index of a contract; undefined while HTX gives none. */
  indexPrice(code: string): number | undefined {
    return this.#index.state === "missing" ? undefined : this.#indexPrices.get(code);
  }

  /** Starts the reads that are due; a failed one is repeated at its next turn. */
  poll(now: number): void {
    if (this.#codes.length === 0) return;
    if (now - this.#indexAt >= indexEveryMs) {
      this.#indexAt = now;
      this.#attend(this.#index.read(undefined, now));
    }
    const code = this.#codes[this.#turn % this.#codes.length];
    const isFirstRound = this.#turn < this.#codes.length;
    if (code === undefined || (!isFirstRound && now - this.#fundingAt < fundingEveryMs)) return;
    if (this.#isReadingFunding) return;
    this.#isReadingFunding = true;
    this.#fundingAt = now;
    this.#turn++;
    this.#attend(
      this.#funding
        .read(code, now)
        .then((facts) => this.#facts.set(code, facts))
        .finally(() => (this.#isReadingFunding = false)),
    );
  }

  /** Settled rates, newest first; each page is read at most once a minute. */
  history(code: string, size: number, offset: number, now: number): Promise<History> {
    const key = `${code} ${size} ${offset}`;
    const known = this.#history.get(key);
    if (known && now - known.at < historyCacheMs) return known.answer;
    if (this.#history.size > 200) this.#history.clear();
    const answer = this.#settled.read({ code, size, offset }, now);
    this.#history.set(key, { at: now, answer });
    answer.catch(() => this.#history.delete(key));
    return answer;
  }

  async #readSizes(): Promise<Map<string, string>> {
    const rows = await this.#rest.get("/linear-swap-api/v1/swap_contract_info", {}, contractsBody);
    return new Map(
      rows
        .filter((row) => row.contract_status === 1 && row.contract_size > 0)
        .map((row) => [
          row.contract_code,
          trimZeros(formatAmount(BigInt(toUnits(row.contract_size, 8)), 8)),
        ]),
    );
  }

  async #readIndexes(): Promise<void> {
    for (const row of await this.#rest.get(
      "/linear-swap-api/v1/swap_index",
      {},
      indexBody,
      "backfill",
    )) {
      if (row.index_price > 0) this.#indexPrices.set(row.contract_code, row.index_price);
    }
  }

  async #readFundingV5(code: string): Promise<ContractFacts> {
    const rows = await this.#rest.get(
      "/v5/market/funding_rate",
      { contract_code: code },
      fundingV5Body,
      "backfill",
    );
    return toFacts(
      code,
      rows.find((row) => row.contract_code === code),
    );
  }

  async #readFunding(code: string): Promise<ContractFacts> {
    return toFacts(
      code,
      await this.#rest.get(
        "/linear-swap-api/v1/swap_funding_rate",
        { contract_code: code },
        fundingBody,
        "backfill",
      ),
    );
  }

  /** One answer has the newest rates only, and says nothing of how many there are. */
  async #readHistoryV5({ code, size, offset }: HistoryPage): Promise<History> {
    const rows = await this.#rest.get(
      "/v5/market/funding_rate_history",
      { contract_code: code, limit: historyRows },
      fundingHistoryV5Body,
    );
    if (rows.some((row) => row.contract_code !== code))
      throw new SourceUnavailable(`HTX answered for another contract than ${code}`);
    const list = rows
      .map((row) => ({
        contractCode: code,
        fundingRate: row.funding_rate,
        realizedRate: row.funding_rate,
        fundingTime: row.funding_time,
      }))
      .sort((a, b) => b.fundingTime - a.fundingTime);
    return { total: list.length, list: list.slice(offset, offset + size) };
  }

  async #readHistory({ code, size, offset }: HistoryPage): Promise<History> {
    const page = await this.#rest.get(
      "/linear-swap-api/v1/swap_historical_funding_rate",
      { contract_code: code, page_index: Math.floor(offset / size) + 1, page_size: size },
      fundingHistoryBody,
    );
    const list = page.data.slice(offset % size).map((row) => ({
      contractCode: row.contract_code,
      fundingRate: row.funding_rate,
      realizedRate: row.realized_rate ?? row.funding_rate,
      fundingTime: row.funding_time,
    }));
    return { total: page.total_size, list };
  }

  /** What HTX does not give, its part has logged. */
  #attend(read: Promise<unknown>): void {
    read.catch((error: unknown) => {
      if (!(error instanceof SourceUnavailable))
        this.#log("error", "htx contract facts not read", { error });
    });
  }
}

interface FundingRow {
  contract_code: string;
  funding_rate: string;
  estimated_rate?: string | null | undefined;
  realized_rate?: string | null | undefined;
  funding_time: number;
  next_funding_time?: number | null | undefined;
}

/** @throws SourceUnavailable where the row is missing or another contract's */
function toFacts(code: string, row: FundingRow | undefined): ContractFacts {
  if (row?.contract_code !== code)
    throw new SourceUnavailable(`HTX answered for another contract than ${code}`);
  return {
    fundingRate: row.funding_rate,
    estimatedRate: row.estimated_rate ?? row.funding_rate,
    realizedRate: row.realized_rate ?? "0",
    fundingTime: row.funding_time,
    nextFundingTime: row.next_funding_time ?? row.funding_time + fundingSeconds * 1000,
  };
}
