import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  currencyConfQuery,
  languageQuery,
  platformBaseQuery,
} from "../../src/features/platform/queries.ts";
import {
  countriesAtom,
  currenciesAtom,
  platformAtom,
} from "../../src/features/platform/platform-atoms.ts";
import { collectQuery } from "../../src/features/market/feed/market-queries.ts";
import { marketStore } from "../../src/features/market/feed/market-store.ts";
import { sessionAtom, userAtom } from "../../src/features/session/session-atoms.ts";
import { walletBalanceQuery } from "../../src/features/wallet/assets/balance-query.ts";
import { walletAtom } from "../../src/features/wallet/assets/wallet-atoms.ts";
import { queryClient, store } from "../../src/shell/app-context.ts";
import { restorePersisted } from "../../src/startup.ts";
import { removeWhere, setItem } from "../../src/storage/database.ts";

const session = { id: "7", token: "t" };
const balance = {
  flag: "USDT",
  balance: 7,
  balance_str: "7",
  frozen: "0",
  margin: "0",
  stake: "0",
  total: "7",
  usdt_value: "7",
};

beforeEach(async () => {
  await removeWhere(() => true);
  vi.stubGlobal("document", {
    cookie: `__Host-godwit-client=${encodeURIComponent(JSON.stringify(session))}`,
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
  store.set(sessionAtom, null);
  store.set(userAtom, null);
  store.set(walletAtom, null);
  store.set(platformAtom, null);
  store.set(countriesAtom, []);
});

test("a user's last figures are on screen before anything is asked, with the time they were given", async () => {
  const at = Date.now() - 60_000;
  await setItem("user:7", { id: "7", account: "ana@example.org" });
  await setItem("queries:user:7", [
    { key: walletBalanceQuery().queryKey, data: { balances: [balance] }, at },
  ]);
  await restorePersisted();
  expect(store.get(sessionAtom)).toEqual(session);
  expect(store.get(userAtom)?.account).toBe("ana@example.org");
  expect(store.get(walletAtom)).toEqual({ balances: [balance], at });
});

const hostile: unknown[] = [
  null,
  7,
  "x",
  [],
  {},
  [null],
  { queries: {} },
  { version: 1, savedAt: 1.7e12, state: { queries: {} } },
  { version: 1, savedAt: 1.7e12, state: { queries: [null] } },
];

test.each(hostile.map((value) => [JSON.stringify(value), value] as const))(
  "whatever the device kept, the first frame comes: %s",
  async (_name, value) => {
    const at = Date.now();
    const reads = [platformBaseQuery(), languageQuery(), currencyConfQuery()].map(
      ({ queryKey }) => ({ key: queryKey, data: value, at }),
    );
    const own = [walletBalanceQuery(), collectQuery()].map(({ queryKey }) => ({
      key: queryKey,
      data: value,
      at,
    }));
    for (const [everybodys, mine] of [
      [value, value],
      [reads, own],
    ]) {
      await Promise.all([
        setItem("queries:public", everybodys),
        setItem("queries:user:7", mine),
        setItem("user:7", value),
        setItem("tickers", value),
      ]);
      queryClient.clear();
      await restorePersisted();
      expect([store.get(platformAtom), store.get(userAtom), store.get(walletAtom)]).toEqual([
        null,
        null,
        null,
      ]);
      expect([store.get(countriesAtom), store.get(currenciesAtom), marketStore.symbols()]).toEqual([
        [],
        [],
        [],
      ]);
    }
  },
);

// Last: the connection that hangs stays with this file.
test("a database that never answers holds the first frame up for two seconds and no longer", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", { open: () => ({}) });
  let done = false;
  void restorePersisted().then(() => (done = true));
  await vi.advanceTimersByTimeAsync(1900);
  expect(done).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(done).toBe(true);
  expect(store.get(sessionAtom)).toEqual(session);
});
