import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount } from "#protocol/wire/amount.ts";
import type { Balance, Bill } from "#protocol/api/wallet.ts";
import { createExportCheck } from "../../../../../src/features/wallet/bills/export/export-check.ts";
import {
  exportPageSize,
  gatherBills,
  readEnd,
  writeExport,
  type ExportCursor,
  type ExportSource,
} from "../../../../../src/features/wallet/bills/export/export-gather.ts";
import { mergeBills } from "../../../../../src/features/wallet/bills/export/export-cache.ts";
import {
  exportFileName,
  type ExportFormat,
  csvCell,
  csvLine,
} from "../../../../../src/features/wallet/bills/export/export-format.ts";

const balance = (flag: string, text: string): Balance => ({
  flag,
  balance: Number(text),
  balance_str: text,
  frozen: "0",
  margin: "0",
  stake: "0",
  usdt_value: null,
});
const second = (n: number) => Date.UTC(2026, 10, 22, 4, 0, n);

type Draft = Pick<Bill, "flag" | "type" | "amount"> & Partial<Bill>;

/** Bills of the drafts (oldest first), returned newest first, each with the balance after it. */
function billsOf(drafts: readonly Draft[]): Bill[] {
  const balances = new Map<string, bigint>();
  return drafts
    .map((draft, at): Bill => {
      const after =
        (balances.get(draft.flag) ?? 0n) + BigInt(Math.round(Number(draft.amount) * 1e8));
      balances.set(draft.flag, after);
      return {
        id: `${at + 1}-1`,
        journal_id: String(at + 1),
        sub_type: "",
        ref_type: "",
        ref_id: "",
        remark: "",
        create_time: second(at),
        balance_after: formatAmount(after, 8),
        ...draft,
      };
    })
    .toReversed();
}

const life = billsOf([
  { flag: "USDT", type: 2, amount: "10000", ref_type: "user", ref_id: "7" },
  { flag: "USDT", type: 5, amount: "-1000", ref_type: "spot_order", ref_id: "11" },
  { flag: "BTC", type: 5, amount: "0.01662967", ref_type: "spot_order", ref_id: "11" },
  {
    flag: "USDT",
    type: 6,
    sub_type: "buy",
    amount: "0.03685",
    ref_type: "spot_order",
    ref_id: "11",
  },
  { flag: "USDT", type: 3, amount: "-50", ref_type: "second_order", ref_id: "21" },
  { flag: "USDT", type: 4, amount: "92.5", ref_type: "second_order", ref_id: "21" },
  {
    flag: "USDT",
    type: 8,
    sub_type: "open",
    amount: "-101.5",
    ref_type: "contract_order",
    ref_id: "31",
  },
  { flag: "USDT", type: 11, amount: "-300", ref_type: "withdrawal", ref_id: "41" },
  { flag: "USDT", type: 12, amount: "300", ref_type: "withdrawal", ref_id: "41" },
  { flag: "USDT", type: 11, amount: "-200", ref_type: "withdrawal", ref_id: "42" },
  { flag: "USDT", type: 77, amount: "1", sub_type: '=HYPERLINK("x")', remark: '@gift, "for" you' },
]);
const held = [balance("USDT", "8742.03685"), balance("BTC", "0.01662967"), balance("ETH", "0")];
const facts = { from: second(0), to: second(10), isPartial: false };
const fileOf = (format: ExportFormat, bills: readonly Bill[] = life) =>
  writeExport(format, [bills], { facts, balances: held, isFromStart: true }).parts.join("");

