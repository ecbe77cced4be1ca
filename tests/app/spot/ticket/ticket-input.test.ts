import { afterEach, expect, test } from "vitest";
import { keepDraft, readDraft } from "../../../../src/features/spot/ticket/ticket-draft.ts";
import {
  draftFrom,
  emptyTicket,
  mapNumbers,
  textFrom,
  prefilledText,
} from "../../../../src/features/spot/ticket/ticket-input.ts";
import { rewriteNumber } from "../../../../src/lib/parse-number.ts";
import { removeWhere, setItem } from "../../../../src/storage/database.ts";
import { limit } from "./ticket-facts.ts";

afterEach(() => removeWhere((key) => key.startsWith("draft:")));

const full = {
  ...limit("61000.5", "0.25", { side: "sell", tif: "fok", stopPrice: "62000" }),
  value: "1234.5",
  replaces: "77",
};

test("a draft goes into another language and back without changing a number", () => {
  const french = textFrom(full, "fr-FR");
  expect(french).toMatchObject({
    price: "61000,5",
    stopPrice: "62000",
    value: "1234,5",
    amount: "0,25",
    replaces: "77",
  });
  expect(draftFrom(french, "fr-FR")).toEqual(full);
  const english = mapNumbers(french, (number) => rewriteNumber(number, "fr-FR", "en-US"));
  expect(english).toMatchObject({ price: "61000.5", value: "1234.5", amount: "0.25" });
  expect(draftFrom(english, "en-US")).toEqual(full);
});

test("what is no number is no number of the draft, and stays as typed", () => {
  const typed = { ...emptyTicket, price: "6O000", amount: "1e3", value: "-5" };
  expect(draftFrom(typed, "en-US")).toMatchObject({ price: null, amount: null, value: null });
  expect(mapNumbers(typed, (number) => rewriteNumber(number, "en-US", "fr-FR"))).toMatchObject({
    price: "6O000",
    amount: "1e3",
  });
});

test("a draft is kept whole, with the order it is to change", async () => {
  await keepDraft("btcusdt", full);
  expect(await readDraft("btcusdt")).toEqual(full);
  await keepDraft("btcusdt", { ...full, price: null, stopPrice: null, value: null, amount: null });
  expect(await readDraft("btcusdt")).toBeUndefined();
});

test("a draft of a build that knew market orders only is still read", async () => {
  await setItem("draft:coin:btcusdt", { side: "sell", by: "amount", value: null, amount: "0.5" });
  expect(await readDraft("btcusdt")).toEqual({
    side: "sell",
    type: "market",
    tif: "gtc",
    by: "amount",
    price: null,
    stopPrice: null,
    value: null,
    amount: "0.5",
  });
});

test.each([
  { type: "iceberg" },
  { tif: "gtd" },
  { price: "1e9" },
  { price: "-1" },
  { replaces: "x" },
  { amount: 5 },
])("kept nonsense is no draft: %o", async (nonsense) => {
  await setItem("draft:coin:btcusdt", { ...full, ...nonsense });
  expect(await readDraft("btcusdt")).toBeUndefined();
});

test("a prefill replaces every number; what it leaves open stays as it was chosen", () => {
  const current = textFrom(full, "fr-FR");
  expect(
    prefilledText(
      { symbol: "btcusdt", type: "limit", price: "59000.5", amount: "0.1" },
      current,
      "fr-FR",
    ),
  ).toEqual({
    side: "sell",
    type: "limit",
    tif: "fok",
    by: "amount",
    price: "59000,5",
    stopPrice: "",
    value: "",
    amount: "0,1",
    replaces: null,
  });
  expect(
    prefilledText(
      { symbol: "btcusdt", side: "buy", type: "market", value: "25", replaces: "9" },
      current,
      "fr-FR",
    ),
  ).toMatchObject({
    side: "buy",
    type: "market",
    by: "value",
    value: "25",
    amount: "",
    replaces: "9",
  });
});
