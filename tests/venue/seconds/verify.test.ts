import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { toHex } from "#protocol/wire/byte-encoding.ts";
import { type CheckDeps, webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { api } from "#protocol/api/api.ts";
import { checkReceipt, type CheckName } from "#protocol/proof/receipt-check.ts";
import type { DayReveal, Receipt } from "#protocol/api/receipt.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import type { Slip } from "#protocol/api/slip.ts";
import { commitText } from "#protocol/proof/simulated-day/day-reveal.ts";
import { createHttpServer } from "../../../venue/http/http-server.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import {
  liedFile,
  minuteOf,
  own,
  sha256,
  signedReceipt,
  signedSlip,
  stranger,
} from "../../harness/samples/signed-by-venue.ts";
import { settledRun } from "./settled-run.ts";
import { reportTrials, times } from "../../harness/trials.ts";

/** Settlements of one run; more by hand for the figures of the note. */
const contracts = Number(process.env["RECEIPTS"] ?? 24);
const deps = remembering(webCryptoDeps(crypto.subtle));
let files: ReceiptFile[] = [];
/** A won contract whose samples lie in two days and which has neighbours on both sides: the first test settles it. */
let whole: ReceiptFile;
/** Its slip, which the tests of the other steps do without. */
let agreed: Slip;

/** The same answers, each computed once: most of a tampered file is as it was. */
function remembering({ sha256: hashOf, verify, keystream }: CheckDeps): CheckDeps {
  const known = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    const answer = (known.get(key) as Promise<T> | undefined) ?? ask();
    known.set(key, answer);
    return answer;
  };
  return {
    sha256: (bytes) => once(`h${toHex(bytes)}`, () => hashOf(bytes)),
    verify: (key, signature, bytes) =>
      once(`v${toHex(key)}${toHex(signature)}${toHex(bytes)}`, () => verify(key, signature, bytes)),
    keystream: (key, length) => once(`k${toHex(key)}${length}`, () => keystream(key, length)),
  };
}

const failedOf = async (file: unknown): Promise<CheckName[]> =>
  (await checkReceipt(file, deps))
    .filter(({ state }) => state === "failed")
    .map(({ name }) => name);

const signed = signedReceipt;
const lied = (change: Partial<Receipt>, more: Partial<ReceiptFile> = {}) =>
  liedFile(whole, change, more);

test("every settlement of a run is right in every step, and what nobody has is named as such", async () => {
  const { venue, files: settled } = await settledRun(contracts);
  files = settled;
  const found = files.find(
    ({ receipt, days, chain }) =>
      receipt.result === "win" && days.length === 2 && chain.length === 3,
  );
  if (!found) throw new Error("no won contract lies over midnight");
  const { slip, ...rest } = found;
  if (!slip) throw new Error("it has no slip");
  whole = rest;
  agreed = slip;
  const results = new Set<string>();
  for (const file of files) {
    const steps = await checkReceipt(JSON.parse(JSON.stringify(file)), deps);
    expect(
      steps.filter(({ state }) => state !== "ok").map(({ name, state }) => ({ name, state })),
    ).toEqual([{ name: "quotes", state: "none" }]);
    expect(steps).toHaveLength(15);
    results.add(file.receipt.result);
  }
  expect([...results].toSorted()).toEqual(["lose", "win"]);
  expect(venue.lines.filter(({ level }) => level === "error")).toEqual([]);

  const server = createHttpServer({
    settings: { ...venue.settings, port: 0 },
    fetch: venue.venue.fetch,
    upgrade: () => false,
  });
  const address = `http://127.0.0.1:${await server.listen()}`;
  const bare = await runVerify(whole.receipt, "--venue", address);
  await server.close(0);
  expect(bare.out).toContain("Holds: 13 steps are right.");
  expect(bare.code).toBe(0);
  const silent = await runVerify({ ...whole, ticks: [] }, "--venue", address);
  expect(silent.out).toContain("Not fetched: /api/second/getTicks");
  expect(silent.out).toContain("Not at hand, or not published yet: entry samples, exit samples.");
  expect(silent.code).toBe(0);

  const { visitor } = venue;
  const { seconds } = api;
  const { symbol, t0 } = whole.receipt;
  const minute = Math.floor(t0 / 60_000) * 60;
  const eve = await venue.user();
  expect((await eve.tell(seconds.secondReceipt, { id: whole.receipt.order_id })).status).toBe(
    300014,
  );
  expect(
    (await visitor.tell(seconds.secondTicks, { symbol, minute: String(minute + 86_400) })).status,
  ).toBe(300014);
  expect(
    (await visitor.tell(seconds.secondTicks, { symbol: "nosuch", minute: String(minute) })).status,
  ).toBe(300018);
  for (const date of ["2099-01-01", "2024-02-31"])
    expect((await visitor.tell(seconds.secondDay, { symbol, date })).status).toBe(300014);
  expect((await visitor.ask(seconds.secondKey, {})).head?.seq).toBe(files.length);
  expect(
    (await visitor.ask(seconds.secondTickRoots, { from: String(minute), size: "1" }))[0]?.minute,
  ).toBe(minute);
}, 600_000);

