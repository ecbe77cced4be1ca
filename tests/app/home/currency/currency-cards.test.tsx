import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { CurrencyAbout } from "../../../../src/features/home/currency/currency-about.tsx";
import {
  CurrencyActions,
  MarketStateNote,
} from "../../../../src/features/home/currency/currency-actions.tsx";
import type { CurrencyNetwork } from "../../../../src/features/home/currency/currency-networks.ts";
import { NetworkFacts } from "../../../../src/features/home/currency/currency-networks-card.tsx";
import { toSymbolRow } from "../../../../venue/market/quotes/symbol-row.ts";
import { btcusdt } from "../../../harness/venue/fixed-source.ts";

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));

/** What a reader reads, without the marks of the page. */
const textOf = (part: ReactNode) =>
  renderToStaticMarkup(<I18nProvider i18n={i18n}>{part}</I18nProvider>)
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&#x27;", "'")
    .trim();

const trc20: CurrencyNetwork = {
  name: "TRC20",
  hasMemo: false,
  recharge: {
    network: "TRC20",
    channel_id: 1,
    min: "10",
    max: "100000",
    confirmations: 20,
    confirmations_note: "",
    memo_required: 0,
    status: 1,
  },
  withdrawal: {
    network: "TRC20",
    min: "10",
    max: "10000",
    day_max: "50000",
    fee_type: "ratio",
    fee_rate: "0.01",
    min_fee: "1",
    max_fee: "100",
    fee_mode: "inside",
    precision: 8,
    address_regex: "",
    memo_required: 0,
    status: 1,
  },
};
const factsOf = (changes: Partial<CurrencyNetwork>) =>
  textOf(<NetworkFacts flag="USDT" network={{ ...trc20, ...changes }} open />);

test("a network shows whether recharge and withdrawal are open, their limits and fees", () => {
  const text = factsOf({});
  for (const words of [
    "TRC20 Recharge open Withdrawal open",
    "One recharge 10 to 100,000 USDT",
    "One withdrawal 10 to 10,000 USDT",
    "Withdrawals in a day up to 50,000 USDT",
    "1%",
    "Fee within 1 to 100 USDT",
    "Taken out of the amount",
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain("Memo");
});

test("paused, missing and unlimited recharges and withdrawals are distinguished", () => {
  const { recharge, withdrawal } = trc20;
  if (!recharge || !withdrawal) throw new Error("both are above");
  expect(factsOf({ withdrawal: { ...withdrawal, status: 0 } })).toContain(
    "Recharge open Withdrawal paused",
  );
  expect(factsOf({ recharge: { ...recharge, status: 0 }, withdrawal: null })).toContain(
    "Recharge paused No withdrawal",
  );
  expect(factsOf({ recharge: null })).toContain("No recharge Withdrawal open");
  expect(
    factsOf({
      recharge: { ...recharge, max: null, confirmations: null, confirmations_note: "Slow today" },
    }),
  ).toMatch(/One recharge 10 USDT or more The venue's note Slow today/);
  expect(factsOf({ hasMemo: true })).toContain("Needed with the address");
  const fixed = factsOf({
    withdrawal: { ...withdrawal, fee_type: "fixed", fee_mode: "outside", day_max: null },
  });
  expect(fixed).toContain("1 USDT");
  expect(fixed).toContain("Paid on top");
  expect(fixed).not.toMatch(/Fee within|in a day/);
});

test("a suspended, delisted or coming market says what is still possible", () => {
  const noteOf = (state: "online" | "suspend" | "offline" | "pre-online") =>
    textOf(<MarketStateNote symbol="btcusdt" flag="BTC" state={state} />);
  expect(noteOf("online")).toBe("");
  expect(noteOf("suspend")).toContain(
    "Trading in BTC/USDT is suspended: open orders can be cancelled",
  );
  expect(noteOf("offline")).toContain(
    "BTC is no longer traded here. What you hold stays in your account",
  );
  expect(noteOf("pre-online")).toContain("does not trade yet");
  expect(
    textOf(
      <CurrencyActions symbol="btcusdt" row={toSymbolRow({ ...btcusdt, state: "offline" })} />,
    ),
  ).toBe("");
});

test("about a currency only known facts are shown", () => {
  const text = textOf(
    <CurrencyAbout
      flag="BTC"
      name="Bitcoin"
      about={{ kind: "coin", launched: 2009, max_supply: "21000000" }}
    />,
  );
  for (const words of [
    "The first cryptocurrency",
    "Name Bitcoin",
    "Kind Coin of its own chain",
    "Since 2009",
    "21,000,000 BTC",
  ])
    expect(text).toContain(words);
  expect(textOf(<CurrencyAbout flag="NEW" name="New Coin" about={undefined} />)).toBe(
    "About NEW Name New Coin",
  );
  expect(textOf(<CurrencyAbout flag="NEW" name="" about={undefined} />)).toBe("");
});
