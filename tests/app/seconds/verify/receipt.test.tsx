import { i18n } from "@lingui/core";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { secondsProofEndpoints as proofs } from "#protocol/api/seconds-proof.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import { learnVenueTime } from "../../../../src/api/venue-clock.ts";
import {
  dayEnd,
  gatherReceipt,
  isPublished,
  missingOf,
} from "../../../../src/features/seconds/verify/receipt-file.ts";
import {
  rememberKey,
  compareVenueKey,
} from "../../../../src/features/trade/slips/remembered-venue-key.ts";
import { windowSamples } from "../../../../src/features/seconds/verify/receipt-samples-list.tsx";
import { ReceiptView } from "../../../../src/features/seconds/verify/receipt-view.tsx";
import { queryClient } from "../../../../src/shell/app-context.ts";
import { removeWhere } from "../../../../src/storage/database.ts";
import { textOf } from "../render-in-app.tsx";
import { t0, t1 } from "../seconds-orders.ts";
import { signedReceipt, venueKey } from "./signed-receipt.ts";

type Answer = (query: URLSearchParams) => unknown;

let file: ReceiptFile;
/** What the venue has; a path that is not here does not answer. */
let answers: Map<string, Answer>;
let asked: string[];

beforeAll(async () => {
  file = { ...(await signedReceipt(await venueKey())), quotes: [] };
});
beforeEach(async () => {
  i18n.loadAndActivate({ locale: "en-US", messages: {} });
  await removeWhere(() => true);
  asked = [];
  answers = new Map<string, Answer>([
    [proofs.secondReceipt.path, () => file.receipt],
    [proofs.secondKey.path, () => ({ public_key: file.public_key, head: null })],
    [proofs.secondChain.path, () => file.chain],
    [proofs.secondQuotes.path, () => undefined],
    [
      proofs.secondTicks.path,
      (query) => file.ticks.find(({ minute }) => minute === Number(query.get("minute"))),
    ],
  ]);
  vi.stubGlobal("location", { origin: "http://venue.test" });
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    asked.push(pathname);
    const data = answers.get(pathname)?.(searchParams);
    if (!answers.has(pathname)) throw new TypeError("Failed to fetch");
    return Response.json(
      data === undefined
        ? { status: 300014, msg: "not there", data: null }
        : { status: 0, msg: "", data },
    );
  });
  learnVenueTime(t1 + 60_000, Date.now());
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const gather = (isStillHere = () => true, userId = "7") =>
  gatherReceipt({ userId, orderId: "9001", isStillHere });

describe("a receipt with its evidence", () => {
  test("is gathered once and from then on read from the device, without a network", async () => {
    expect(await gather()).toEqual(file);
    const first = asked.length;
    answers.clear();
    expect(await gather()).toEqual(file);
    expect(asked.length).toBe(first);
  });

  test("is completed when what it lacks is published", async () => {
    answers.set(proofs.secondTicks.path, () => undefined);
    expect((await gather()).ticks).toEqual([]);
    answers.set(proofs.secondTicks.path, (query) =>
      file.ticks.find(({ minute }) => minute === Number(query.get("minute"))),
    );
    answers.delete(proofs.secondReceipt.path);
    expect(await gather()).toEqual(file);
  });

  test("asks again for quotes that a torn line kept back, and not again for what the venue has none of", async () => {
    answers.delete(proofs.secondQuotes.path);
    expect((await gather()).quotes).toBeUndefined();
    answers.set(proofs.secondQuotes.path, () => undefined);
    expect((await gather()).quotes).toEqual([]);
    const count = asked.length;
    await gather();
    expect(asked.length).toBe(count);
  });

  test("that was kept in part is shown as it is where nothing answers", async () => {
    answers.set(proofs.secondTicks.path, () => undefined);
    const part = await gather();
    answers.clear();
    expect(await gather()).toEqual(part);
  });

  test("is an error only where there is none at all", async () => {
    answers.clear();
    await expect(gather()).rejects.toThrow("Failed to fetch");
  });

  test("of somebody who left meanwhile is not kept, and nobody sees another's", async () => {
    await gather(() => false);
    answers.clear();
    await expect(gather()).rejects.toThrow("Failed to fetch");
    answers = new Map<string, Answer>([
      [proofs.secondReceipt.path, () => file.receipt],
      [proofs.secondKey.path, () => ({ public_key: file.public_key, head: null })],
    ]);
    await gather();
    answers.clear();
    await expect(gather(() => true, "8")).rejects.toThrow("Failed to fetch");
    await expect(gather()).resolves.toMatchObject({ receipt: file.receipt });
    await removeWhere((key) => key.startsWith("receipts:"));
    await expect(gather()).rejects.toThrow("Failed to fetch");
  });
});

