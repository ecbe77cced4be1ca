import { describe, expect, test } from "vitest";
import type { Receipt } from "#protocol/api/receipt.ts";
import {
  datesOf,
  decimalsOf,
  epochsAround,
  linksAround,
  minutesOf,
  quoteMinutesOf,
  readForm,
} from "#protocol/proof/receipt-form.ts";
import { sampleReceipt, signedEpoch } from "../../harness/samples/signed-by-venue.ts";

const noon = 1_763_700_000;
/** The third receipt of its venue. */
const file = sampleReceipt();

const faultOf = (changed: unknown) => {
  const form = readForm(changed);
  return "fault" in form ? `${form.fault} ${form.where}` : null;
};
const withReceipt = (facts: Partial<Receipt>) =>
  faultOf({ ...file, receipt: { ...file.receipt, ...facts } });
const links = (...numbers: number[]) => {
  const [link] = file.chain;
  if (!link) throw new Error("no link");
  return numbers.map((seq) => ({ ...link, seq }));
};
const epochAfter = (restored: number, seq: number) =>
  signedEpoch({
    format: "godwit-epoch-1",
    public_key: file.public_key,
    seq,
    prev_hash: file.receipt.hash,
    opened_time: file.receipt.t1,
    reason: "a disk",
    restored: { seq: restored, hash: file.receipt.hash },
    lost: null,
    restored_time: null,
    lost_time: null,
  });

describe("what belongs to a receipt", () => {
  test("minutes of its samples, and of the quotes that they are made of", () => {
    const at = (second: number) => (noon + second) * 1000;
    expect([4, 3, 64, 63].map((second) => minutesOf(at(second)))).toEqual([
      [noon],
      [noon - 60, noon],
      [noon + 60],
      [noon, noon + 60],
    ]);
    // The first sample needs the three seconds before it.
    expect([7, 6].map((second) => quoteMinutesOf(at(second)))).toEqual([[noon], [noon - 60, noon]]);
  });

  test("days in GMT+8", () => {
    const midnight = Date.UTC(2025, 10, 20, 16);
    const dates = (t0: number, t1: number) => datesOf({ t0: midnight + t0, t1: midnight + t1 });
    expect(dates(-60_000, -30_000)).toEqual(["2025-11-20"]);
    expect(dates(-30_000, 0)).toEqual(["2025-11-20", "2025-11-21"]);
    expect(dates(4000, 34_000)).toEqual(["2025-11-21"]);
  });

  test("the links that lead through it without a gap", () => {
    const around = (seq: number, ...numbers: number[]) =>
      linksAround(links(...numbers), seq).map((link) => link.seq);
    expect(around(5, 1, 3, 4, 5, 6, 8)).toEqual([3, 4, 5, 6]);
    expect(around(5, 3, 4, 6, 7, 9)).toEqual([3, 4, 6, 7]);
    expect(around(5, 2, 3, 7)).toEqual([]);
  });

  test("the epochs in which it is lost, or which it follows", () => {
    const epochs = [epochAfter(2, 5), epochAfter(7, 9)];
    const around = (seq: number) => epochsAround(epochs, seq).map((epoch) => epoch.seq);
    expect([2, 3, 4, 5, 6, 7, 8, 9, 10].map(around)).toEqual([
      [],
      [5],
      [5],
      [],
      [5],
      [],
      [9],
      [],
      [9],
    ]);
  });
});

test("decimals are the digits behind the point", () => {
  expect(["100", "100.", "100.5", "0.1234"].map(decimalsOf)).toEqual([0, 0, 1, 4]);
});

describe("the form of a file", () => {
  test("is right as the venue gives it", () => {
    expect(readForm(file)).toEqual({ file });
  });

  test("lacks a field, or has one of another kind", () => {
    const { public_key: _key, ...keyless } = file;
    expect([
      faultOf(null),
      faultOf(keyless),
      withReceipt({ stake: 5 as never }),
      faultOf({ ...file, format: "godwit-receipt-2" }),
    ]).toEqual(["shape ", "shape public_key", "shape receipt.stake", "shape format"]);
  });

  test("has figures that no contract has", () => {
    const { t0, t1 } = file.receipt;
    const sample = (text: string) => ["60000.1100", text, null, "60000.1300", "60000.1300"];
    expect([
      withReceipt({ time: 0 }),
      withReceipt({ t0: t0 + 1 }),
      withReceipt({ t1: t1 + 500 }),
      withReceipt({ t0: 999_999_999_000 }),
      withReceipt({ t1: 100_000_000_001_000 }),
      withReceipt({ settle_time: t0 - 1 }),
      withReceipt({ samples0: sample("60000.11") }),
      withReceipt({ samples1: sample("60000.11000") }),
    ]).toEqual([
      "figures time",
      "figures t0",
      "figures t1",
      "figures t0",
      "figures t1",
      "figures settle_time",
      "figures samples0",
      "figures samples1",
    ]);
    expect([
      withReceipt({ settle_time: t0 }),
      withReceipt({ samples0: sample("60000.1300") }),
    ]).toEqual([null, null]);
  });

  test("has the evidence of another receipt, or twice the same", () => {
    const [line] = file.ticks;
    const [day] = file.days;
    if (!line || !day) throw new Error("no evidence");
    const far = { ...line, minute: line.minute + 600 };
    expect([
      faultOf({ ...file, ticks: [line, line] }),
      faultOf({ ...file, ticks: [line, far] }),
      faultOf({ ...file, ticks: [{ ...line, symbol: "ethusdt" }] }),
      faultOf({ ...file, chain: links(2, 4) }),
      faultOf({ ...file, chain: links(4, 3) }),
      faultOf({ ...file, chain: links(5, 6) }),
      faultOf({ ...file, epochs: [epochAfter(3, 5)] }),
      faultOf({ ...file, days: [day, day] }),
      faultOf({ ...file, days: [{ ...day, date: "2024-02-10" }] }),
      faultOf({ ...file, days: [{ ...day, symbol: "ethusdt" }] }),
    ]).toEqual([
      "evidence ticks",
      "evidence ticks",
      "evidence ticks",
      "evidence chain",
      "evidence chain",
      "evidence chain",
      "evidence epochs",
      "evidence days",
      "evidence days",
      "evidence days",
    ]);
    expect([
      faultOf({ ...file, ticks: [] }),
      faultOf({ ...file, chain: [] }),
      faultOf({ ...file, chain: links(2) }),
      faultOf({ ...file, chain: links(4, 5) }),
      faultOf({ ...file, epochs: [epochAfter(0, 4)] }),
    ]).toEqual([null, null, null, null, null]);
  });
});