test("what is not published yet is later, and all else is right", async () => {
  const steps = await checkReceipt({ ...whole, ticks: [], days: [], chain: [] }, deps);
  expect(steps.filter(({ state }) => state === "later").map(({ name }) => name)).toEqual([
    "chain",
    "entry_ticks",
    "exit_ticks",
    "day_commit",
    "recomputed",
  ]);
  expect(steps.filter(({ state }) => state === "failed")).toEqual([]);
});

test("a void contract is right by the nothing that the log has, and a log of another source cannot tell", async () => {
  const samples1 = whole.receipt.samples1.map(() => null);
  const empty = { samples1, exit: null, result: "void", payout: whole.receipt.stake } as const;
  const stateOf = async (file: ReceiptFile) =>
    (await checkReceipt(file, deps)).find(({ name }) => name === "exit_ticks")?.state;
  expect(await stateOf(lied(empty))).toBe("failed");
  const silent = await Promise.all(
    whole.ticks.map((line) =>
      minuteOf({
        ...line,
        samples: line.samples.map((sample, second) => {
          const at = line.minute + second - whole.receipt.t1 / 1000 + 4;
          return at >= 0 && at < 5 ? null : sample;
        }),
      }),
    ),
  );
  expect(await stateOf(lied(empty, { ticks: silent }))).toBe("ok");
  expect(
    await stateOf(
      lied(empty, {
        ticks: await Promise.all(whole.ticks.map((line) => minuteOf({ ...line, source: "htx" }))),
      }),
    ),
  ).toBe("later");
});

/** A prime, so that each field has its turn. */
const stride = times(5, 1);

test("a letter or digit that is changed anywhere in the file is found, but for two that mean nothing", async () => {
  const irrelevant = [
    `"settle_time":${whole.receipt.settle_time}`,
    `"prev_hash":"${whole.chain[0]?.prev_hash}"`,
  ];
  // The days are long to compute, so the rest of the file is tampered with without them: each step is made all the same.
  const rest = JSON.stringify({ ...whole, days: [] });
  const alone = whole.days.map((day) => JSON.stringify({ ...whole, days: [day] }));
  const unfound: string[] = [];
  let tried = 0;
  for (const { text, from, to } of [
    { text: rest, from: 0, to: rest.length },
    ...alone.map((file) => ({ text: file, from: file.indexOf('"days":'), to: file.length })),
  ]) {
    for (let at = from; at < to; at += stride) {
      const character = text[at] ?? "";
      if (!/[\w-]/.test(character)) continue;
      const other = /\d/.test(character)
        ? String((Number(character) + 1) % 10)
        : character === "b"
          ? "c"
          : "b";
      tried++;
      if ((await failedOf(parsed(text.slice(0, at) + other + text.slice(at + 1)))).length === 0)
        unfound.push(text.slice(Math.max(0, at - 90), at + 90));
    }
  }
  expect(tried).toBeGreaterThan(3500 / stride);
  expect(
    unfound.filter((around) => !irrelevant.some((known) => around.includes(known.slice(0, 20)))),
  ).toEqual([]);
  // No more than the digits of the one and the letters of the other.
  expect(unfound.length).toBeLessThanOrEqual(irrelevant.join("").length);
  reportTrials("characters changed", tried);
  process.stdout.write(
    `${files.length} receipts verified; ${tried} characters changed, ${tried - unfound.length} found, ${unfound.length} of no meaning\n`,
  );
});

/** As if the symbol's own component had been made of another seed. */
function reseeded(day: DayReveal): DayReveal {
  const parts = day.parts.map((part, at) => (at === 2 ? { ...part, seed: "0".repeat(32) } : part));
  return { ...day, parts };
}

