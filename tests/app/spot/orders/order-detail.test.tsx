import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { Provider } from "jotai";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CoinFill, CoinOrder } from "#protocol/api/spot.ts";
import { hideAmountsAtom } from "../../../../src/features/wallet/assets/wallet-atoms.ts";
import { OrderEvidence } from "../../../../src/features/spot/orders/order-evidence.tsx";
import { OrderFacts } from "../../../../src/features/spot/orders/order-facts.tsx";
import { OrderRow } from "../../../../src/features/spot/orders/order-list.tsx";
import { queryClient, store } from "../../../../src/shell/app-context.ts";
import { coinFill, coinOrder } from "./coin-orders.ts";

beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => {
  store.set(hideAmountsAtom, false);
  queryClient.clear();
});

const textOf = (part: ReactNode) =>
  markup(part)
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|")
    .replaceAll("\u00a0", " ")
    .replaceAll("&#x27;", "'");
const markup = (part: ReactNode) =>
  renderToStaticMarkup(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>{part}</I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );

describe("a row", () => {
  const summary = (order: CoinOrder) =>
    /<button[^>]*><span[^>]*>([^<]+)<\/span>/.exec(
      markup(<OrderRow order={order} onPress={() => undefined} onCancel={() => undefined} />),
    )?.[1];

  test("says to screen readers all that it shows", () => {
    expect(summary(coinOrder())).toMatch(
      /^Buy BTC\/USDT, Limit, 0\.01 BTC at 60,000, Partly filled, Bought 0\.004 of 0\.01 BTC for 240\.00 USDT at 60,000, \w+ \d+, \d\d:\d\d\.$/,
    );
    expect(summary(coinOrder({ filled_amount: "0", state: "submitted" }))).toContain(
      "Limit, 0.01 BTC at 60,000, Resting in the book, ",
    );
    expect(
      summary(
        coinOrder({
          type: "stop-market",
          price: null,
          stop_price: "61000.00",
          operator: "gte",
          filled_amount: "0",
          state: "created",
        }),
      ),
    ).toContain("Stop-market, 0.01 BTC at the market price, Waiting for 61,000, ");
    expect(
      summary(
        coinOrder({
          side: "sell",
          status: 0,
          state: "reviewing",
          review_until: 1_763_700_900_000,
          filled_amount: "0",
        }),
      ),
    ).toMatch(/Under review until \d\d:\d\d/);
  });

  test("hides amounts when they are to be hidden", () => {
    store.set(hideAmountsAtom, true);
    const html = markup(
      <OrderRow order={coinOrder()} onPress={() => undefined} onCancel={() => undefined} />,
    );
    expect(html).not.toMatch(/0\.01|0\.004|240/);
    expect(html).toContain("60,000");
  });

  test("names the order that its own control cancels", () => {
    expect(
      markup(<OrderRow order={coinOrder()} onPress={() => undefined} onCancel={() => undefined} />),
    ).toContain('aria-label="Cancel: Buy 0.01 BTC at 60,000"');
    expect(
      markup(
        <OrderRow
          order={coinOrder({ status: 2, state: "filled" })}
          onPress={() => undefined}
          onRepeat={() => undefined}
        />,
      ),
    ).toContain('aria-label="Repeat: Buy 0.01 BTC at 60,000"');
  });
});

