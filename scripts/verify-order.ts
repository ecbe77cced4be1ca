/** What `npm run verify` says of a coin or contract order and its slip. */
import { webCryptoDeps } from "../protocol/proof/check-deps.ts";
import { checkOrderSlip, type OrderFile } from "../protocol/proof/order-slip-check.ts";
import { slowMs } from "../protocol/rules/seconds-settlement.ts";

/** Whether a file means to be an order with its slip; whether it is, the check says. */
export function isOrder(file: unknown): boolean {
  return (
    typeof file === "object" &&
    file !== null &&
    "format" in file &&
    file.format === "godwit-order-1"
  );
}

const faults = {
  form: "This is no order with its slip.",
  hash: "FAILED  The slip's fields make another hash than it states.",
  key: "FAILED  The slip is of another venue.",
  signature: "FAILED  The slip is not signed by the key.",
  order: "FAILED  The slip is of another order.",
} as const;

/** 0: the order is what was signed; 1: it is not; 2: it is no such file. */
export async function verifyOrder(file: unknown, key: string | undefined): Promise<number> {
  const { fault, differing, delayMs } = await checkOrderSlip(file, webCryptoDeps(crypto.subtle));
  const isOtherKey = key !== undefined && (file as Partial<OrderFile>).public_key !== key;
  const delay =
    delayMs === null
      ? "the device did not say when it sent it"
      : `taken in ${(delayMs / 1000).toFixed(1)} s after it was sent${delayMs > slowMs ? `, more than ${slowMs / 1000} s` : ""}`;
  const outcome =
    fault === null
      ? `ok      The order is what the venue signed when it took it in; ${delay}.`
      : fault === "terms"
        ? `FAILED  ${differing?.name}: the venue signed ${differing?.slip}, and shows ${differing?.order}.`
        : faults[fault];
  for (const line of [
    ...(isOtherKey ? ["FAILED  The file is signed for another key than the one you gave."] : []),
    outcome,
    "Not checked: whether it was filled as it had to be. Each fill names the snapshot of the market that it met.",
    ...(key === undefined
      ? [
          "Not checked: whose key it is. Give the venue's key with --key, as you know it from elsewhere.",
        ]
      : []),
  ])
    process.stdout.write(`${line}\n`);
  if (fault === "form") return 2;
  return fault === null && !isOtherKey ? 0 : 1;
}