/** What stands in a file that is no JSON any more is no receipt. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe("a venue that lies with its own key is found by", () => {
  test.each<[CheckName, () => ReceiptFile | Promise<ReceiptFile>]>([
    ["moments", () => lied({ t0: whole.receipt.t0 + 1000 })],
    ["moments", () => lied({ t1: whole.receipt.t1 - 1000 })],
    ["moments", () => lied({ accept_time: whole.receipt.accept_time - 1000 })],
    [
      "entry_ticks",
      () =>
        lied({
          samples0: whole.receipt.samples0
            .with(0, whole.receipt.samples0[1] ?? null)
            .with(1, whole.receipt.samples0[0] ?? null),
        }),
    ],
    [
      "exit_ticks",
      () => lied({ samples0: whole.receipt.samples1, samples1: whole.receipt.samples0 }),
    ],
    ["exit_ticks", () => lied({ samples1: whole.receipt.samples1.with(2, null) })],
    ["entry_price", () => lied({ entry: whole.receipt.exit })],
    ["exit_price", () => lied({ exit: whole.receipt.entry })],
    ["result", () => lied({ direction: whole.receipt.direction === "up" ? "down" : "up" })],
    ["result", () => lied({ result: "draw" })],
    ["result", () => lied({ result: "void" })],
    ["payout", () => lied({ payout: "1.00000000" })],
    ["payout", () => lied({ odds: "0.94" })],
    ["day_commit", () => lied({ day_commits: [] })],
    [
      "day_commit",
      () =>
        lied({
          day_commits: whole.receipt.day_commits.map((day) => ({ ...day, commit: "0".repeat(64) })),
        }),
    ],
    ["entry_ticks", () => lied({ source: "htx" })],
    [
      "chain",
      () => ({
        ...lied({}),
        chain: whole.chain.map((link) =>
          link.seq === whole.receipt.seq - 1
            ? { ...link, hash: sha256("another"), signature: own.sign(sha256("another")) }
            : link,
        ),
      }),
    ],
    ["chain", () => lied({ prev_hash: sha256("another") })],
    ["chain", () => ({ ...lied({ payout: "1.00000000" }), chain: whole.chain })],
    // Prices made up in the receipt and in the tick log alike.
    [
      "recomputed",
      async () => {
        const price = whole.receipt.samples0[1] ?? null;
        const samples0 = whole.receipt.samples0.map(() => price);
        const ticks = await Promise.all(
          whole.ticks.map((line) =>
            minuteOf({
              ...line,
              samples: line.samples.map((_, second) => {
                const at = line.minute + second - whole.receipt.t0 / 1000 + 4;
                return at >= 0 && at < 5 ? price : (line.samples[second] ?? null);
              }),
            }),
          ),
        );
        return { ...lied({ samples0, entry: `${price?.slice(0, -1)}` }), ticks };
      },
    ],
    // A day made up afterwards, and the commitment with it.
    [
      "recomputed",
      () => {
        const days = whole.days.map((day) => ({
          ...day,
          parts: day.parts.map((part) => ({ ...part, seed: part.seed.replace(/^../, "00") })),
        }));
        return {
          ...lied({
            day_commits: days.map((day) => ({ date: day.date, commit: sha256(commitText(day)) })),
          }),
          days,
        };
      },
    ],
  ])("%s (%#)", async (step, forge) => {
    expect(await failedOf(await forge())).toContain(step);
  });

  test("nothing, where everything is as it was", async () => {
    expect(await failedOf(lied({}))).toEqual([]);
    expect(
      await failedOf({ ...whole, ticks: await Promise.all(whole.ticks.map(minuteOf)) }),
    ).toEqual([]);
  });
});

test("a forged reveal, a strange line and one that stands twice are found", async () => {
  const [day, next] = whole.days;
  const [line] = whole.ticks;
  if (!day || !next || !line) throw new Error("the file is not whole");
  expect(await failedOf({ ...whole, days: [reseeded(day), next] })).toContain("day_commit");
  expect(
    await failedOf({
      ...whole,
      days: [
        { ...day, date: next.date },
        { ...next, date: day.date },
      ],
    }),
  ).toContain("day_commit");
  for (const change of [
    { ticks: [line, line] },
    { ticks: [{ ...line, minute: line.minute - 600 }] },
    { days: [day, day] },
    { days: [{ ...day, symbol: "solusdt" }] },
    { chain: whole.chain.toReversed() },
  ]) {
    expect(await failedOf({ ...whole, ...change })).toEqual(["form"]);
  }
});

test("another's signature is found, and another's key by the key one knows", async () => {
  expect(await failedOf({ ...whole, receipt: signed(whole.receipt, {}, stranger) })).toContain(
    "signature",
  );
  expect(await failedOf({ ...whole, public_key: stranger.publicKey })).toContain("signature");
  const forged = {
    ...whole,
    receipt: signed(whole.receipt, { payout: "1.00000000", result: "win" }, stranger),
    public_key: stranger.publicKey,
    ticks: [],
    chain: [],
    days: [],
  };
  expect((await runVerify(forged, "--key", own.publicKey)).code).toBe(1);
});

describe("the slip", () => {
  const slipOf = async (file: ReceiptFile) => {
    const step = (await checkReceipt(file, deps)).find(({ name }) => name === "slip");
    if (step?.name !== "slip") throw new Error("no such step");
    return step;
  };
  const slipped = (change: Partial<Slip>, key = own) => signedSlip(agreed, change, key);

  test("is signed at acceptance over what was asked, when, and where the chain stood", async () => {
    const { receipt } = whole;
    expect(agreed).toMatchObject({
      order_id: receipt.order_id,
      public_key: own.publicKey,
      direction: receipt.direction,
      stake: receipt.stake,
      sent_time: receipt.accept_time - 120,
      seen: null,
    });
    expect(agreed.client_order_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(agreed.head.seq).toBeLessThan(receipt.seq);
    const { state, facts } = await slipOf({ ...whole, slip: agreed });
    expect([state, facts]).toEqual(["ok", { fault: null, differing: null, delayMs: 120 }]);
    expect((await slipOf(whole)).state).toBe("none");
  });

  test.each([
    ["direction", () => ({ direction: whole.receipt.direction === "up" ? "down" : "up" })],
    ["odds", () => ({ odds: "0.5" })],
    ["stake", () => ({ stake: "1000.00000000" })],
    ["time", () => ({ time: whole.receipt.time * 2 })],
    ["accept_time", () => ({ accept_time: whole.receipt.accept_time + 3000 })],
    ["t0", () => ({ t0: whole.receipt.t0 + 3000 })],
    ["source", () => ({ source: "elsewhere" })],
    ["day_commits", () => ({ day_commits: [] })],
  ] as const)(
    "convicts a venue that writes another %s into a receipt of its own key",
    async (name, change) => {
      const { state, facts } = await slipOf({
        ...lied(change() as Partial<Receipt>),
        slip: agreed,
      });
      expect([state, facts.fault, facts.differing?.name]).toEqual(["failed", "terms", name]);
    },
  );

  test("is believed only as the venue signed it", async () => {
    const faultOf = async (slip: Slip) => (await slipOf({ ...whole, slip })).facts.fault;
    expect(await faultOf({ ...agreed, odds: "0.99" })).toBe("hash");
    expect(await faultOf({ ...slipped({}), signature: stranger.sign(agreed.hash) })).toBe(
      "signature",
    );
    expect(await faultOf(slipped({ public_key: stranger.publicKey }, stranger))).toBe("key");
    const { seq, hash } = whole.receipt;
    expect(await faultOf(slipped({ head: { seq, hash } }))).toBe("order");
    expect(await faultOf(slipped({ head: { seq: seq - 1, hash: "f".repeat(64) } }))).toBe("order");
    expect(await faultOf(slipped({ head: { seq: seq - 1, hash: whole.receipt.prev_hash } }))).toBe(
      null,
    );
  });

  test("is named by the command, with what differs", async () => {
    const flipped = lied({ stake: "1000.00000000" });
    const { code, out } = await runVerify({ ...flipped, slip: agreed });
    expect(code).toBe(1);
    expect(out).toMatch(/^FAILED {2}slip .*stake: agreed [\d.]+, the receipt says 1000\.0/m);
    const { out: fine } = await runVerify({ ...whole, slip: agreed });
    expect(fine).toMatch(/^ok {6}slip .*taken in 0\.1 s after it was sent$/m);
    expect(fine).toContain("Holds: 14 steps are right.");
  });
});

describe("the command", () => {
  test("holds a file without a network, and says what it cannot know", async () => {
    const { code, out } = await runVerify(whole, "--key", own.publicKey);
    expect(out.split("\n").filter((line) => line.startsWith("ok "))).toHaveLength(13);
    expect(out).toContain("Holds: 13 steps are right.");
    expect(out).toContain("Not checked: that the commitment was published before its day.");
    expect(code).toBe(0);
    const { code: failed, out: why } = await runVerify({
      ...whole,
      receipt: { ...whole.receipt, payout: "1.00000000" },
    });
    expect(failed).toBe(1);
    expect(why).toMatch(/^FAILED {2}payout/m);
    expect(why).toContain("Not checked: whose key it is.");
  });

  test("tells a file that is none, and a receipt that has nothing to be checked by", async () => {
    expect((await runVerify({ hello: "world" })).code).toBe(1);
    expect((await runVerify(whole.receipt)).code).toBe(2);
    expect((await runVerify(whole, "--nonsense")).code).toBe(2);
  });
});

/** `npm run verify` on a file, with no database and no settings. */
function runVerify(file: unknown, ...args: string[]): Promise<{ code: number; out: string }> {
  const path = join(temporaryDirectory(), "receipt.json");
  writeFileSync(path, JSON.stringify(file));
  return new Promise((done) => {
    execFile(
      process.execPath,
      ["scripts/verify.ts", path, ...args],
      { cwd: resolve(import.meta.dirname, "../../.."), env: {} },
      (error, out, err) => {
        done({ code: typeof error?.code === "number" ? error.code : 0, out: out + err });
      },
    );
  });
}