describe("what a file lacks", () => {
  test("is every minute of its samples, the receipt before it and the days that were sealed", () => {
    expect(missingOf({ ...file, ticks: [], chain: [] })).toMatchObject({
      minutes: file.ticks.map(({ minute }) => minute),
      days: [],
      chain: true,
    });
    expect(missingOf(file)).toMatchObject({ minutes: [], days: [], chain: false });
    const second = {
      ...file,
      receipt: {
        ...file.receipt,
        seq: 2,
        day_commits: [{ date: "2025-11-21", commit: "0".repeat(64) }],
      },
      chain: [{ ...file.receipt, seq: 2 }],
    };
    expect(missingOf(second)).toMatchObject({ minutes: [], days: ["2025-11-21"], chain: true });
  });

  test("windows over the edge of a minute lie in two", () => {
    const edge = Math.ceil(t0 / 60_000) * 60_000 + 2000;
    const { minutes } = missingOf({
      ...file,
      receipt: { ...file.receipt, t0: edge, t1: edge + 60_000 },
      ticks: [],
    });
    expect(minutes).toEqual([edge / 1000 - 62, edge / 1000 - 2, edge / 1000 + 58]);
  });

  test("is asked for once it can be there: minutes after their end, days after theirs in GMT+8", () => {
    const minute = Math.floor(t1 / 60_000) * 60;
    expect(
      isPublished(
        { minutes: [minute], days: [], chain: false, quotes: [] },
        minute * 1000 + 59_999,
      ),
    ).toBe(false);
    expect(
      isPublished(
        { minutes: [minute], days: [], chain: false, quotes: [] },
        minute * 1000 + 60_000,
      ),
    ).toBe(true);
    expect(dayEnd("2026-11-22")).toBe(Date.UTC(2026, 10, 22, 16));
    expect(
      isPublished(
        { minutes: [], days: ["2026-11-22"], chain: false, quotes: [] },
        Date.UTC(2026, 10, 22, 15, 59),
      ),
    ).toBe(false);
    expect(isPublished({ minutes: [], days: [], chain: false, quotes: [] }, t1)).toBe(false);
  });
});

describe("samples", () => {
  const left = (samples: readonly (string | null)[]) =>
    windowSamples(samples, t0, 2).samples.map((sample) => sample.left?.[0] ?? "");

  test("leave out the highest and the lowest, one each where several are equal", () => {
    expect(windowSamples(file.receipt.samples0, t0, 2).price).toBe("60000.130");
    expect(left(file.receipt.samples0)).toEqual(["", "", "h", "l", ""]);
    expect(left(["1.0000", "1.0000", "1.0000", "1.0000", "1.0000"])).toEqual([
      "l",
      "",
      "",
      "",
      "h",
    ]);
    expect(left(["1.0000", "2.0000", null, "3.0000", "4.0000"])).toEqual(["l", "", "", "", "h"]);
  });

  test("make no price where fewer than four are there, and none is left out", () => {
    expect(windowSamples(["1.0000", null, null, "3.0000", "4.0000"], t0, 2)).toMatchObject({
      price: null,
      samples: [{}, { text: null }, {}, {}, { left: undefined }],
    });
  });

  test("lie in the five seconds up to the moment", () => {
    expect(windowSamples(file.receipt.samples0, t0, 2).samples.map(({ at }) => t0 - at)).toEqual([
      4000, 3000, 2000, 1000, 0,
    ]);
  });
});

test("a receipt is shown with every field it has", () => {
  const text = textOf(<ReceiptView file={file} />);
  for (const part of [
    "Receipt number|1|",
    "|Call|Up, 30 s|",
    "100.00 USDT",
    "+95%",
    "60,000.130",
    "60,002.533",
    "Won",
    "195.00 USDT",
    "tm5-v1",
    "htx",
    "9001",
    file.receipt.hash,
    file.receipt.prev_hash,
    file.receipt.signature,
    file.public_key,
    "59,999.9000",
    "highest, left out",
  ]) {
    expect(text).toContain(part);
  }
});

describe("the venue's key", () => {
  const other = "B".repeat(87);

  test("is remembered at its first use, and a changed one is reported until it is remembered itself", async () => {
    expect(await compareVenueKey(file.public_key, 1000)).toEqual({ state: "first", since: 1000 });
    expect(await compareVenueKey(file.public_key, 2000)).toEqual({ state: "same", since: 1000 });
    expect(await compareVenueKey(other, 3000)).toEqual({ state: "changed", since: 1000 });
    expect(await compareVenueKey(other, 4000)).toEqual({ state: "changed", since: 1000 });
    await rememberKey(other, 5000);
    expect(await compareVenueKey(other, 6000)).toEqual({ state: "same", since: 5000 });
  });

  test("is another venue's own", async () => {
    await compareVenueKey(file.public_key, 1000);
    vi.stubGlobal("location", { origin: "http://other.test" });
    expect((await compareVenueKey(other, 2000)).state).toBe("first");
  });

  test("survives the end of a session, which forgets receipts", async () => {
    await compareVenueKey(file.public_key, 1000);
    await removeWhere((key) => key.startsWith("receipts:"));
    expect((await compareVenueKey(other)).state).toBe("changed");
  });
});
