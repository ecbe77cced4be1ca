import { expect, test } from "vitest";
import type { WithdrawalQuote } from "#protocol/api/withdrawal.ts";
import {
  isUsable,
  isOfRequest,
  termsOfQuote,
} from "../../../../../src/features/wallet/withdraw/request/withdrawal-quote.ts";

const asked = { flag: "USDT", network: "TRC20", address: "PAPER-TRC20-1", memo: "" };
const quote: WithdrawalQuote = {
  quote_id: "q",
  expire_time: 60_000,
  kind: "coin",
  flag: "USDT",
  network: "TRC20",
  address: "PAPER-TRC20-1",
  memo: "",
  bank: null,
  amount: "100",
  fee: "1",
  arrival: "99",
  total: "100",
  fee_rate: "0.01",
  fiat: "",
  rate: "1",
  min: "10",
  max: null,
  day_left: "900",
  used: 0,
  saved: 0,
  usable_from: 0,
  look_alike: null,
};

test("a quote of another address, network, memo, currency or card is not for the request", () => {
  expect(isOfRequest(quote, asked)).toBe(true);
  for (const other of [
    { address: "PAPER-TRC20-2" },
    { network: "ERC20" },
    { memo: "7" },
    { flag: "BTC" },
    { kind: "bank" as const },
  ]) {
    expect(isOfRequest({ ...quote, ...other }, asked)).toBe(false);
  }
  const card = { id: "3", bank_name: "B", account_name: "A", card_no_masked: "**** 1" };
  expect(isOfRequest({ ...quote, kind: "bank", bank: card }, { flag: "USDT", bank_id: "3" })).toBe(
    true,
  );
  expect(isOfRequest({ ...quote, kind: "bank", bank: card }, { flag: "USDT", bank_id: "4" })).toBe(
    false,
  );
});

test("changed figures have to be accepted again; a later expiry and a smaller daily rest have not", () => {
  expect(termsOfQuote({ ...quote, quote_id: "r", expire_time: 99_000, day_left: "800" })).toBe(
    termsOfQuote(quote),
  );
  for (const other of [
    { fee: "2" },
    { arrival: "98" },
    { rate: "0.9" },
    { look_alike: "PAPER-TRC20-9" },
    { total: "101" },
  ]) {
    expect(termsOfQuote({ ...quote, ...other })).not.toBe(termsOfQuote(quote));
  }
});

test("is not confirmed in its last seconds", () => {
  expect(isUsable(quote, 50_000)).toBe(true);
  expect(isUsable(quote, 55_000)).toBe(false);
});
