import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { EpochBody } from "#protocol/api/epoch.ts";
import type { EvidenceFile, Statement } from "#protocol/api/evidence-file.ts";
import { type Receipt, tickRoot } from "#protocol/api/receipt.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import type { SignedHead } from "#protocol/api/signed-head.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { entryDueMs, minuteDueMs, dayDueMs } from "#protocol/proof/due.ts";
import { checkEvidence } from "#protocol/proof/evidence-check.ts";
import { checkReceipt } from "#protocol/proof/receipt-check.ts";
import { differingFromAsked } from "#protocol/proof/slip-terms.ts";
import { commitText } from "#protocol/proof/simulated-day/day-reveal.ts";
import { slowMs } from "#protocol/rules/seconds-settlement.ts";
import * as v from "valibot";
import {
  liedFile,
  minuteOf,
  own,
  sampleReceipt,
  sha256,
  signedEpoch,
  signedHead,
  signedReceipt,
  signedSlip,
  stranger,
} from "../../harness/samples/signed-by-venue.ts";

const read = (path: string) =>
  readFileSync(new URL(`../../../docs/${path}`, import.meta.url), "utf8");
const whole = sampleReceipt();
const { receipt, slip: agreed } = whole;
const deps = webCryptoDeps(crypto.subtle);

/** What finds a lie: steps of the check that fail, or what evidence proves. */
type Finds = readonly string[];

async function failedSteps(file: ReceiptFile): Promise<Finds> {
  const steps = await checkReceipt(JSON.parse(JSON.stringify(file)), deps);
  return steps.filter(({ state }) => state === "failed").map(({ name }) => name);
}

/** A file before the reveal of its day, and after it. */
const beforeReveal = (file: ReceiptFile): ReceiptFile => ({ ...file, days: [] });

async function proven(
  first: Statement,
  more: Partial<Pick<EvidenceFile, "second" | "asked" | "epochs">>,
): Promise<Finds> {
  const file = {
    format: "godwit-evidence-1",
    public_key: own.publicKey,
    first: { time: receipt.t1, statement: first },
    second: null,
    asked: null,
    epochs: [],
    ...more,
  };
  const judged = await checkEvidence(JSON.parse(JSON.stringify(file)), deps);
  return judged.state === "proven"
    ? [`evidence: ${judged.found.kind}`]
    : judged.state === "asked"
      ? ["evidence: asked"]
      : [];
}

const second = (statement: Statement) => ({ second: { time: receipt.t1, statement } });
const receiptOf = (body: Receipt): Statement => ({ kind: "receipt", body });
const headOf = (body: SignedHead): Statement => ({ kind: "head", body });
const voided: Partial<Receipt> = {
  samples1: [null, null, null, null, null],
  exit: null,
  result: "void",
  payout: receipt.stake,
};
const silent = async () =>
  Promise.all(
    whole.ticks.map((line) =>
      minuteOf({
        ...line,
        samples: line.samples.map((sample, at) => {
          const place = line.minute + at - receipt.t1 / 1000 + 4;
          return place >= 0 && place < 5 ? null : sample;
        }),
      }),
    ),
  );
const otherDay = whole.days.map((day) => ({
  ...day,
  parts: day.parts.map((part) => ({ ...part, seed: part.seed.replace(/^../, "00") })),
}));
const otherCommits = otherDay.map((day) => ({ date: day.date, commit: sha256(commitText(day)) }));
const madeUp = async () => {
  const price = "187534.2500";
  const samples0 = receipt.samples0.map(() => price);
  const ticks = await Promise.all(
    whole.ticks.map((line) =>
      minuteOf({
        ...line,
        samples: line.samples.map((sample, at) => {
          const place = line.minute + at - receipt.t0 / 1000 + 4;
          return place >= 0 && place < 5 ? price : sample;
        }),
      }),
    ),
  );
  return liedFile(whole, { samples0, entry: "187534.250" }, { ticks });
};
/** The file as it would be on a device that has no slip, with all the venue's publications made to fit. */
const withoutSlip = (file: ReceiptFile): ReceiptFile => {
  const { slip: _slip, ...rest } = file;
  return rest;
};

