import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { symbolsQuery } from "../../../src/features/market/feed/market-queries.ts";
import { languageQuery } from "../../../src/features/platform/queries.ts";
import { walletBalanceQuery } from "../../../src/features/wallet/assets/balance-query.ts";
import { removeWhere, setItem, getItem } from "../../../src/storage/database.ts";
import {
  removePrivateQueries,
  persistQueries,
  restoreQueries,
} from "../../../src/storage/persisted-queries.ts";

const dayMs = 24 * 3600_000;
const country = {
  title: "US",
  code: "en_US",
  iconurl: "",
  isdefault: 1,
  status: 1,
  name: "English",
  phone_code: "1",
};
const languages = (data: unknown = [country], at = Date.now()) => ({
  key: languageQuery().queryKey,
  data,
  at,
});
const balances = {
  balances: [
    {
      flag: "USDT",
      balance: 7,
      balance_str: "7",
      frozen: "0",
      margin: "0",
      stake: "0",
      total: "7",
      usdt_value: "7",
    },
  ],
};

/** The state in which a page's first question finds a read. */
function begin(options: { queryKey: readonly unknown[] }, client = new QueryClient()) {
  return client.getQueryCache().build(client, client.defaultQueryOptions(options)).state;
}

const stops: (() => void)[] = [];

/** A page that keeps what it reads, as whom it says. */
function page(userId: string | null = null): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
  stops.push(persistQueries(client, () => userId));
  return client;
}

interface StoredAnswer {
  key: readonly unknown[];
  at: number;
}

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", new EventTarget());
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await removeWhere(() => true);
  await restoreQueries(null);
});

test("a kept answer is there at the first question, with the time at which the venue gave it", async () => {
  const at = Date.now() - dayMs;
  await setItem("queries:public", [languages([country], at)]);
  await restoreQueries(null);
  expect(begin(languageQuery())).toMatchObject({
    data: [country],
    dataUpdatedAt: at,
    status: "success",
  });
});

describe("what the device kept is not believed", () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
    ["a text", "x"],
    ["an object without a list", { queries: {} }],
    ["nulls", [null]],
    ["a key that is none", [{ ...languages(), key: "x" }]],
    ["a time that is none", [{ ...languages(), at: "now" }]],
    [
      "a key that JSON cannot say",
      [
        { ...languages(), key: [1n] },
        { ...languages(), key: cyclic },
      ],
    ],
    ["data of another form", [languages({ list: [country] })]],
    ["a row of another form", [languages([country, null])]],
    ["no data", [{ key: languageQuery().queryKey, at: 1 }]],
    ["the older format", { version: 1, savedAt: Date.now(), state: { queries: {} } }],
  ])("%s", async (_name, stored) => {
    await setItem("queries:public", stored);
    await restoreQueries(null);
    expect(begin(languageQuery())).toMatchObject({ data: undefined, status: "pending" });
  });

  test("beside what is broken the rest is still good", async () => {
    await setItem("queries:public", [
      null,
      { key: symbolsQuery().queryKey, data: 7, at: Date.now() },
      languages(),
    ]);
    await restoreQueries(null);
    expect([begin(symbolsQuery()).data, begin(languageQuery()).data]).toEqual([
      undefined,
      [country],
    ]);
  });

  test("a user's own answer among everybody's is not shown", async () => {
    await setItem("queries:public", [
      { key: walletBalanceQuery().queryKey, data: balances, at: Date.now() },
    ]);
    await restoreQueries("7");
    expect(begin(walletBalanceQuery()).data).toBeUndefined();
  });
});

describe("age", () => {
  test.each([
    ["31 days old", -31 * dayMs, false],
    ["29 days old", -29 * dayMs, true],
    ["of tomorrow", dayMs, false],
  ])("an answer %s", async (_name, off, shown) => {
    await setItem("queries:public", [languages([country], Date.now() + off)]);
    await restoreQueries(null);
    expect(begin(languageQuery()).data !== undefined).toBe(shown);
  });

  test("rewriting does not make old answers young", async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const client = page();
    client.setQueryData(["old"], 1);
    await vi.advanceTimersByTimeAsync(31 * dayMs);
    client.setQueryData(["new"], 2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(((await getItem("queries:public")) as StoredAnswer[]).map(({ key }) => key)).toEqual([
      ["new"],
    ]);
  });
});

