/** Single steps of the check, each with what only the venue itself could have signed. */
import { describe, expect, test } from "vitest";
import type { EpochBody } from "#protocol/api/epoch.ts";
import { type ChainLink, noHash } from "#protocol/api/receipt.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import type { Slip } from "#protocol/api/slip.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { dayDueMs, entryDueMs, minuteDueMs } from "#protocol/proof/due.ts";
import { checkReceipt, type CheckName, type CheckStep } from "#protocol/proof/receipt-check.ts";
import {
  own,
  sampleReceipt,
  sha256,
  signedEpoch,
  signedReceipt,
  signedSlip,
  stranger,
} from "../../harness/samples/signed-by-venue.ts";

const whole = sampleReceipt();
const { receipt, slip } = whole;
const deps = webCryptoDeps(crypto.subtle);

async function step<Name extends CheckName>(name: Name, change: Partial<ReceiptFile>) {
  const steps = await checkReceipt(JSON.parse(JSON.stringify({ ...whole, ...change })), deps);
  const found = steps.find((one): one is Extract<CheckStep, { name: Name }> => one.name === name);
  if (!found) throw new Error(`no step ${name}`);
  return found;
}

const other = sha256("another");
const signed = (link: Omit<ChainLink, "signature">, key = own): ChainLink => ({
  ...link,
  signature: key.sign(link.hash),
});
const before = signed({ seq: 2, hash: receipt.prev_hash, prev_hash: other });
const itself = signed({ seq: 3, hash: receipt.hash, prev_hash: receipt.prev_hash });
const after = signed({ seq: 4, hash: other, prev_hash: receipt.hash });

describe("the chain", () => {
  const chain = async (...links: ChainLink[]) => {
    const { state, facts } = await step("chain", { chain: links });
    return [state, facts.fault, facts.before, facts.after];
  };

  test("leads to the receipt from the one before it, and on to the one after it", async () => {
    expect([
      await chain(before, itself, after),
      await chain(before),
      await chain(after),
      await chain(itself),
      await chain(),
    ]).toEqual([
      ["ok", null, true, true],
      ["ok", null, true, false],
      ["ok", null, false, true],
      ["later", null, false, false],
      ["later", null, false, false],
    ]);
    const { facts } = await step("chain", { chain: [before, itself, after] });
    expect([facts.seq, facts.links, facts.lost]).toEqual([3, [2, 3, 4], null]);
  });

  test("breaks where a link does not follow on the one before it", async () => {
    const links = [
      [signed({ ...before, hash: other }), itself],
      [before, signed({ ...itself, prev_hash: other })],
      [before, signed({ ...itself, hash: other })],
      [itself, signed({ ...after, prev_hash: other })],
      [signed({ seq: 1, hash: other, prev_hash: other }), before],
    ];
    for (const some of links)
      expect((await chain(...some)).slice(0, 2)).toEqual(["failed", "order"]);
    const first = signed({ seq: 1, hash: other, prev_hash: noHash });
    expect(await chain(first, before, itself)).toEqual(["ok", null, true, false]);
  });

  test("has no link that the venue did not sign", async () => {
    const fault = async (...links: ChainLink[]) => (await chain(...links)).slice(0, 2);
    const unsigned = ["failed", "signature"];
    expect([
      await fault(signed(before, stranger)),
      await fault(signed(after, stranger)),
      await fault(signed(before, stranger), itself, after),
      await fault(before, itself, signed(after, stranger)),
    ]).toEqual([unsigned, unsigned, unsigned, unsigned]);
  });

  test("begins with the first receipt, which has none before it", async () => {
    const first = signedReceipt(receipt, { seq: 1, prev_hash: noHash });
    const { state, facts } = await step("chain", { receipt: first, chain: [] });
    expect([state, facts.before, facts.after]).toEqual(["ok", true, false]);
    const strange = signedReceipt(receipt, { seq: 1 });
    expect(await step("chain", { receipt: strange, chain: [] })).toMatchObject({
      state: "failed",
      facts: { fault: "order" },
    });
  });
});

describe("an epoch", () => {
  const body: EpochBody = {
    format: "godwit-epoch-1",
    public_key: own.publicKey,
    seq: 5,
    prev_hash: other,
    opened_time: receipt.t1,
    reason: "a disk",
    restored: { seq: 2, hash: receipt.prev_hash },
    lost: null,
    restored_time: null,
    lost_time: null,
  };
  const epoch = (change: Partial<EpochBody>, key = own, hash?: string) =>
    signedEpoch({ ...body, ...change }, key, hash);
  const judged = async (...epochs: ReturnType<typeof epoch>[]) => {
    const { state, facts } = await step("chain", { chain: [], epochs });
    return [state, facts.fault, facts.lost?.seq ?? null];
  };

  test("that lost a receipt says so, where the venue signed it", async () => {
    expect([
      await judged(epoch({})),
      await judged(epoch({}, stranger)),
      await judged(epoch({}, own, other)),
      await judged(epoch({ public_key: stranger.publicKey })),
      await judged(epoch({}), epoch({ seq: 6 }, stranger)),
      await judged(epoch({}, stranger), epoch({ seq: 6 })),
    ]).toEqual([
      ["none", null, 5],
      ["failed", "epoch", 5],
      ["failed", "epoch", 5],
      ["failed", "epoch", 5],
      ["failed", "epoch", 5],
      ["failed", "epoch", 5],
    ]);
  });

  test("right before a receipt is what that receipt follows on", async () => {
    const opened = epoch({ seq: 2, restored: { seq: 0, hash: noHash } });
    expect(await judged(opened)).toEqual(["failed", "order", null]);
    const next = signedReceipt(receipt, { prev_hash: opened.hash });
    expect(
      (await step("chain", { receipt: next, chain: [], epochs: [opened] })).facts.fault,
    ).toBeNull();
  });
});