describe("the facts", () => {
  const facts = (
    order: Partial<CoinOrder>,
    fills: CoinFill[] = [coinFill()],
    bills?: Parameters<typeof OrderFacts>[0]["bills"],
  ) => textOf(<OrderFacts order={{ ...coinOrder(order), fills }} bills={bills} />);

  test("of a limit order: price, how long it stands, fees by role, what was set aside and came back", () => {
    const bill = {
      id: "1-0",
      sub_type: "buy",
      balance_after: null,
      ref_type: "spot_order",
      ref_id: "7301",
      create_time: 1,
      remark: "",
    };
    const text = facts(
      { status: 2, state: "partial-canceled", frozen: "0", finish_time: 1_763_700_002_000 },
      [coinFill(), coinFill({ trade_id: "7301-2", role: "taker", fee: "0.00000001" })],
      [
        { ...bill, flag: "USDT", type: 6, amount: "360.00" },
        { ...bill, flag: "USDT", type: 5, amount: "-600.00" },
      ],
    );
    expect(text).toContain("Buy, Limit|");
    for (const row of [
      "Limit|",
      "60,000.00 USDT",
      "Until cancelled",
      "Maker fee|",
      "0.000008 BTC",
      "Taker fee|",
      "0.00000001 BTC",
      "Set aside|600.00 USDT",
      "Came back|360.00 USDT",
    ])
      expect(text).toContain(row);
    expect(text).not.toContain("Still set aside");
  });

  test("of a stop order: its price, the side it waits on, and whether it was reached", () => {
    const stop = {
      type: "stop-limit",
      stop_price: "61000.00",
      operator: "gte",
      state: "created",
    } as const;
    expect(facts(stop, [])).toContain("61,000.00 USDT or more|Reached|Not reached|");
    expect(
      facts({ ...stop, operator: "lte", state: "submitted", trigger_time: 1_763_700_000_500 }, []),
    ).toMatch(/61,000\.00 USDT or less\|Reached\|Nov \d+, 2025/);
  });

  test("say why it ended, for every reason the venue has, and an unknown one as it came", () => {
    for (const reason of [
      "no_liquidity",
      "max_slip",
      "halted",
      "budget",
      "would_take",
      "not_whole",
      "price",
      "replaced",
      "review_timeout",
    ]) {
      expect(facts({ status: 2, state: "canceled", reason })).toMatch(
        /Ended because\|[A-Z][^|]{20,}\./,
      );
    }
    expect(facts({ status: 2, state: "rejected", reason: "Too large for this hour." })).toContain(
      "Ended because|Too large for this hour.|",
    );
  });
});

describe("the evidence says in a sentence why it filled at that price", () => {
  const why = (fill: CoinFill, side: "buy" | "sell" = "buy") =>
    textOf(<OrderEvidence fill={fill} side={side} base="BTC" price={(text) => text} />).split(
      "|",
    )[1];

  test.each([
    [
      "a maker the market traded through",
      coinFill(),
      "buy",
      "0.004 BTC traded below 60000.00, where your order rested; it filled at its own price.",
    ],
    [
      "a maker that sells",
      coinFill(),
      "sell",
      "0.004 BTC traded above 60000.00, where your order rested; it filled at its own price.",
    ],
    [
      "a maker that the book crossed",
      coinFill({}, { market_trade: null, best_ask: "59990.00" }),
      "buy",
      "Sellers came down to 59990.00. Your order rested at 60000.00 and filled at its own price.",
    ],
    [
      "a taker at the best price",
      coinFill({ role: "taker" }, { market_trade: null, best_ask: "60000.00", shown: "0.5" }),
      "buy",
      "0.5 BTC were for sale at 60000.00, the best price when your order met the book.",
    ],
    [
      "a taker at a further price",
      coinFill({ role: "taker" }, { market_trade: null, best_bid: "60000.10", shown: "0.5" }),
      "sell",
      "0.5 BTC were wanted at 60000.00, the next price below the best one of 60000.10.",
    ],
    [
      "an older fill without a book",
      coinFill({ role: "taker" }, { market_trade: null, best_ask: null, shown: null }),
      "buy",
      "The order book offered this price when your order met it.",
    ],
  ] as const)("%s", (_name, fill, side, summary) => expect(why(fill, side)).toBe(summary));

  test("and shows the book, its number, its time and the market's trade", () => {
    const text = textOf(
      <OrderEvidence fill={coinFill()} side="buy" base="BTC" price={(plain) => plain} />,
    );
    for (const row of [
      "Simulated market",
      "91234",
      "Best bid|59999.50",
      "Best ask|60000.10",
      "Traded through the price|0.004 BTC",
      "The market's trade|5512",
    ])
      expect(text).toContain(row);
  });
});
