import { setupI18n } from "@lingui/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { noticeKinds } from "#protocol/api/account.ts";
import { noticeText } from "../../../../src/features/account/notices/notices-messages.ts";

const i18n = setupI18n({ locale: "en-US", messages: { "en-US": {} } });
const say = (kind: string, facts: Record<string, string | number> = {}) =>
  noticeText({ kind, title: "Their title", content: "Their content", facts }, i18n);

test("the app's own words for each kind it knows, the venue's for the others", () => {
  expect(say("login", { ip: "10.0.0.1" }).content).toContain("from 10.0.0.1");
  expect(say("login").content).not.toContain("from");
  expect(say("withdrawal_locked", { until: Date.UTC(2026, 10, 22, 9) }).content).toMatch(
    /until Nov 2[12], 2026/,
  );
  expect(say("withdrawal_locked", { until: 1e300 }).content).toContain("for a while");
  for (const kind of noticeKinds.filter((known) => known !== "system"))
    expect(say(kind).title).not.toBe("Their title");
  expect(say("system")).toEqual({ title: "Their title", content: "Their content" });
  expect(say("airdrop")).toEqual({ title: "Their title", content: "Their content" });
});

test("each state of the account is distinguished, with its reason", () => {
  const facts = [
    { status: 0 },
    { status: 1 },
    { status: 2 },
    { status: 3 },
    { trade_status: 0 },
    { trade_status: 1 },
    { wstatus: 0 },
    { wstatus: 1 },
    { status: 99 },
  ];
  expect(new Set(facts.map((one) => say("account_status", one).title)).size).toBe(facts.length);
  expect(say("account_status", { status: 1, reason: "duplicate account" }).content).toMatch(
    /Reason: duplicate account$/,
  );
});

test("a decision says what was decided, of how much, and why", () => {
  expect(say("recharge", { status: 1, amount: "1500", flag: "USDT" }).content).toBe(
    "1,500.00\u00a0USDT was credited to your account.",
  );
  expect(
    say("withdrawal", { status: 2, amount: "0.25", flag: "BTC", reason: "Name differs" }).content,
  ).toMatch(/^Your withdrawal of 0\.25\u00a0BTC was not accepted\..*Reason: Name differs$/);
  expect(say("paper_funds", { amount: "250", flag: "USDT", reason: "class of May" })).toEqual({
    title: "Paper funds added",
    content: "250.00\u00a0USDT of paper funds were added to your account. Reason: class of May",
  });
  expect(say("bank_card", { status: 1, card: "**** 4242" }).content).toContain("**** 4242");
  expect(
    say("seconds_void", { amount: "50", currency: "USDT", void_reason: "exit" }).content,
  ).toContain("exit price. Its stake of 50.00\u00a0USDT");
});

test("after a standstill: until when to act, and what of the move counts", () => {
  const times = {
    from: Date.UTC(2026, 10, 22, 1),
    to: Date.UTC(2026, 10, 22, 9),
    until: Date.UTC(2026, 10, 22, 9, 1),
  };
  const marks = { mark_before: "50000.0", mark_after: "48000.0", currency: "USDT" };
  const market = say("standstill", { ...times, market: "BTC/USDT" });
  expect(market.title).toBe("BTC/USDT is open again");
  expect(market.content).toMatch(/waits until .*2026.*: change, close or cancel it before then\.$/);
  const of = { ...times, ...marks, contract_code: "BTC-USDT", direction: "buy", moved: "-200.0" };
  expect(say("standstill", { ...of, counted: "-200.0" }).content).toMatch(
    /from 50000\.0 to 48000\.0; your position counts all of it\.$/,
  );
  const limited = say("standstill", { ...of, counted: "-27.5", entry_after: "48275.0" });
  expect(limited.content).toMatch(/Of -200\.0 USDT your position counts -27\.5: no more/);
  expect(limited.content).toMatch(/entry price is now 48275\.0\.$/);
});

test("an order says what it did, on which side and at which price", () => {
  const coin = {
    symbol: "btcusdt",
    base: "BTC",
    quote: "USDT",
    filled: "0.4",
    amount: "1",
    price: "50000.5",
  };
  expect(say("order", { ...coin, event: "triggered" }).title).toBe("BTC/USDT: stop price reached");
  expect(say("order", { ...coin, event: "partly" }).content).toContain("0.4 of 1, at 50,000.5");
  expect(say("order", { ...coin, event: "filled", side: "buy" }).content).toContain(
    "Bought: 0.4 BTC",
  );
  expect(say("order", { ...coin, event: "filled", side: "sell" }).content).toContain(
    "Sold: 0.4 BTC",
  );
  expect(say("order", { base: "BTC", quote: "USDT", event: "ended" }).content).toContain(
    "unfilled",
  );
  const contract = {
    contract_code: "BTC-USDT",
    filled: 5,
    amount: 5,
    price: "50000",
    event: "filled",
  };
  const sides = [
    ["open", "buy", "opened long"],
    ["open", "sell", "opened short"],
    ["close", "sell", "long position closed"],
    ["close", "buy", "short position closed"],
  ] as const;
  for (const [offset, side, words] of sides)
    expect(say("order", { ...contract, offset, side }).content).toContain(words);
});

test("a take profit, a stop loss and a seconds contract say what they brought", () => {
  const closed = {
    contract_code: "BTC-USDT",
    direction: "buy",
    price: "51000",
    net: "-12.5",
    quote: "USDT",
  };
  expect(say("position_closed", { ...closed, close_kind: "sl" })).toEqual({
    title: "BTC-USDT: stop loss reached",
    content: "Your long position was closed at 51,000. Result after fees: −12.50\u00a0USDT.",
  });
  expect(say("position_closed", { ...closed, net: "3", close_kind: "tp" }).content).toContain(
    "+3.00",
  );
  const ended = { symbol: "btcusdt", amount: "10", payout: "19.5", currency: "USDT" };
  expect(say("seconds_result", { ...ended, result: "win" }).content).toContain("paid out 19.50");
  expect(say("seconds_result", { ...ended, result: "lose" }).content).toContain("is lost");
});

test("with the eye closed no amount of the person's is reported", () => {
  const facts = {
    status: 1,
    amount: "1500",
    flag: "USDT",
    currency: "USDT",
    margin_lost: "1500",
    price: "70000",
    contract_code: "BTC-USDT",
    moved: "1500",
    counted: "-1500",
    filled: "1500",
    net: "-1500",
    payout: "1500",
  };
  for (const kind of [
    "recharge",
    "withdrawal",
    "seconds_void",
    "seconds_result",
    "liquidation",
    "standstill",
    "order",
    "position_closed",
  ]) {
    const { title, content } = noticeText({ kind, title: "t", content: "c", facts }, i18n, true);
    expect(`${title} ${content}`).not.toMatch(/1,?500/);
  }
});

test("whatever facts arrive, there is a title, and no more words than anybody reads", () => {
  const fact = fc.oneof(
    fc.string({ maxLength: 5_000, size: "max" }),
    fc.double(),
    fc.constant(Number.NaN),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...noticeKinds, "else"),
      fc.dictionary(
        fc.constantFrom(
          "ip",
          "until",
          "status",
          "trade_status",
          "wstatus",
          "reason",
          "amount",
          "flag",
          "card",
        ),
        fact,
      ),
      fc.string(),
      (kind, facts, title) => {
        const text = noticeText({ kind, title, content: "x".repeat(10_000), facts }, i18n);
        expect(text.title).not.toBe("");
        expect(text.title.length + text.content.length).toBeLessThan(2_000);
      },
    ),
  );
});