describe("what is written", () => {
  test("no more than 300 answers, the newest", async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const client = page();
    for (let at = 0; at < 400; at++)
      client.setQueryData(["read", at], at, { updatedAt: Date.now() - 1000 + at });
    await vi.advanceTimersByTimeAsync(2000);
    const stored = (await getItem("queries:public")) as StoredAnswer[];
    expect([stored.length, stored[0]?.key, stored.at(-1)?.key]).toEqual([
      300,
      ["read", 399],
      ["read", 100],
    ]);
  });

  test("a kept answer that nobody asked for in this visit is kept for the next", async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    await setItem("queries:public", [languages()]);
    await restoreQueries(null);
    page().setQueryData(["other"], 1);
    await vi.advanceTimersByTimeAsync(2000);
    await restoreQueries(null);
    expect(begin(languageQuery()).data).toEqual([country]);
  });

  test("a user's own answers lie under the user, are found by them alone, and go at once in memory too", async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const client = page("7");
    begin(walletBalanceQuery(), client);
    client.setQueryData(walletBalanceQuery().queryKey, balances);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await getItem("queries:public")).toBeUndefined();
    await restoreQueries("8");
    expect(begin(walletBalanceQuery()).data).toBeUndefined();
    await restoreQueries("7");
    expect(begin(walletBalanceQuery()).data).toEqual(balances);
    await restoreQueries("7");
    await removePrivateQueries();
    expect([begin(walletBalanceQuery()).data, await getItem("queries:user:7")]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

test("of a list that goes on and on the first pages are kept", async () => {
  const client = page("7");
  const pages = Array.from({ length: 40 }, (_, at) => ({ page: at + 1, list: [] }));
  const query = client.getQueryCache().build(client, {
    queryKey: ["/api/wallet/getTradeRecord", "pages", {}],
    meta: { private: true },
  });
  query.setData({ pages, pageParams: pages.map((one) => one.page) });
  query.setData({ pages, pageParams: pages.map((one) => one.page) });
  await vi.waitFor(async () =>
    expect(await getItem("queries:user:7")).toMatchObject([
      { data: { pages: pages.slice(0, 10), pageParams: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } },
    ]),
  );
  expect(
    ((await getItem("queries:user:7")) as { data: { pages: unknown[] } }[])[0]?.data.pages,
  ).toHaveLength(10);
});

describe("an answer that nobody has looked at for a day leaves the memory of a page that stays open", () => {
  const balance = { queryKey: walletBalanceQuery().queryKey, meta: { private: true } };
  /** Another read, so that the device is written to. */
  const readMore = (client: QueryClient, isPrivate: boolean) =>
    client.fetchQuery({ queryKey: ["/another"], queryFn: () => 1, meta: { private: isPrivate } });

  test.each([
    ["everybody's", "queries:public", { queryKey: languageQuery().queryKey }, [country], false],
    ["the user's own", "queries:user:7", balance, balances, true],
  ] as const)(
    "%s: the device keeps it, and it is there when it is asked for again",
    async (_whose, key, options, data, isPrivate) => {
      const client = page("7");
      const queryKey: readonly unknown[] = options.queryKey;
      await client.fetchQuery<unknown>({ ...options, queryKey, queryFn: () => data });
      client.removeQueries({ queryKey });
      await readMore(client, isPrivate);
      await vi.waitFor(
        async () =>
          expect(
            ((await getItem(key)) as StoredAnswer[] | undefined)?.map((answer) => answer.key),
          ).toEqual(expect.arrayContaining([["/another"], options.queryKey])),
        3000,
      );
      expect(begin(isPrivate ? walletBalanceQuery() : languageQuery(), client).data).toEqual(data);
    },
  );

  test.each([
    ["nobody", null],
    ["somebody else", "8"],
  ])("but not where its owner has left and %s is there", async (_who, next) => {
    let user: string | null = "7";
    const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
    stops.push(persistQueries(client, () => user));
    await client.fetchQuery({ ...balance, queryFn: () => balances });
    user = next;
    await removePrivateQueries();
    client.removeQueries({ queryKey: balance.queryKey });
    expect(begin(walletBalanceQuery(), client).data).toBeUndefined();
  });
});
