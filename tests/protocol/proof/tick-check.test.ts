/** A minute of the tick log against the samples of a receipt, each fault by itself. */
import { expect, test } from "vitest";
import type { TickLine } from "#protocol/api/receipt.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { checkTicks, isSigned, worstOf } from "#protocol/proof/tick-check.ts";
import {
  minuteOf,
  own,
  sampleReceipt,
  sha256,
  stranger,
} from "../../harness/samples/signed-by-venue.ts";

const { receipt, ticks } = sampleReceipt();
const deps = webCryptoDeps(crypto.subtle);
/** The samples of T0 lie in both of these, those of T1 in the second. */
const [early, late] = [1_707_494_280, 1_707_494_340];
const lineOf = (minute: number) => {
  const line = ticks.find((one) => one.minute === minute);
  if (!line) throw new Error(`no minute ${minute}`);
  return line;
};

async function entry(
  lines: readonly TickLine[],
  more: Partial<Parameters<typeof checkTicks>[0]> = {},
) {
  const { state, facts } = await checkTicks(
    {
      receipt,
      moment: receipt.t0,
      samples: receipt.samples0,
      ticks: lines,
      publicKey: own.publicKey,
      withheld: new Set(),
      ...more,
    },
    deps,
  );
  return { state, faults: facts.minutes.map(({ fault }) => fault), facts };
}

test("each sample is the one of its second, in minutes that the venue published", async () => {
  const { state, faults, facts } = await entry(ticks);
  expect([state, faults, facts.moment]).toEqual(["ok", [null, null], receipt.t0]);
  expect(facts.minutes.map(({ minute, root }) => [minute, root])).toEqual([
    [early, lineOf(early).root],
    [late, lineOf(late).root],
  ]);
  expect(facts.samples).toEqual(
    receipt.samples0.map((sample, at) => ({
      second: receipt.t0 / 1000 - 4 + at,
      receipt: sample,
      log: sample,
    })),
  );
});

test("what is not published yet is waited for, and what was refused has failed", async () => {
  const missing = await entry([lineOf(late)]);
  expect([missing.state, missing.faults]).toEqual(["later", [null, null]]);
  expect(missing.facts.minutes.map(({ state, root }) => [state, root])).toEqual([
    ["later", null],
    ["ok", lineOf(late).root],
  ]);
  expect(missing.facts.samples[0]?.log).toBeUndefined();
  const refused = await entry([lineOf(late)], { withheld: new Set([early]) });
  expect([refused.state, refused.faults]).toEqual(["failed", ["withheld", null]]);
  const elsewhere = await entry([lineOf(late)], { withheld: new Set([late]) });
  expect(elsewhere.state).toBe("later");
});

test("each fault of a minute is named", async () => {
  const line = lineOf(late);
  const faultOf = async (changed: TickLine) => (await entry([lineOf(early), changed])).faults;
  const otherSample = line.samples.with(0, "187551.0447");
  expect([
    await faultOf(await minuteOf({ ...line, samples: otherSample })),
    await faultOf({ ...line, source: "htx" }),
    await faultOf({ ...line, samples: line.samples.with(59, null) }),
    await faultOf({ ...line, root: sha256("a") }),
    await faultOf({ ...line, leaf: line.leaf + 1 }),
    await faultOf({ ...line, hash: sha256("a") }),
    await faultOf({ ...line, signature: stranger.sign(line.hash) }),
  ]).toEqual([
    [null, "samples"],
    [null, "source"],
    [null, "path"],
    [null, "path"],
    [null, "path"],
    [null, "hash"],
    [null, "signature"],
  ]);
  // A minute answers for its own seconds alone.
  const twice = await entry([
    await minuteOf({ ...lineOf(early), samples: lineOf(early).samples.map(() => "1.0000") }),
    line,
  ]);
  expect(twice.faults).toEqual(["samples", null]);
});

test("a minute of another source says nothing of a receipt that has no sample in it", async () => {
  const samples = [null, null, null, null, receipt.samples0[4] ?? null];
  const foreign = { ...lineOf(early), source: "htx" as const };
  const { state, faults, facts } = await entry([foreign, lineOf(late)], { samples });
  expect([state, faults]).toEqual(["later", [null, null]]);
  expect(facts.samples[0]).toMatchObject({ receipt: null, log: undefined });
  const one = samples.with(0, receipt.samples0[0] ?? null);
  expect((await entry([foreign, lineOf(late)], { samples: one })).faults[0]).toBe("samples");
});

test("of several states the worst counts", () => {
  expect([
    worstOf(["ok", "later", "failed"]),
    worstOf(["ok", "later"]),
    worstOf(["ok"]),
    worstOf([]),
  ]).toEqual(["failed", "later", "ok", "ok"]);
});

test("what is in no prescribed encoding is not signed", async () => {
  const { hash, signature } = receipt;
  const signed = (key: string, facts: Partial<{ hash: string; signature: string }> = {}) =>
    isSigned(deps, key, { hash, signature, ...facts });
  expect([
    await signed(own.publicKey),
    await signed(stranger.publicKey),
    await signed("?"),
    await signed(own.publicKey, { signature: "?" }),
    await signed(own.publicKey, { hash: "?" }),
    await signed(own.publicKey, { signature: "AAAA" }),
  ]).toEqual([true, false, false, false, false, false]);
});
