/** What two statements of a venue cannot both say, and what a file of them proves. */
import { describe, expect, test } from "vitest";
import { type EpochBody, epochBodyOf } from "#protocol/api/epoch.ts";
import type { EvidenceFile, Statement } from "#protocol/api/evidence-file.ts";
import type { OrderSlip } from "#protocol/api/order-slip.ts";
import { type Receipt, rootText } from "#protocol/api/receipt.ts";
import type { Slip } from "#protocol/api/slip.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { entryDueMs } from "#protocol/proof/due.ts";
import { checkEvidence, contradictionOf } from "#protocol/proof/evidence-check.ts";
import {
  own,
  sampleReceipt,
  sha256,
  signedEpoch,
  signedHead,
  signedOrderSlip,
  signedReceipt,
  signedSlip,
  stranger,
} from "../../harness/samples/signed-by-venue.ts";

const { receipt, slip, ticks } = sampleReceipt();
const minute = 1_707_494_280;
const deps = webCryptoDeps(crypto.subtle);
const [hashA, hashB] = [sha256("a"), sha256("b")];

const receiptOf = (change: Partial<Receipt> = {}, key = own): Statement => ({
  kind: "receipt",
  body: signedReceipt(receipt, change, key),
});
const slipOf = (change: Partial<Slip> = {}, key = own): Statement => ({
  kind: "slip",
  body: signedSlip(slip, change, key),
});
const headOf = (seq: number, hash: string, time: number, key = own): Statement => ({
  kind: "head",
  body: signedHead(seq, hash, time, key),
});
const orderSlipOf = (change: Partial<OrderSlip> = {}, key = own): Statement => ({
  kind: "order-slip",
  body: signedOrderSlip(
    { accept_time: receipt.t1, head: { seq: 3, hash: receipt.hash }, ...change },
    key,
  ),
});
function minuteOf(at: number, root: string, key = own): Statement {
  const head = { minute: at, source: receipt.source, lines: 1, root, prev_hash: hashA };
  const hash = sha256(rootText(head));
  return { kind: "minute", body: { ...head, hash, signature: key.sign(hash) } };
}

describe("two statements", () => {
  const at = receipt.t1;

  test("of one venue that are both true agree", () => {
    const sound: Statement[] = [
      receiptOf(),
      slipOf(),
      headOf(3, receipt.hash, at),
      headOf(2, receipt.prev_hash, at - 1),
      minuteOf(minute, ticks[0]?.root ?? hashA),
      minuteOf(minute + 60, hashA),
      orderSlipOf(),
    ];
    for (const one of sound)
      for (const other of sound) expect(contradictionOf(one, other)).toBeNull();
  });

  test("give an entry of the chain two hashes", () => {
    const chain = (seq: number, hashes: readonly string[]) => ({ kind: "chain", seq, hashes });
    expect([
      contradictionOf(headOf(9, hashA, at), headOf(9, hashB, at)),
      contradictionOf(headOf(3, hashA, at), receiptOf()),
      contradictionOf(receiptOf(), headOf(2, hashA, at)),
      contradictionOf(slipOf({ head: { seq: 2, hash: hashB } }), receiptOf()),
      contradictionOf(orderSlipOf({ head: { seq: 3, hash: hashB } }), receiptOf()),
    ]).toEqual([
      chain(9, [hashA, hashB]),
      chain(3, [hashA, receipt.hash]),
      chain(2, [receipt.prev_hash, hashA]),
      chain(2, [hashB, receipt.prev_hash]),
      chain(3, [hashB, receipt.hash]),
    ]);
    // Before the first there is nothing that could have a hash.
    expect(contradictionOf(headOf(0, hashA, at), headOf(0, hashB, at))).toBeNull();
  });

  test("go back in the chain, unless they were signed within a minute of each other", () => {
    const back = { kind: "back", seqs: [9, 8] };
    const later = (ms: number) => contradictionOf(headOf(9, hashA, at), headOf(8, hashB, at + ms));
    expect([later(60_000), later(60_001)]).toEqual([null, back]);
    expect(contradictionOf(headOf(8, hashB, at + 60_001), headOf(9, hashA, at))).toEqual(back);
    expect(contradictionOf(headOf(9, hashA, at), headOf(9, hashA, at + 90_000))).toBeNull();
    expect(contradictionOf(headOf(8, hashA, at), headOf(9, hashB, at + 90_000))).toBeNull();
    const head = { seq: 8, hash: hashB };
    expect([
      contradictionOf(headOf(9, hashA, at), slipOf({ head, accept_time: at + 60_001 })),
      contradictionOf(headOf(9, hashA, at), orderSlipOf({ head, accept_time: at + 60_001 })),
    ]).toEqual([back, back]);
  });

  test("change a published minute", () => {
    const [one, two] = [minuteOf(minute, hashA), minuteOf(minute, hashB)];
    expect(contradictionOf(one, two)).toEqual({
      kind: "minute",
      minute,
      hashes: [one.body.hash, two.body.hash],
    });
  });

  test("settle a contract twice, or otherwise than it was agreed", () => {
    const again = receiptOf({ seq: 12, prev_hash: hashA, result: "lose" });
    expect([
      contradictionOf(receiptOf(), again),
      contradictionOf(receiptOf(), receiptOf({ seq: 12, prev_hash: hashA, order_id: "5" })),
    ]).toEqual([{ kind: "receipt", orderId: receipt.order_id, seqs: [3, 12] }, null]);
    const terms = {
      kind: "terms",
      orderId: receipt.order_id,
      differing: { name: "odds", slip: "0.95", receipt: "0.94" },
    };
    const worse = receiptOf({ odds: "0.94", seq: 12, prev_hash: hashA });
    expect([
      contradictionOf(slipOf(), worse),
      contradictionOf(worse, slipOf()),
      contradictionOf(slipOf({ order_id: "5" }), worse),
    ]).toEqual([terms, terms, null]);
  });

  test("promise two courses of one simulated day", () => {
    const [{ date, commit } = { date: "", commit: "" }] = receipt.day_commits;
    const other = { day_commits: [{ date, commit: hashA }], order_id: "5" };
    expect([
      contradictionOf(slipOf(other), receiptOf()),
      contradictionOf(slipOf({ ...other, symbol: "ethusdt" }), receiptOf()),
      contradictionOf(
        slipOf({ ...other, day_commits: [{ date: "2024-02-10", commit: hashA }] }),
        receiptOf(),
      ),
      contradictionOf(slipOf(other), headOf(3, receipt.hash, at)),
    ]).toEqual([
      { kind: "day", symbol: "btcusdt", date, hashes: [hashA, commit] },
      null,
      null,
      null,
    ]);
  });
});