/** A lie with what finds it before the reveal of the day and after; `said` where nothing can, with the words that admit it. */
interface Lie {
  lie: string;
  before: string;
  after: string;
  tell: (isRevealed: boolean) => Promise<Finds> | Finds;
}

const of = (file: ReceiptFile | Promise<ReceiptFile>) => async (isRevealed: boolean) =>
  failedSteps(isRevealed ? await file : beforeReveal(await file));
const always = (lie: string, found: string, tell: Lie["tell"]): Lie => ({
  lie,
  before: found,
  after: found,
  tell,
});

const withKey: Lie[] = [
  always(
    "The side is flipped after acceptance",
    "slip",
    of(liedFile(whole, { direction: "down", result: "lose", payout: "0.00000000" })),
  ),
  always(
    "The odds are lowered",
    "slip",
    of(liedFile(whole, { odds: "0.5", payout: "149.99999998" })),
  ),
  always(
    "The stake is raised after a loss",
    "slip",
    of(liedFile(whole, { stake: "199.99999999", payout: "389.99999998" })),
  ),
  always(
    "The duration is changed",
    "slip",
    of(liedFile(whole, { time: 60, t1: receipt.t1 + 30_000 })),
  ),
  always(
    "The venue signs another side than the device asked for",
    "compared with the request",
    () => {
      const { client_order_id, symbol, time, stake: amount, odds } = agreed;
      const asked = { client_order_id, symbol, time, amount, odds, direction: "down" };
      const found = differingFromAsked(agreed, { ...asked, sent_time: agreed.accept_time });
      return found?.name === "direction" ? ["compared with the request"] : [];
    },
  ),
  always("The time of sending is moved, to hide a delay", "compared with the request", () => {
    const { client_order_id, symbol, direction, time, stake: amount, odds } = agreed;
    const asked = { client_order_id, symbol, direction, time, amount, odds };
    const found = differingFromAsked(agreed, {
      ...asked,
      sent_time: (agreed.sent_time ?? 0) - 3000,
    });
    return found?.name === "sent_time" ? ["compared with the request"] : [];
  }),
  always("The moments are moved", "moments", of(liedFile(whole, { t0: receipt.t0 + 1000 }))),
  always(
    "The payout is less than the odds give",
    "payout",
    of(liedFile(whole, { payout: "150.00000000" })),
  ),
  always(
    "The result is turned",
    "result",
    of(liedFile(whole, { result: "lose", payout: "0.00000000" })),
  ),
  always(
    "Prices are made up in the receipt",
    "entry_ticks",
    of(liedFile(whole, { samples0: receipt.samples1 })),
  ),
  {
    lie: "Prices are made up in the receipt and in the published minute",
    before: "nothing; the minute, if a device saw it before",
    after: "recomputed",
    tell: async (isRevealed) =>
      isRevealed
        ? failedSteps(await madeUp())
        : (await failedSteps(beforeReveal(await madeUp()))).length === 0
          ? ["nothing; the minute, if a device saw it before"]
          : [],
  },
  {
    lie: "A contract is voided, and its minute is published without prices",
    before: "nothing; the minute, if a device saw it before",
    after: "recomputed",
    tell: async (isRevealed) => {
      const file = liedFile(whole, voided, { ticks: await silent() });
      const found = await failedSteps(isRevealed ? file : beforeReveal(file));
      return isRevealed || found.length > 0
        ? found
        : ["nothing; the minute, if a device saw it before"];
    },
  },
  always(
    "A contract is voided against its published minute",
    "exit_ticks",
    of(liedFile(whole, voided)),
  ),
  always("A published minute is changed", "evidence: minute", async () => {
    const [line] = whole.ticks;
    if (!line) return [];
    const other = await minuteOf({ ...line, samples: line.samples.toReversed() });
    return proven(
      { kind: "minute", body: v.parse(tickRoot, line) },
      second({ kind: "minute", body: v.parse(tickRoot, other) }),
    );
  }),
  always("A minute is withheld", "entry_ticks", () => {
    const [line] = whole.ticks;
    const minute = line?.minute ?? 0;
    const withheld = [
      { part: "minute" as const, name: String(minute), time: minuteDueMs(minute) + 1 },
    ];
    return failedSteps({ ...whole, ticks: whole.ticks.slice(1), withheld });
  }),
  always("A receipt is not shown in the chain", "chain", () =>
    failedSteps({
      ...whole,
      chain: [],
      withheld: [{ part: "entry", name: String(receipt.seq), time: entryDueMs(receipt.t1) + 1 }],
    }),
  ),
  {
    lie: "The reveal of a day is withheld",
    before: "not due",
    after: "day_commit",
    tell: (isRevealed) => {
      const date = receipt.day_commits[0]?.date ?? "";
      const time = dayDueMs(date) + (isRevealed ? 1 : -1);
      return failedSteps({
        ...whole,
        days: [],
        withheld: [{ part: "day", name: date, time }],
      }).then((found) => (isRevealed || found.length > 0 ? found : ["not due"]));
    },
  },
  always(
    "A day is made anew, and its commitment in the receipt",
    "slip",
    of(liedFile(whole, { day_commits: otherCommits }, { days: otherDay })),
  ),
  {
    lie: "A day is made anew, and its commitment in slip and receipt",
    before: "evidence: day, by the slip of another contract of that day",
    after: "recomputed",
    tell: async (isRevealed) => {
      const slip = signedSlip(agreed, { day_commits: otherCommits });
      if (isRevealed)
        return failedSteps(
          liedFile(whole, { day_commits: otherCommits }, { days: otherDay, slip }),
        );
      const found = await proven(
        { kind: "slip", body: agreed },
        second({ kind: "slip", body: slip }),
      );
      return found.includes("evidence: day")
        ? ["evidence: day, by the slip of another contract of that day"]
        : [];
    },
  },
  always("A contract gets a second receipt", "evidence: receipt", () =>
    proven(receiptOf(receipt), second(receiptOf(signedReceipt(receipt, { seq: receipt.seq + 5 })))),
  ),
  always("A receipt is taken back and its number used again", "evidence: chain", () =>
    proven(
      receiptOf(receipt),
      second(receiptOf(signedReceipt(receipt, { order_id: "77", payout: "1.00000000" }))),
    ),
  ),
  always("The chain is shown shorter than it was", "evidence: back", () =>
    proven(
      headOf(signedHead(9, sha256("nine"), receipt.t1)),
      second(headOf(signedHead(7, sha256("seven"), receipt.t1 + 120_000))),
    ),
  ),
  always("An entry is not in the chain any more", "evidence: asked", () =>
    proven(headOf(signedHead(9, sha256("nine"), receipt.t1)), {
      asked: { part: "entry", time: receipt.t1, answer: null },
    }),
  ),
  always("Two people are shown two chains", "evidence: chain", () =>
    proven(
      headOf(signedHead(9, sha256("one"), receipt.t1)),
      second(headOf(signedHead(9, sha256("another"), receipt.t1))),
    ),
  ),
  always("A contract never gets its receipt", "evidence: asked", () =>
    proven(
      { kind: "slip", body: agreed },
      { asked: { part: "receipt", time: entryDueMs(agreed.t1) + 1, answer: null } },
    ),
  ),
  always(
    "A copy of the database is put back, and the contract settled again",
    "evidence: chain",
    () =>
      proven(
        receiptOf(receipt),
        second(receiptOf(signedReceipt(receipt, { ...voided, prev_hash: sha256("again") }))),
      ),
  ),
];

