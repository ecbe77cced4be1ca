import { afterEach, expect, test } from "vitest";
import { coinOrders } from "../../../../src/features/spot/confirm/coin-orders.ts";
import { keepDraft, readDraft } from "../../../../src/features/spot/ticket/ticket-draft.ts";
import { takeWriteLock, waitForWriteLock } from "../../../../src/writes/write-lock.ts";
import { removeWhere, setItem } from "../../../../src/storage/database.ts";

afterEach(() => removeWhere(() => true));

const attempt = {
  id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  intent: {
    symbol: "btcusdt",
    side: "buy" as const,
    type: "stop-limit" as const,
    tif: "ioc" as const,
    price: "60100",
    amount: "0.01",
    value: null,
    stop_price: "60000",
    operator: "gte" as const,
    replaces: "41",
    filled_amount: "0.002",
  },
  sentAt: 1_700_000_000_000,
};

test("an order under way is found again by its own user until its outcome is known", async () => {
  await coinOrders.persisted?.save("7", attempt);
  expect(await coinOrders.persisted?.read("7")).toEqual({ ...attempt, isReported: false });
  await coinOrders.persisted?.save("7", attempt, true);
  expect(await coinOrders.persisted?.read("7")).toEqual({ ...attempt, isReported: true });
  expect(await coinOrders.persisted?.read("8")).toBeUndefined();
  await coinOrders.persisted?.remove("7");
  expect(await coinOrders.persisted?.read("7")).toBeUndefined();
});

test("what an older build kept of an order under way is asked for too", async () => {
  await setItem("attempt:7", {
    symbol: "btcusdt",
    side: "buy",
    type: "market",
    amount: null,
    value: "1000",
    client_order_id: attempt.id,
  });
  expect(await coinOrders.persisted?.read("7")).toMatchObject({
    id: attempt.id,
    intent: { type: "market", value: "1000" },
    sentAt: 0,
    isReported: false,
  });
});

test("what is kept is read as untrusted input", async () => {
  await setItem("attempt:7", { ...attempt.intent, client_order_id: "no id" });
  expect(await coinOrders.persisted?.read("7")).toBeUndefined();
  await setItem("draft:coin:btcusdt", { side: "buy", by: "value", value: "1e9", amount: null });
  expect(await readDraft("btcusdt")).toBeUndefined();
});

test("a draft comes back for its market alone, and an emptied one is forgotten", async () => {
  const draft = {
    side: "sell" as const,
    type: "limit" as const,
    tif: "ioc" as const,
    by: "value" as const,
    price: "61000.5",
    stopPrice: null,
    value: null,
    amount: "0.25",
  };
  await keepDraft("btcusdt", draft);
  expect(await readDraft("btcusdt")).toEqual(draft);
  expect(await readDraft("ethusdt")).toBeUndefined();
  await keepDraft("btcusdt", { ...draft, price: null, amount: null });
  expect(await readDraft("btcusdt")).toBeUndefined();
});

test("one order at a time for a user: a second taker gets nothing, one who waits gets it after the release", async () => {
  const release = await takeWriteLock("7");
  expect(release).not.toBeNull();
  expect(await takeWriteLock("7")).toBeNull();
  const other = await takeWriteLock("8");
  expect(other).not.toBeNull();
  other?.();
  const waiting = waitForWriteLock("7", new AbortController().signal);
  release?.();
  const next = await waiting;
  expect(next).not.toBeNull();
  next?.();
});

test("a wait for the lock ends when it is no longer wanted", async () => {
  const release = await takeWriteLock("9");
  const leave = new AbortController();
  const waiting = waitForWriteLock("9", leave.signal);
  leave.abort();
  expect(await waiting).toBeNull();
  release?.();
});