describe("a file of evidence", () => {
  const seen = (statement: Statement) => ({ time: receipt.t1, statement });
  const judged = async (first: Statement, rest: Partial<EvidenceFile> = {}) => {
    const file = {
      format: "godwit-evidence-1",
      public_key: own.publicKey,
      first: seen(first),
      second: null,
      asked: null,
      epochs: [],
      ...rest,
    };
    return checkEvidence(JSON.parse(JSON.stringify(file)), deps);
  };
  const state = async (first: Statement, rest: Partial<EvidenceFile> = {}) =>
    (await judged(first, rest)).state;
  const epoch = (change: Partial<EpochBody> = {}, key = own, hash?: string) =>
    signedEpoch(
      {
        format: "godwit-epoch-1",
        public_key: own.publicKey,
        seq: 5,
        prev_hash: hashA,
        opened_time: receipt.t1 + 600_000,
        reason: "a disk",
        restored: { seq: 2, hash: receipt.prev_hash },
        lost: null,
        restored_time: receipt.t0,
        lost_time: receipt.t1,
        ...change,
      },
      key,
      hash,
    );

  test("of another form says where", async () => {
    expect([
      await checkEvidence(null, deps),
      await checkEvidence({ format: "godwit-evidence-1", public_key: 7 }, deps),
    ]).toEqual([
      { state: "form", where: "the file" },
      { state: "form", where: "public_key" },
    ]);
  });

  test("has statements of the venue whose key it names, whole and signed", async () => {
    const kinds = [
      (key = own) => receiptOf({}, key),
      (key = own) => slipOf({}, key),
      (key = own) => orderSlipOf({}, key),
      (key = own) => headOf(3, receipt.hash, receipt.t1, key),
      (key = own) => minuteOf(minute, hashA, key),
    ];
    for (const of of kinds) {
      const [sound, forged] = [of(), of(stranger)];
      const changed = { ...sound, body: { ...sound.body, hash: hashA } } as Statement;
      expect([
        await state(sound),
        await state(forged),
        await state(changed),
        await state(sound, { second: seen(forged) }),
      ]).toEqual(["nothing", "unsigned", "unsigned", "unsigned"]);
    }
    const other = { public_key: stranger.publicKey };
    expect([await state(slipOf(other)), await state(orderSlipOf(other))]).toEqual([
      "unsigned",
      "unsigned",
    ]);
  });

  test("proves what two of them cannot both say", async () => {
    const found = await judged(headOf(9, hashA, receipt.t1), {
      second: seen(headOf(9, hashB, receipt.t1)),
    });
    expect(found).toEqual({
      state: "proven",
      found: { kind: "chain", seq: 9, hashes: [hashA, hashB] },
    });
    expect(await state(receiptOf(), { second: seen(slipOf()) })).toBe("nothing");
  });

  test("or what the venue does not give", async () => {
    const asked = (
      part: "receipt" | "entry" | "order",
      answer: string | null,
      time = entryDueMs(receipt.t1) + 1,
      wanted?: { name: string; value: string },
    ): Partial<EvidenceFile> => ({ asked: { part, time, answer, wanted } });
    const head = headOf(3, receipt.hash, receipt.t1);
    const wanted = { name: "price", value: "1" };
    expect([
      await state(head, asked("entry", null)),
      await state(head, asked("entry", hashA)),
      await state(head, asked("entry", receipt.hash)),
      await state(orderSlipOf(), asked("order", null, receipt.t1, wanted)),
      await state(orderSlipOf(), asked("order", null)),
      await state(slipOf(), asked("receipt", null)),
      await state(slipOf(), asked("receipt", null, entryDueMs(receipt.t1))),
      await state(slipOf(), asked("receipt", hashA)),
      await state(receiptOf(), asked("receipt", null)),
    ]).toEqual([
      "asked",
      "asked",
      "nothing",
      "asked",
      "nothing",
      "asked",
      "nothing",
      "nothing",
      "nothing",
    ]);
  });

  test("is explained by what the venue declared as lost, where that is signed", async () => {
    const again = receiptOf({ seq: 12, prev_hash: hashA, result: "lose" });
    const second = seen(again);
    const declared = epoch();
    expect(await judged(receiptOf(), { second, epochs: [declared] })).toEqual({
      state: "declared",
      found: { kind: "receipt", orderId: receipt.order_id, seqs: [3, 12] },
      epoch: epochBodyOf({ ...declared }),
    });
    const states = async (epochs: EvidenceFile["epochs"]) => state(receiptOf(), { second, epochs });
    expect([
      await states([epoch({}, stranger)]),
      await states([epoch({}, own, hashA)]),
      await states([epoch({ public_key: stranger.publicKey })]),
      await states([epoch({ seq: 3 })]),
      await states([epoch({ seq: 3 }), declared]),
    ]).toEqual(["unsigned", "unsigned", "unsigned", "proven", "declared"]);
    // A number of the chain is never used again.
    const head = headOf(4, hashA, receipt.t1);
    const twice = { second: seen(headOf(4, hashB, receipt.t1)), epochs: [declared] };
    expect(await state(head, twice)).toBe("proven");
  });

  test("minutes are published again within the lost time, and a minute about it", async () => {
    const within = async (second: number, change: Partial<EpochBody> = {}) =>
      state(minuteOf(second, hashA), {
        second: seen(minuteOf(second, hashB)),
        epochs: [
          epoch({
            restored_time: 1_707_494_340_000,
            lost_time: 1_707_494_460_000,
            ...change,
          }),
        ],
      });
    const start = 1_707_494_340;
    expect([
      await within(start - 120),
      await within(start - 60),
      await within(start + 120),
      await within(start + 180),
    ]).toEqual(["proven", "declared", "declared", "proven"]);
    const unknown = { restored_time: null, lost_time: null, opened_time: (start + 180) * 1000 };
    expect([
      await within(60, unknown),
      await within(start + 180, unknown),
      await within(start + 240, unknown),
    ]).toEqual(["declared", "declared", "proven"]);
  });

  test("what is lost cannot be given", async () => {
    const epochs = [epoch()];
    const time = entryDueMs(receipt.t1) + 1;
    const asked = (part: "receipt" | "entry" | "order", answer: string | null) => ({
      epochs,
      asked: { part, time, answer },
    });
    const lost = headOf(3, receipt.hash, receipt.t1);
    const left = headOf(2, receipt.prev_hash, receipt.t1);
    expect([
      await state(lost, asked("entry", null)),
      await state(lost, asked("entry", hashA)),
      await state(left, asked("entry", null)),
      await state(receiptOf(), asked("entry", null)),
      await state(slipOf({ accept_time: receipt.t0 }), asked("receipt", null)),
      await state(slipOf({ accept_time: receipt.t0 - 60_001 }), asked("receipt", null)),
      await state(orderSlipOf({ accept_time: receipt.t0 }), asked("order", null)),
      await state(lost, asked("receipt", null)),
    ]).toEqual(["declared", "asked", "asked", "asked", "declared", "asked", "nothing", "nothing"]);
  });
});
