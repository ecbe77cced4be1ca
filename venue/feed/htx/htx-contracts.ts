import type * as v from "valibot";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { fundingSeconds } from "../funding.ts";
import type { FundingSettled } from "../market-source.ts";
import type { Log } from "../../store/store.ts";
import type { HtxRest } from "./htx-rest.ts";
import {
  contractsBody,
  fundingBody,
  fundingHistoryBody,
  indexBody,
  toUnits,
} from "./htx-shapes.ts";

const indexEveryMs = 5000;
/** Each time one contract's rate is read, in turn. */
const fundingEveryMs = 2000;
const historyCacheMs = 60_000;

export interface ContractFacts {
  funding: v.InferOutput<typeof fundingBody>;
  fundingTime: number;
  nextFundingTime: number;
}

/** Contract sizes, funding and index of HTX's USDT-margined swaps, read as `poll` is called. */
export class HtxContracts {
  readonly #rest: HtxRest;
  readonly #log: Log;
  #codes: readonly string[] = [];
  readonly #facts = new Map<string, ContractFacts>();
  readonly #indexPrices = new Map<string, number>();
  readonly #history = new Map<
    string,
    { at: number; answer: Promise<{ total: number; list: FundingSettled[] }> }
  >();
  #fundingAt = 0;
  #indexAt = 0;
  #turn = 0;

  constructor(rest: HtxRest, log: Log) {
    this.#rest = rest;
    this.#log = log;
  }

  /** Sizes of the listed contracts by code, as decimal strings. */
  async sizes(): Promise<Map<string, string>> {
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

  follow(codes: readonly string[]): void {
    this.#codes = codes;
  }

  facts(code: string): ContractFacts | undefined {
    return this.#facts.get(code);
  }

  /** HTX's own index of a contract. */
  indexPrice(code: string): number | undefined {
    return this.#indexPrices.get(code);
  }

  /** Starts the reads that are due; a failed one is repeated at its next turn. */
  poll(now: number): void {
    if (this.#codes.length === 0) return;
    if (now - this.#indexAt >= indexEveryMs) {
      this.#indexAt = now;
      this.#attend(this.#readIndexes());
    }
    const code = this.#codes[this.#turn % this.#codes.length];
    const isFirstRound = this.#turn < this.#codes.length;
    if (code === undefined || (!isFirstRound && now - this.#fundingAt < fundingEveryMs)) return;
    this.#fundingAt = now;
    this.#turn++;
    this.#attend(this.#readFunding(code));
  }

  /** Settled rates, newest first; one page of HTX's, kept for a minute. */
  history(
    code: string,
    size: number,
    offset: number,
    now: number,
  ): Promise<{ total: number; list: FundingSettled[] }> {
    const key = `${code} ${size} ${offset}`;
    const known = this.#history.get(key);
    if (known && now - known.at < historyCacheMs) return known.answer;
    if (this.#history.size > 200) this.#history.clear();
    const answer = this.#readHistory(code, size, offset);
    this.#history.set(key, { at: now, answer });
    answer.catch(() => this.#history.delete(key));
    return answer;
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

  async #readFunding(code: string): Promise<void> {
    const funding = await this.#rest.get(
      "/linear-swap-api/v1/swap_funding_rate",
      { contract_code: code },
      fundingBody,
      "backfill",
    );
    if (funding.contract_code !== code) return;
    const fundingTime = funding.funding_time;
    this.#facts.set(code, {
      funding,
      fundingTime,
      nextFundingTime: funding.next_funding_time ?? fundingTime + fundingSeconds * 1000,
    });
  }

  async #readHistory(
    code: string,
    size: number,
    offset: number,
  ): Promise<{ total: number; list: FundingSettled[] }> {
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

  #attend(read: Promise<void>): void {
    read.catch((error: unknown) => this.#log("warn", "htx contract facts not read", { error }));
  }
}
