import { expect, test } from "vitest";
import { noticeKinds } from "#protocol/api/account.ts";
import { pushPath } from "../../../../venue/account/push/push-path.ts";
import { placeOfNotice } from "../../../../src/features/account/notices/notice-place.ts";

const at = (kind: string, facts = {}) => {
  const place = placeOfNotice({ kind, facts });
  return place && [place.to, "search" in place ? place.search : {}];
};

test("an order leads to its market, where it is now", () => {
  const coin = { base: "BTC", quote: "USDT" };
  expect(at("order", { ...coin, event: "partly" })).toEqual([
    "/coins",
    { symbol: "btcusdt", tab: "pending" },
  ]);
  expect(at("order", { ...coin, event: "filled" })).toEqual([
    "/coins",
    { symbol: "btcusdt", tab: "completed" },
  ]);
  expect(at("order", { contract_code: "ETH-USDT", event: "filled" })).toEqual([
    "/contracts",
    { symbol: "ethusdt", tab: "position" },
  ]);
  expect(at("liquidation_near", { contract_code: "ETH-USDT" })).toEqual([
    "/contracts",
    { symbol: "ethusdt", tab: "position" },
  ]);
});

test("a market of no such form is the usual one", () => {
  expect(at("order", { base: "<b>", quote: "", event: "ended" })).toEqual([
    "/coins",
    { tab: "completed" },
  ]);
  expect(at("position_closed")).toEqual(["/contracts", { tab: "closed" }]);
});

test("a push leads where its notice leads", () => {
  const coin = { base: "BTC", quote: "USDT" };
  const facts: Record<string, object[]> = {
    order: ["triggered", "partly", "filled", "ended"].flatMap((event) => [
      { ...coin, event },
      { contract_code: "ETH-USDT", event },
    ]),
    price_alert: [coin, { contract_code: "ETH-USDT" }],
  };
  for (const kind of noticeKinds)
    for (const given of facts[kind] ?? [{}, { contract_code: "ETH-USDT" }]) {
      const [to = "/", search = {}] = at(kind, given) ?? [];
      const { pathname, searchParams } = new URL(pushPath(kind, given as never), "https://app");
      expect([pathname, Object.fromEntries(searchParams)], kind).toEqual([to, search]);
    }
});

test("every kind leads somewhere but those that are read where they stand, and an unknown one nowhere", () => {
  const nowhere = noticeKinds.filter((kind) => placeOfNotice({ kind, facts: {} }) === undefined);
  expect(nowhere).toEqual(["account_status", "standstill", "system"]);
  expect(at("airdrop")).toBeUndefined();
});