describe("a cell", () => {
  test.each([
    ["plain", "plain"],
    ["-10.50", "-10.50"],
    ["0.00000001", "0.00000001"],
    ["", ""],
    ["a,b", '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["a;b", '"a;b"'],
    ["=1+1", "'=1+1"],
    ["+cmd", "'+cmd"],
    ["-1+1", "'-1+1"],
    ["--5", "'--5"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", '"\'\t=1"'],
    ["\r=1", '"\'\r=1"'],
    ["\n=1", '"\'\n=1"'],
    [" =1", "' =1"],
    ["\uff1d1", "'\uff1d1"],
    ['=a,"b"', '"\'=a,""b"""'],
    ["-1e5", "'-1e5"],
    ["-", "'-"],
  ])("%j is %j", (text, cell) => expect(csvCell(text)).toBe(cell));

  test("with any text is read back by RFC 4180, and never runs as a formula", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...Array.from('=+-@\t\r\n",; a1.')) }), {
          minLength: 1,
          maxLength: 4,
        }),
        (texts) => {
          const cells = readCsv(csvLine(texts))[0];
          expect(cells?.map((cell) => cell.replace(/^'/, ""))).toEqual(texts);
          for (const cell of cells ?? [])
            if (/^[\s=+\-@]/.test(cell)) expect(cell).toMatch(/^-\d+(\.\d+)?$/);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Parses CSV by RFC 4180. */
function readCsv(text: string): string[][] {
  const [rows, field] = [[[]] as string[][], /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y];
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (!match) throw new Error(`no field at ${field.lastIndex}`);
    rows.at(-1)?.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    if (match[3] === "\r\n" && field.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

describe("a file", () => {
  test("in CSV has every entry, numbers as they are, and text that would run as a formula escaped", () => {
    const rows = readCsv(fileOf("csv"));
    expect(rows[0]).toEqual([
      "id",
      "time_utc",
      "type",
      "kind",
      "sub_type",
      "currency",
      "amount",
      "balance_after",
      "ref_type",
      "ref_id",
      "journal_id",
      "remark",
      "money",
    ]);
    expect(rows[1]).toEqual([
      "11-1",
      "2026-11-22T04:00:10.000Z",
      "77",
      "other",
      '\'=HYPERLINK("x")',
      "USDT",
      "1",
      "8742.03685000",
      "",
      "",
      "11",
      '\'@gift, "for" you',
      "paper",
    ]);
    expect(rows.at(-1)).toEqual([
      "1-1",
      "2026-11-22T04:00:00.000Z",
      "2",
      "systemRecharge",
      "",
      "USDT",
      "10000",
      "10000.00000000",
      "user",
      "7",
      "1",
      "",
      "paper",
    ]);
    expect(rows).toHaveLength(12);
  });

  test("in JSON is complete, says that it is paper money, and contains the check", () => {
    const file = JSON.parse(fileOf("json")) as {
      paper: boolean;
      entries: Bill[];
      check: { rows: number; differences: unknown[] };
      partial: boolean;
    };
    expect(file.entries.map(({ id }) => id)).toEqual(life.map(({ id }) => id));
    expect(file).toMatchObject({
      paper: true,
      partial: false,
      from: "2026-11-22T04:00:00.000Z",
      check: { rows: 11, differences: [], sums: { BTC: "0.01662967", USDT: "8742.03685" } },
    });
    expect(JSON.parse(fileOf("json", []))).toMatchObject({ entries: [] });
  });

  test("for Koinly has one line for each order or request", () => {
    const rows = readCsv(fileOf("koinly"));
    expect(rows[0]).toEqual([
      "Date",
      "Sent Amount",
      "Sent Currency",
      "Received Amount",
      "Received Currency",
      "Fee Amount",
      "Fee Currency",
      "Net Worth Amount",
      "Net Worth Currency",
      "Label",
      "Description",
      "TxHash",
    ]);
    const line = (time: string, sides: string[], label: string, text: string, id: string) => [
      `2026-11-22 04:00:${time} UTC`,
      ...sides,
      "",
      "",
      "",
      "",
      label,
      text,
      id,
    ];
    expect(rows.slice(1)).toEqual([
      line("10", ["", "", "1", "USDT"], "", "Paper: other", "11-1"),
      line(
        "09",
        ["200", "USDT", "", ""],
        "",
        "Paper: withdrawalApplication, withdrawal 42",
        "withdrawal-42",
      ),
      line(
        "06",
        ["101.5", "USDT", "", ""],
        "realized gain",
        "Paper: perpetualTrading, contract order 31",
        "contract_order-31",
      ),
      line(
        "05",
        ["", "", "42.5", "USDT"],
        "realized gain",
        "Paper: secondsProfit, second order 21",
        "second_order-21",
      ),
      line(
        "03",
        ["999.96315", "USDT", "0.01662967", "BTC"],
        "",
        "Paper: coinCancel, spot order 11",
        "spot_order-11",
      ),
      line("00", ["", "", "10000", "USDT"], "", "Paper: systemRecharge, user 7", "1-1"),
    ]);
  });

  test("for CoinTracking has its eleven columns, type names and time format", () => {
    const rows = readCsv(fileOf("cointracking"));
    expect(rows[0]).toEqual([
      "Type",
      "Buy Amount",
      "Buy Currency",
      "Sell Amount",
      "Sell Currency",
      "Fee",
      "Fee Currency",
      "Exchange",
      "Trade-Group",
      "Comment",
      "Date",
    ]);
    expect(rows[5]).toEqual([
      "Trade",
      "0.01662967",
      "BTC",
      "999.96315",
      "USDT",
      "",
      "",
      "Godwit (paper)",
      "Paper",
      "Paper: coinCancel, spot order 11 (spot_order-11)",
      "22.11.2026 04:00:03",
    ]);
    expect(rows.slice(1).map(([type]) => type)).toEqual([
      "Deposit",
      "Withdrawal",
      "Derivatives / Futures Loss",
      "Derivatives / Futures Profit",
      "Trade",
      "Deposit",
    ]);
  });

  test("sums up to the balances in every format, for any entries", () => {
    const drafts = fc.array(
      fc.record({
        flag: fc.constantFrom("USDT", "BTC"),
        type: fc.constantFrom(1, 3, 5, 8, 11, 77),
        ref_type: fc.constantFrom("spot_order", "contract_order", "withdrawal", "odd", ""),
        ref_id: fc.constantFrom("1", "2", ""),
        amount: fc
          .integer({ min: -(10 ** 10), max: 10 ** 10 })
          .map((units) => formatAmount(BigInt(units), 8)),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(drafts, (list) => {
        const bills = billsOf(list);
        const sums = new Map<string, number>();
        for (const { flag, amount } of bills)
          sums.set(flag, (sums.get(flag) ?? 0) + Math.round(Number(amount) * 1e8));
        const units = (text: string | undefined) => Math.round(Number(text ?? 0) * 1e8);
        for (const [format, [sent, received]] of [
          ["koinly", [1, 3]],
          ["cointracking", [3, 1]],
        ] as const) {
          const came = new Map<string, number>();
          const add = (flag: string | undefined, amount: number) =>
            flag && came.set(flag, (came.get(flag) ?? 0) + amount);
          for (const row of readCsv(fileOf(format, bills)).slice(1)) {
            add(row[sent + 1], -units(row[sent]));
            add(row[received + 1], units(row[received]));
          }
          for (const flag of ["USDT", "BTC"]) expect(came.get(flag) ?? 0).toBe(sums.get(flag) ?? 0);
        }
      }),
      { numRuns: 50 },
    );
  });

  test("has in its name the format, that it is paper money, its days, and whether it is partial", () => {
    expect(exportFileName("csv", facts)).toBe("godwit-paper-history-2026-11-22-to-2026-11-22.csv");
    expect(exportFileName("koinly", { ...facts, isPartial: true })).toBe(
      "godwit-paper-koinly-2026-11-22-to-2026-11-22-partial.csv",
    );
    expect(exportFileName("json", facts)).toBe(
      "godwit-paper-history-2026-11-22-to-2026-11-22.json",
    );
  });
});

describe("the check", () => {
  const check = (
    bills: readonly Bill[],
    end: Parameters<ReturnType<typeof createExportCheck>["result"]>[0],
  ) => {
    const checker = createExportCheck();
    checker.add(bills);
    return checker.result(end);
  };

  test("agrees where the entries sum up to the balances, also with entries that arrived meanwhile", () => {
    expect(check(life, { balances: held, isFromStart: true })).toMatchObject({
      rows: 11,
      differences: [],
      against: "balances",
    });
    expect(
      check(life.slice(2), { balances: held, isFromStart: true, newer: life.slice(0, 2) })
        .differences,
    ).toEqual([]);
    expect(check(life.slice(0, 4), { balances: held, isFromStart: false }).differences).toEqual([]);
  });

  test("reports what differs: a wrong balance, a missing entry, a currency without entries", () => {
    expect(
      check(life, {
        balances: [balance("USDT", "8742.03684"), balance("BTC", "0.01662967")],
        isFromStart: true,
      }).differences,
    ).toEqual([{ kind: "sum", flag: "USDT", counted: "8742.03685", shown: "8742.03684" }]);
    expect(
      check([...life.slice(0, 3), ...life.slice(4)], { balances: held, isFromStart: true })
        .differences,
    ).toEqual([
      { kind: "gap", flag: "USDT", count: 1 },
      { kind: "sum", flag: "USDT", counted: "9042.03685", shown: "8742.03685" },
    ]);
    expect(
      check(life, { balances: [...held, balance("ETH2", "5")], isFromStart: true }).differences,
    ).toEqual([{ kind: "sum", flag: "ETH2", counted: "0", shown: "5" }]);
    expect(
      check(life, {
        balances: held.map((entry) => ({
          ...entry,
          ...(entry.flag === "BTC" && { unread: true }),
        })),
        isFromStart: true,
      }).differences,
    ).toEqual([{ kind: "unread", flag: "BTC" }]);
  });

  test("without balances compares the entries with each other only", () => {
    expect(check(life.slice(2, 6), { balances: null, isFromStart: false })).toMatchObject({
      differences: [],
      against: "entries",
    });
    expect(
      check([...life.slice(0, 3), ...life.slice(4)], { balances: null, isFromStart: false })
        .differences,
    ).toEqual([{ kind: "gap", flag: "USDT", count: 1 }]);
  });
});

describe("the reading", () => {
  const many = billsOf(
    Array.from({ length: 250 }, (_, at) => ({ flag: "USDT", type: 2, amount: String(at + 1) })),
  );

  /** A venue whose entries can grow between two pages, and whose pages can fail. */
  function stage() {
    const state = { bills: many, failing: new Set<number>(), asked: [] as number[] };
    const source: ExportSource = {
      async page({ from, to }, page) {
        state.asked.push(page);
        if (state.failing.delete(page)) throw new Error("the line is cut");
        const all = state.bills.filter(
          ({ create_time: at }) => at >= (from ?? 0) && at <= (to ?? Infinity),
        );
        return {
          list: all.slice((page - 1) * exportPageSize, page * exportPageSize),
          total: all.length,
        };
      },
      balances: async () => [balance("USDT", state.bills[0]?.balance_after ?? "0")],
    };
    return { state, source, signal: new AbortController().signal };
  }

  const begin = (): ExportCursor => ({
    window: { from: undefined, to: undefined },
    at: second(300),
    pages: [],
  });

  async function finish(
    order: { source: ExportSource; signal: AbortSignal },
    cursor: ExportCursor,
  ) {
    await gatherBills({ ...order, cursor, onProgress: () => undefined });
    const end = await readEnd({ ...order, cursor });
    return writeExport(
      "csv",
      cursor.pages.map(({ list }) => list),
      { ...end, facts, isFromStart: true },
    );
  }

  test("reads pages of a hundred, reports its progress, and sums up to the balance", async () => {
    const [{ source, signal }, progress] = [stage(), [] as string[]];
    const cursor = begin();
    await gatherBills({
      source,
      signal,
      cursor,
      onProgress: (read, total) => progress.push(`${read}/${total}`),
    });
    expect(progress).toEqual(["100/250", "200/250", "250/250"]);
    expect((await finish({ source, signal }, cursor)).check).toMatchObject({
      rows: 250,
      differences: [],
    });
  });

  test("entries that arrive meanwhile shift no page and break no sum", async () => {
    const { state, source, signal } = stage();
    const grown = billsOf(
      Array.from({ length: 256 }, (_, at) => ({ flag: "USDT", type: 2, amount: String(at + 1) })),
    );
    const cursor = begin();
    cursor.pages.push(await source.page(cursor.window, 1, signal));
    state.bills = grown;
    expect((await finish({ source, signal }, cursor)).check).toMatchObject({
      rows: 250,
      differences: [],
    });
  });

  test("continues after the last page it read, after a failure and after a cancel", async () => {
    const { state, source, signal } = stage();
    state.failing.add(2);
    const cursor = begin();
    await expect(
      gatherBills({ source, signal, cursor, onProgress: () => undefined }),
    ).rejects.toThrow("cut");
    expect(cursor.pages).toHaveLength(1);
    const cancelled = new AbortController();
    cancelled.abort();
    await expect(
      gatherBills({ source, signal: cancelled.signal, cursor, onProgress: () => undefined }),
    ).rejects.toThrow();
    state.asked.length = 0;
    expect((await finish({ source, signal }, cursor)).check).toMatchObject({
      rows: 250,
      differences: [],
    });
    expect(state.asked).toEqual([2, 3, 1, 1]);
  });

  test("an account without entries gives an empty file, which agrees", async () => {
    const { state, source, signal } = stage();
    state.bills = [];
    expect((await finish({ source, signal }, begin())).check).toMatchObject({
      rows: 0,
      differences: [],
    });
  });

  test("copies on this device merge into one list, newest first, without duplicates, within the requested days", () => {
    const merged = mergeBills([life.slice(4), life.slice(0, 6)], {
      from: second(1),
      to: second(9),
    });
    expect(merged.map(({ id }) => id)).toEqual(life.slice(1, -1).map(({ id }) => id));
    const sameMoment = [
      { ...life[0], id: "9-1" },
      { ...life[0], id: "10-2" },
      { ...life[0], id: "10-10" },
    ] as Bill[];
    expect(
      mergeBills([sameMoment], { from: undefined, to: undefined }).map(({ id }) => id),
    ).toEqual(["10-10", "10-2", "9-1"]);
  });
});