describe("what the venue refused to give", () => {
  const refused = (part: "minute" | "day" | "entry", name: string, time: number) => ({
    withheld: [{ part, name, time }],
  });
  const due = entryDueMs(receipt.t1);

  test("of the chain counts once it is overdue, for this receipt, while the file has no link of it", async () => {
    const fault = async (change: Partial<ReceiptFile>) => (await step("chain", change)).facts.fault;
    const chain = [before];
    expect([
      await fault({ chain, ...refused("entry", "3", due + 1) }),
      await fault({ chain, ...refused("entry", "3", due) }),
      await fault({ chain, ...refused("entry", "4", due + 1) }),
      await fault({ chain, ...refused("minute", "3", due + 1) }),
      await fault({ chain: [before, itself], ...refused("entry", "3", due + 1) }),
    ]).toEqual(["withheld", null, null, null, null]);
  });

  test("of minutes and days does the same", async () => {
    const minute = 1_707_494_280;
    const ticks = whole.ticks.filter((line) => line.minute !== minute);
    const state = async (name: "entry_ticks" | "day_commit", change: Partial<ReceiptFile>) =>
      (await step(name, change)).state;
    const late = minuteDueMs(minute);
    expect([
      await state("entry_ticks", { ticks, ...refused("minute", String(minute), late + 1) }),
      await state("entry_ticks", { ticks, ...refused("minute", String(minute), late) }),
      await state("entry_ticks", { ticks, ...refused("day", String(minute), late + 1) }),
    ]).toEqual(["failed", "later", "later"]);
    const [{ date } = { date: "" }] = receipt.day_commits;
    expect([
      await state("day_commit", { days: [], ...refused("day", date, dayDueMs(date) + 1) }),
      await state("day_commit", { days: [], ...refused("day", date, dayDueMs(date)) }),
      await state("day_commit", { days: [], ...refused("minute", date, dayDueMs(date) + 1) }),
    ]).toEqual(["failed", "later", "later"]);
  });
});

describe("the slip", () => {
  const judged = async (change: Partial<Slip>, chain: ChainLink[] = [before, itself]) => {
    const { state, facts } = await step("slip", { slip: signedSlip(slip, change), chain });
    return [state, facts.fault];
  };

  test("names the head before it: a receipt of the same chain, older than its own", async () => {
    const right = ["ok", null];
    const wrong = ["failed", "order"];
    expect([
      await judged({ head: { seq: 2, hash: receipt.prev_hash } }),
      await judged({ head: { seq: 2, hash: receipt.prev_hash } }, []),
      await judged({ head: { seq: 1, hash: other } }),
      await judged({ head: { seq: 2, hash: other } }),
      await judged({ head: { seq: 2, hash: other } }, []),
      await judged({ head: { seq: 3, hash: receipt.hash } }),
      await judged({ head: { seq: 3, hash: receipt.hash } }, []),
      await judged({ head: { seq: 4, hash: other } }, []),
    ]).toEqual([right, right, right, wrong, wrong, wrong, wrong, wrong]);
    const first = signed({ seq: 1, hash: before.prev_hash, prev_hash: noHash });
    const early = [first, before, itself];
    expect([
      await judged({ head: { seq: 1, hash: first.hash } }, early),
      await judged({ head: { seq: 1, hash: receipt.hash } }, early),
    ]).toEqual([right, wrong]);
  });

  test("says how long the order was on its way, where the device said when it was sent", async () => {
    const delay = async (change: Partial<Slip>) =>
      (await step("slip", { slip: signedSlip(slip, change) })).facts.delayMs;
    expect([
      await delay({ sent_time: slip.accept_time - 120 }),
      await delay({ sent_time: null }),
      (await step("slip", { slip: undefined })).facts.delayMs,
    ]).toEqual([120, null, null]);
  });

  test("is the venue's own and whole", async () => {
    const fault = async (changed: Slip) => (await step("slip", { slip: changed })).facts.fault;
    expect([
      await fault({ ...slip, stake: "1.00" }),
      await fault(signedSlip(slip, { public_key: stranger.publicKey }, stranger)),
      await fault({ ...slip, signature: stranger.sign(slip.hash) }),
      await fault(signedSlip(slip, { odds: "0.94" })),
    ]).toEqual(["hash", "key", "signature", "terms"]);
  });
});

describe("a price", () => {
  const price = async (samples0: (string | null)[], entry: string | null = receipt.entry) =>
    step("entry_price", { receipt: signedReceipt(receipt, { samples0, entry }) });

  test("leaves out the lowest sample and the highest, where enough are there", async () => {
    const [a = "", b = "", c = "", d = "", e = ""] = receipt.samples0.map(String);
    expect((await price([a, b, c, d, e])).facts.dropped).toEqual([0, 3]);
    expect((await price([d, b, a, c, e])).facts.dropped).toEqual([2, 0]);
    expect((await price([null, b, c, d, e])).facts.dropped).toEqual([1, 3]);
    expect((await price([null, null, c, d, e])).facts).toMatchObject({
      computed: null,
      dropped: [],
    });
  });

  test("is right, wrong, or none where there are neither samples nor a price", async () => {
    const none = [null, null, null, null, null];
    expect([
      (await price(receipt.samples0.slice())).state,
      (await price(receipt.samples0.slice(), "187545.826")).state,
      (await price(receipt.samples0.slice(), null)).state,
      (await price(none, null)).state,
      (await price(none)).state,
      (await price([null, null, ...receipt.samples0.slice(2)], null)).state,
    ]).toEqual(["ok", "failed", "failed", "none", "failed", "ok"]);
  });
});
