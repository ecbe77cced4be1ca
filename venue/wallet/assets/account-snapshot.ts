import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { rescaleDown } from "#protocol/wire/rounding.ts";
import type { Balance, Bill, walletEndpoints } from "#protocol/api/wallet.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { MarketSource } from "../../feed/market-source.ts";
import type { HandlersOf } from "../../deps/handler.ts";
import { type Balances, readBalances, totalOf } from "../../ledger/balances.ts";
import { type BillRow, readBills } from "../../ledger/bills.ts";
import { Refusal } from "../../store/refusal.ts";
import { listedScales } from "../../ledger/currency-scales.ts";

/** Serves what an account holds and how it came to: views of the ledger. */
export function createAccountBook({
  store,
  source,
  currencies,
}: Pick<VenueDeps, "store" | "source" | "currencies">): Pick<
  HandlersOf<typeof walletEndpoints>,
  "walletBalance" | "tradeRecord"
> {
  return {
    async walletBalance({ user }) {
      const owned = await store.read((db) => readBalances(db, user.id));
      const listed = [...listedScales(source.symbols()).keys()].filter((flag) =>
        currencies.has(flag),
      );
      const flags = new Set(
        ["USDT", ...listed, ...owned.keys()].filter((flag) => currencies.has(flag)),
      );
      const priceOf = usdtPrices(source);
      return {
        balances: [...flags].map((flag) =>
          toBalance(flag, owned.get(flag) ?? nothing, currencies.scaleOf(flag), priceOf(flag)),
        ),
      };
    },

    async tradeRecord({ user, request }) {
      const {
        flag,
        type,
        start_time: from,
        end_time: to,
        ref_type: refType,
        ref_id: refId,
        page,
        size,
      } = request;
      if (flag !== undefined && !currencies.has(flag)) throw new Refusal(codes.unknownCurrency);
      const types = type?.split(",").map(Number);
      const { list, total } = await store.read((db) =>
        readBills(db, {
          userId: user.id,
          currency: flag,
          types,
          from,
          to,
          refType,
          refId,
          page,
          size,
        }),
      );
      return {
        list: list.map((row) => toBill(row, currencies.scaleOf(row.currency))),
        total,
        page,
        size,
      };
    },
  };
}

const nothing: Balances = { available: 0n, frozen: 0n, margin: 0n, stake: 0n };

/** A price as integer and decimals. */
type Price = readonly [price: bigint, precision: number];

/** Last prices in USDT; undefined where the currency has none. */
export function usdtPrices(source: MarketSource): (flag: string) => Price | undefined {
  const specs = new Map(
    source
      .symbols()
      .filter((spec) => spec.quote === "USDT")
      .map((spec) => [spec.base, spec]),
  );
  return (flag) => {
    if (flag === "USDT") return [1n, 0];
    const spec = specs.get(flag);
    const ticker = spec && source.ticker(spec.symbol);
    return spec && ticker && ticker.close > 0
      ? [BigInt(ticker.close), spec.pricePrecision]
      : undefined;
  };
}

function toBalance(
  flag: string,
  balances: Balances,
  scale: number,
  price: Price | undefined,
): Balance {
  const text = (minor: bigint) => trimZeros(formatAmount(minor, scale));
  const total = totalOf(balances);
  const available = formatAmount(balances.available, scale);
  return {
    flag,
    balance: Number(available),
    balance_str: available,
    frozen: text(balances.frozen),
    margin: text(balances.margin),
    stake: text(balances.stake),
    total: text(total),
    usdt_value: price
      ? trimZeros(formatAmount(rescaleDown(total * price[0], scale + price[1], 8), 8))
      : null,
  };
}

function toBill(row: BillRow, scale: number): Bill {
  return {
    id: row.id,
    flag: row.currency,
    type: row.type,
    sub_type: row.subType,
    amount: formatAmount(row.amount, scale),
    balance_after: formatAmount(row.balanceAfter, scale),
    ref_type: row.refType,
    ref_id: row.refId,
    journal_id: String(row.journalId),
    create_time: row.createdAt,
    remark: "",
  };
}
