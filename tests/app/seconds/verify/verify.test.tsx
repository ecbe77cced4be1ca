import { i18n } from "@lingui/core";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { CheckStep } from "#protocol/proof/receipt-check.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import { useVerifyWords } from "../../../../src/features/seconds/verify/use-verify-messages.ts";
import { verifyReceipt } from "../../../../src/features/seconds/verify/verify-run.ts";
import { VerifyStep, summaryOf } from "../../../../src/features/seconds/verify/verify-panel.tsx";
import { textOf } from "../render-in-app.tsx";
import { t0 } from "../seconds-orders.ts";
import { altered, signedReceipt, venueKey } from "./signed-receipt.ts";

let key: Awaited<ReturnType<typeof venueKey>>;
let file: ReceiptFile;

beforeAll(async () => {
  key = await venueKey();
  file = await signedReceipt(key);
});
beforeEach(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));
afterEach(() => void vi.unstubAllGlobals());

function Steps({ steps, of }: { steps: readonly CheckStep[]; of: ReceiptFile }) {
  const words = useVerifyWords(of.receipt);
  return (
    <ol>
      {steps.map((step) => (
        <VerifyStep
          key={step.name}
          state={step.state}
          stateText={words.state(step.state)}
          title={words.title(step.name)}
          found={words.found(step)}
        />
      ))}
    </ol>
  );
}

/** What the person reads of a file's check. */
async function read(of: ReceiptFile): Promise<{ text: string; failed: string[] }> {
  const steps = (await verifyReceipt(of)) ?? [];
  return {
    text: textOf(<Steps steps={steps} of={of} />),
    failed: steps.filter(({ state }) => state === "failed").map(({ name }) => name),
  };
}

describe("the check of a receipt on the device", () => {
  test("finds a true one right in every step that applies", async () => {
    const steps = (await verifyReceipt(file)) ?? [];
    expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      "form ok",
      "moments ok",
      "hash ok",
      "signature ok",
      "slip none",
      "chain ok",
      "entry_ticks ok",
      "exit_ticks ok",
      "quotes none",
      "entry_price ok",
      "exit_price ok",
      "result ok",
      "payout ok",
      "day_commit none",
      "recomputed none",
    ]);
    const { text } = await read(file);
    expect(text).toContain("The samples make 60,000.130, as the receipt says.");
    expect(text).toContain("Entry 60,000.130, exit 60,002.533, called Up: Won.");
    expect(text).toContain("Stake 100.00 USDT at odds +95%: 195.00 USDT came back.");
    expect(text).toMatch(
      /Accepted at \d\d:\d\d:00\.250, locked at \d\d:\d\d:06\.000, delivered at \d\d:\d\d:36\.000: as the rule sets it\./,
    );
    expect(text).not.toMatch(/undefined|NaN|Does not match/);
  });

  test.each<[string, (of: ReceiptFile) => Promise<ReceiptFile>, string[], RegExp]>([
    [
      "a changed field",
      (of) => altered(of, { stake: "10.00" }),
      ["hash", "payout"],
      /The fields make another hash than the one in the receipt.*Stake 10\.00 USDT at odds \+95% makes 19\.50 USDT\. The receipt says 195\.00 USDT\./,
    ],
    [
      "one that the venue itself signed anew: another exit",
      (of) => altered(of, { exit: "59999.000", result: "lose", payout: "0.00" }, key),
      ["exit_price"],
      /The samples make 60,002\.533\. The receipt says 59,999\.000\./,
    ],
    [
      "another outcome",
      (of) => altered(of, { result: "lose", payout: "0.00" }, key),
      ["result"],
      /called Up: that is “Won”\. The receipt says “Lost”\./,
    ],
    [
      "samples that were never published",
      (of) => altered(of, { samples1: ["59990.0000", ...of.receipt.samples1.slice(1)] }, key),
      ["exit_ticks"],
      /the receipt says 59,990\.0000 and the published log 60,002\.4000\./,
    ],
    [
      "a moved delivery",
      (of) => altered(of, { t1: of.receipt.t1 + 1000 }, key),
      ["moments", "exit_ticks"],
      /it had to lock at .* and deliver at \d\d:\d\d:36\.000\. The receipt says .* and \d\d:\d\d:37\.000\./,
    ],
    [
      "another venue's signature",
      async (of) => altered(of, {}, await venueKey()),
      ["signature"],
      /The signature is not one of the venue’s key\./,
    ],
    [
      "a published minute that was changed",
      async (of) => ({ ...of, ticks: of.ticks.map((line) => ({ ...line, root: "0".repeat(64) })) }),
      ["entry_ticks", "exit_ticks"],
      /does not lie under the published root/,
    ],
    [
      "a chain that does not follow",
      async (of) => ({ ...of, chain: of.chain.map((link) => ({ ...link, hash: "0".repeat(64) })) }),
      ["chain"],
      /does not follow on it: the chain has been changed/,
    ],
    [
      "a file that is none",
      async (of) => ({ ...of, receipt: { ...of.receipt, odds: "much" } }),
      ["form"],
      /A field is missing or cannot be: receipt\.odds\./,
    ],
  ])("says plainly what does not match: %s", async (_, spoil, names, said) => {
    const { text, failed } = await read(await spoil(file));
    expect(failed).toEqual(names);
    expect(text).toMatch(said);
    expect(text).not.toMatch(/undefined|NaN/);
  });

  test("says of what is not published yet when it can be checked", async () => {
    const { text } = await read({ ...file, ticks: [] });
    expect(
      text.match(/This one can be checked after \d\d:\d\d, with a connection\./g),
    ).toHaveLength(2);
    const sealed = await altered(
      file,
      { source: "sim", day_commits: [{ date: dateOf(t0), commit: "a".repeat(64) }] },
      key,
    );
    const { text: later, failed } = await read({ ...sealed, ticks: [] });
    expect(failed).toEqual([]);
    expect(
      later.match(/The day is revealed when it is over\. It can be checked after /g),
    ).toHaveLength(2);
  });

  test("of a refund finds that there was no price", async () => {
    const refunded = await signedReceipt(key, {
      samples1: [null, null, "60002.6000", "60002.5000", "60003.9000"],
    });
    const { text, failed } = await read(refunded);
    expect(failed).toEqual([]);
    expect(text).toContain("Fewer than four samples make no price, as the receipt says.");
    expect(text).toContain("A price is missing, so the stake comes back.");
  });

  test("needs the browser's cryptography, and says nothing where there is none", async () => {
    vi.stubGlobal("crypto", {});
    expect(await verifyReceipt(file)).toBeUndefined();
  });
});

test("one failed step fails all, one that waits leaves the rest right", () => {
  expect(summaryOf(["ok", "none", "ok"])).toEqual({ state: "right", ok: 2, failed: 0, later: 0 });
  expect(summaryOf(["ok", "later"])).toMatchObject({ state: "partly", later: 1 });
  expect(summaryOf(["ok", "later", "failed"])).toMatchObject({ state: "wrong", failed: 1 });
});

/** The GMT+8 day of a moment. */
function dateOf(atMs: number): string {
  return new Date(atMs + 8 * 3600_000).toISOString().slice(0, 10);
}