const withoutKey: Lie[] = [
  always(
    "Any field of the receipt is changed",
    "hash",
    of({ ...whole, receipt: { ...receipt, payout: "1.00000000" } }),
  ),
  always(
    "It is signed by somebody else",
    "signature",
    of({ ...whole, receipt: signedReceipt(receipt, {}, stranger) }),
  ),
  always("The slip is changed", "slip", of({ ...whole, slip: { ...agreed, odds: "0.99" } })),
  always(
    "Another's key is put beside it",
    "signature",
    of({ ...whole, public_key: stranger.publicKey }),
  ),
];

/** What nothing finds, and where that is said. */
const admitted: [lie: string, words: string, holds: () => Promise<boolean> | boolean][] = [
  [
    "Everything is written anew, and the device has no slip",
    "A device without the slip, such as another one or one that was cleared, cannot show what was agreed.",
    async () =>
      (
        await failedSteps(
          withoutSlip(liedFile(whole, { direction: "down", result: "lose", payout: "0.00000000" })),
        )
      ).length === 0,
  ],
  [
    "An order is held up before it is taken in",
    "A contract counts from its acceptance. The receipt says how long that took, and cannot say why.",
    async () => {
      const slip = signedSlip(agreed, { sent_time: agreed.accept_time - 3000 });
      const steps = await checkReceipt({ ...whole, slip }, deps);
      const step = steps.find(({ name }) => name === "slip");
      return step?.name === "slip" && step.state === "ok" && (step.facts.delayMs ?? 0) > slowMs;
    },
  ],
  [
    "Who holds the seed trades on what is to come",
    "Who holds the seed of the simulated market can foresee it, and could trade on that.",
    () => true,
  ],
  [
    "The venue logs less of a real market than it received",
    "With a real market, whether the venue logged all that the market sent. Only the market’s own records can say.",
    () => true,
  ],
  [
    "The venue shows a chain to one person alone",
    "What the venue shows to others is not seen here. Compare codes with another device to find out whether both were shown the same receipts.",
    () => true,
  ],
];

