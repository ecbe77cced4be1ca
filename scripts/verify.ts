/** `npm run verify -- FILE.json`: checks a receipt, or evidence against a venue, without a venue, a network or a database. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { webCryptoDeps } from "../protocol/proof/check-deps.ts";
import { checkReceipt } from "../protocol/proof/receipt-check.ts";
import { isOrder, verifyOrder } from "./verify-order.ts";
import { isEvidence, verifyEvidence } from "./verify-evidence.ts";
import { completeFile, readInput, type VerifyInput } from "./verify-file.ts";
import { closingLines, stepLine } from "./verify-messages.ts";

const usage = `Usage: npm run verify -- FILE.json [--key KEY] [--venue https://…]
  FILE.json     a receipt, an order or evidence as the app saves it, or a bare receipt (then --venue is needed)
  --key KEY     the venue's public key as you know it; the one in the file is not believed without it
  --venue URL   fetches what the file lacks of what the venue publishes; nothing that it says is believed unchecked`;

process.exitCode = await verify(process.argv.slice(2));

/** 0: nothing is wrong; 1: something does not match; 2: there was nothing to check. */
async function verify(args: string[]): Promise<number> {
  let input: VerifyInput;
  let key: string | undefined;
  let venue: string | undefined;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { key: { type: "string" }, venue: { type: "string" }, help: { type: "boolean" } },
    });
    ({ key, venue } = values);
    const [path] = positionals;
    if (values.help === true || path === undefined || positionals.length > 1)
      return say(usage, values.help === true ? 0 : 2);
    input = readInput(readFileSync(path, "utf8"));
  } catch (error) {
    return say(`${reasonOf(error)}\n\n${usage}`, 2);
  }
  if (isOrder(input.file)) return verifyOrder(input.file, key);
  if (isEvidence(input.file)) return verifyEvidence(input.file, { key, venue });
  if (input.isBare && venue === undefined)
    return say(`This is a receipt without what it is checked by.\n\n${usage}`, 2);
  const { file, missed } =
    venue === undefined ? { file: input.file, missed: [] } : await completeFile(input, venue);
  if (file === undefined)
    return say(`The venue's key could not be fetched: ${missed.join("; ")}.`, 2);
  const steps = await checkReceipt(file, webCryptoDeps(crypto.subtle));
  const isOtherKey =
    key !== undefined && steps.some((step) => step.name === "signature" && step.facts.key !== key);
  if (isOtherKey)
    process.stdout.write(
      "FAILED  key            the file is signed for another key than the one you gave\n",
    );
  for (const step of steps) process.stdout.write(`${stepLine(step)}\n`);
  for (const line of [
    ...missed.map((why) => `Not fetched: ${why}.`),
    ...closingLines(steps, { isKeyGiven: key !== undefined, isOtherKey }),
  ])
    process.stdout.write(`${line}\n`);
  return isOtherKey || steps.some(({ state }) => state === "failed") ? 1 : 0;
}

function say(text: string, code: number): number {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  return code;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
