import { fromBase64url, fromHex, toHex } from "../wire/byte-encoding.ts";
import type { CheckDeps } from "./check-deps.ts";
import { leafHash, rootOfPath } from "./merkle.ts";
import { minutesOf } from "./receipt-form.ts";
import { lineText, type Receipt, rootText, type TickLine, type TickRoot } from "../api/receipt.ts";
import { windowOf } from "../rules/seconds-settlement.ts";

/** `withheld`: the venue refused it when it was due; `source`: of another source than the receipt; `path`: the line is not under the root; `hash` and `signature` are those of the minute; `samples`: it says other prices. */
export type TickFault = "withheld" | "source" | "path" | "hash" | "signature" | "samples";

export interface MinuteCheck {
  /** Unix s. */
  minute: number;
  state: "ok" | "failed" | "later";
  fault: TickFault | null;
  /** From the published minute; null where it is missing. */
  root: string | null;
}

export interface TickFacts {
  /** Unix ms. */
  moment: number;
  minutes: MinuteCheck[];
  /** The values of the receipt and of the tick log for each second (Unix s); `log` is undefined where its minute is missing. */
  samples: { second: number; receipt: string | null; log: string | null | undefined }[];
}

interface Window {
  receipt: Pick<Receipt, "symbol" | "source">;
  moment: number;
  samples: readonly (string | null)[];
  ticks: readonly TickLine[];
  publicKey: string;
  /** Minutes (Unix s) that the venue refused when they were due. */
  withheld: ReadonlySet<number>;
}

/** Whether the samples of a moment are those of the published tick log. */
export async function checkTicks(
  window: Window,
  deps: CheckDeps,
): Promise<{ state: MinuteCheck["state"]; facts: TickFacts }> {
  const {
    moment,
    samples,
    ticks,
    receipt: { source },
  } = window;
  const isEmpty = (minute: number) =>
    windowOf(moment).every(
      (second, at) => second - (second % 60) !== minute || (samples[at] ?? null) === null,
    );
  // Where the receipt has no sample, a line of another source says nothing about its own.
  const lineOf = (minute: number) =>
    ticks.find((line) => line.minute === minute && (line.source === source || !isEmpty(minute)));
  const seconds = windowOf(moment).map((second, at) => ({
    second,
    receipt: samples[at] ?? null,
    log: lineOf(second - (second % 60))?.samples[second % 60],
  }));
  const minutes: MinuteCheck[] = [];
  for (const minute of minutesOf(moment)) {
    const line = lineOf(minute);
    if (!line) {
      const isWithheld = window.withheld.has(minute);
      minutes.push({
        minute,
        state: isWithheld ? "failed" : "later",
        fault: isWithheld ? "withheld" : null,
        root: null,
      });
      continue;
    }
    const differs = seconds.some(
      ({ second, receipt, log }) => second - (second % 60) === minute && receipt !== log,
    );
    const fault = differs ? "samples" : await faultOf(line, window, deps);
    minutes.push({ minute, state: fault === null ? "ok" : "failed", fault, root: line.root });
  }
  return {
    state: worstOf(minutes.map(({ state }) => state)),
    facts: { moment, minutes, samples: seconds },
  };
}

/** One that failed goes before one that has to wait, and that before those that are in order. */
export function worstOf<State extends string>(states: readonly State[]): State | "ok" {
  return (
    states.find((state) => state === "failed") ?? states.find((state) => state === "later") ?? "ok"
  );
}

async function faultOf(
  line: TickLine,
  { receipt, publicKey }: Window,
  deps: CheckDeps,
): Promise<TickFault | null> {
  if (line.source !== receipt.source) return "source";
  return publishedFault(lineText(line), line, publicKey, deps);
}

/** What is wrong with a leaf of a published minute; null where the venue has published it. @param text of the leaf */
export async function publishedFault(
  text: string,
  line: TickRoot & { leaf: number; path: readonly string[] },
  publicKey: string,
  deps: CheckDeps,
): Promise<"path" | "hash" | "signature" | null> {
  const path = line.path.flatMap((hash) => fromHex(hash) ?? []);
  const leaf = await leafHash(deps.sha256, text);
  const root = await rootOfPath(deps.sha256, leaf, { at: line.leaf, size: line.lines, path });
  if (root === undefined || toHex(root) !== line.root) return "path";
  if ((await sha256Text(deps, rootText(line))) !== line.hash) return "hash";
  return (await isSigned(deps, publicKey, line)) ? null : "signature";
}

/** Lower-case hex. */
export async function sha256Text(deps: Pick<CheckDeps, "sha256">, text: string): Promise<string> {
  return toHex(await deps.sha256(new TextEncoder().encode(text)));
}

/** Whether the venue signed a hash. */
export async function isSigned(
  deps: Pick<CheckDeps, "verify">,
  publicKey: string,
  { hash, signature }: { hash: string; signature: string },
): Promise<boolean> {
  const [key, signed, bytes] = [fromBase64url(publicKey), fromBase64url(signature), fromHex(hash)];
  return (
    key !== undefined &&
    signed !== undefined &&
    bytes !== undefined &&
    deps.verify(key, signed, bytes)
  );
}