const rowsOf = (title: string): string[][] => {
  const [, part = ""] = read("tampering.md").split(`## ${title}\n`);
  return (part.split("\n## ")[0] ?? "")
    .split("\n")
    .filter(
      (line) => line.startsWith("| ") && !line.startsWith("| lie") && !line.startsWith("| ---"),
    )
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
};

describe.each([
  ["With the venue's own key", withKey],
  ["Without it", withoutKey],
] as const)("%s", (title, lies) => {
  test.each(lies)("$lie", async ({ before, after, tell }) => {
    expect(await tell(false)).toContain(before);
    expect(await tell(true)).toContain(after);
  });

  test("docs/tampering.md has these rows and no other", () => {
    expect(rowsOf(title)).toEqual(lies.map(({ lie, before, after }) => [lie, before, after]));
  });
});

test("an epoch explains what was settled again, and no number that was used again", async () => {
  const body: EpochBody = {
    format: "godwit-epoch-1",
    public_key: own.publicKey,
    seq: receipt.seq + 4,
    prev_hash: sha256("lost"),
    opened_time: receipt.t1 + 600_000,
    reason: "The disk broke.",
    restored: { seq: receipt.seq - 1, hash: receipt.prev_hash },
    lost: { seq: receipt.seq + 3, hash: sha256("lost") },
    restored_time: receipt.t0,
    lost_time: receipt.t1 + 300_000,
  };
  const epochs = [signedEpoch(body)];
  const judge = async (other: Receipt) => {
    const file = {
      format: "godwit-evidence-1",
      public_key: own.publicKey,
      first: { time: receipt.t1, statement: receiptOf(receipt) },
      ...second(receiptOf(other)),
      asked: null,
      epochs,
    };
    return (await checkEvidence(JSON.parse(JSON.stringify(file)), deps)).state;
  };
  expect(await judge(signedReceipt(receipt, { seq: receipt.seq + 5 }))).toBe("declared");
  expect(await judge(signedReceipt(receipt, { payout: "1.00000000" }))).toBe("proven");
});

test.each(admitted)(
  "%s: nothing finds it, and the trust page says so",
  async (_lie, words, holds) => {
    expect(await holds()).toBe(true);
    expect(read("trust.md")).toContain(words);
  },
);

test("docs/tampering.md names what nothing finds", () => {
  expect(rowsOf("What nothing finds").map(([lie, words]) => [lie, words])).toEqual(
    admitted.map(([lie, words]) => [lie, words]),
  );
});
