import { expect, test } from "vitest";
import type { RechargeChannel, RechargeCurrency } from "#protocol/api/wallet.ts";
import {
  type RechargeDraft,
  amountProblem,
  chooseRecharge,
  rechargeProblems,
  rechargeRefusal,
  rechargeRequest,
  rechargeable,
} from "../../../../src/features/wallet/recharge/recharge-form.ts";
import { parseNumber } from "../../../../src/lib/parse-number.ts";

const network = (
  name: string,
  id: number,
  status: 0 | 1 = 1,
): RechargeCurrency["networks"][number] => ({
  network: name,
  channel_id: id,
  min: "10",
  max: "1000",
  confirmations: 20,
  confirmations_note: "",
  memo_required: 0,
  status,
});
const channel = (name: string, id: number): RechargeChannel => ({
  channel_id: id,
  network: name,
  address: `PAPER-${name}-${id}`,
  qrcode: "",
  memo: "",
  min: "10",
  max: "1000",
  status: 1,
  notice: "",
});
const usdt: RechargeCurrency = {
  flag: "USDT",
  name: "Tether",
  icon: "",
  sort: 2,
  networks: [network("TRC20", 1), network("ERC20", 2), network("BEP20", 3, 0)],
};
const btc: RechargeCurrency = {
  flag: "BTC",
  name: "Bitcoin",
  icon: "",
  sort: 1,
  networks: [network("BTC", 4)],
};
const currencies = rechargeable([usdt, btc, { ...btc, flag: "OLD", networks: [] }]);
const channels = {
  USDT: [channel("TRC20", 1), channel("ERC20", 2), channel("BEP20", 3)],
  BTC: [channel("BTC", 4)],
};
const choose = (flag: string | null, wanted: string | null = null) =>
  chooseRecharge(currencies, channels, { flag, network: wanted });

test("a network is chosen automatically only where it is the only one", () => {
  expect(currencies.map(({ flag }) => flag)).toEqual(["BTC", "USDT"]);
  expect(choose(null)).toMatchObject({ currency: usdt, network: undefined, channel: undefined });
  expect(choose("BTC")).toMatchObject({
    network: { network: "BTC" },
    channel: { address: "PAPER-BTC-4" },
  });
  expect(choose("USDT", "ERC20").channel?.address).toBe("PAPER-ERC20-2");
  // A network from the draft of another currency.
  expect(choose("USDT", "BTC").network).toBeUndefined();
  expect(choose("USDT", "BEP20").network?.status).toBe(0);
});

test("a currency that cannot be recharged is reported, and no other is chosen instead", () => {
  expect(choose("DOGE")).toEqual({
    currency: undefined,
    network: undefined,
    channel: undefined,
    missing: "DOGE",
  });
  expect(chooseRecharge([], channels, { flag: null, network: null })).toMatchObject({
    currency: undefined,
    missing: undefined,
  });
});

const draft = (changes: Partial<RechargeDraft> & { text?: string } = {}): RechargeDraft => ({
  choice: choose("USDT", "TRC20"),
  amount: parseNumber(changes.text ?? "250.50", "en-US", { maxDecimals: 6 }),
  scale: 6,
  voucher: "ab".repeat(16),
  ...changes,
});

test("a complete draft becomes the request, with the address that was on screen", () => {
  expect(rechargeProblems(draft())).toEqual({});
  expect(rechargeRequest(draft())).toEqual({
    flag: "USDT",
    network: "TRC20",
    channel_id: 1,
    amount: "250.5",
    voucher: "ab".repeat(16),
    address: "PAPER-TRC20-1",
  });
});

test("missing fields are named, and no request is made", () => {
  const missing: [Partial<RechargeDraft> & { text?: string }, object][] = [
    [{ choice: choose("DOGE") }, { currency: true }],
    [{ choice: choose("USDT") }, { network: true }],
    [{ choice: choose("USDT", "BEP20") }, { paused: true }],
    [
      { choice: chooseRecharge(currencies, undefined, { flag: "BTC", network: null }) },
      { address: true },
    ],
    [{ voucher: undefined }, { voucher: true }],
    [{ text: "" }, { amount: { kind: "missing" } }],
    [{ text: "9.999999" }, { amount: { kind: "below", limit: "10" } }],
    [{ text: "1000.000001" }, { amount: { kind: "above", limit: "1000" } }],
    [{ text: "1.2345678" }, { amount: { kind: "unread" } }],
  ];
  for (const [changes, problems] of missing) {
    expect(rechargeProblems(draft(changes))).toEqual(problems);
    expect(rechargeRequest(draft(changes))).toBeUndefined();
  }
});

test.each([
  ["en-US", "1,000", undefined],
  ["en-US", "0,001", "unread"],
  ["fr-FR", "10,5", undefined],
  ["fr-FR", "0,001", "below"],
  ["en-US", "0", "missing"],
  ["en-US", "-20", "unread"],
  ["en-US", "1e3", "unread"],
])("in %s %s is judged as it is meant", (locale, text, kind) => {
  expect(
    amountProblem(parseNumber(text, locale, { maxDecimals: 6 }), { min: "10", max: "1000" }, 6)
      ?.kind,
  ).toBe(kind);
});

test("each refusal is about a part of the form", () => {
  expect(rechargeRefusal(100004, { field: "voucher" })).toEqual({ place: "voucher" });
  expect(rechargeRefusal(100005, { field: "amount", min: "10" })).toEqual({
    place: "amount",
    problem: { kind: "below", limit: "10" },
  });
  expect(rechargeRefusal(100005, { field: "amount", max: "1000" })).toEqual({
    place: "amount",
    problem: { kind: "above", limit: "1000" },
  });
  expect(rechargeRefusal(100005, { field: "amount" })).toEqual({
    place: "amount",
    problem: { kind: "unread" },
  });
  expect(rechargeRefusal(100005, { field: "address" })).toEqual({ place: "address" });
  expect(
    [300007, 300018, 300028, 300020, 402, 100001].map(
      (status) => rechargeRefusal(status, null).place,
    ),
  ).toEqual(["pending", "network", "network", "amount", "form", "form"]);
});
