import { afterEach, expect, test } from "vitest";
import { keepReceiptFile, readReceiptFile } from "../../../src/features/seconds/receipt-kept.ts";
import { forgetAll, keep, keptKeys } from "../../../src/storage/device-store.ts";
import { signedReceipt, venueKey } from "./signed-receipt.ts";

afterEach(() => forgetAll(""));

test("of each user's receipts the newest are kept, by their numbers", async () => {
  for (let id = 1; id <= 205; id++) await keep(`receipts:7:${id}`, {});
  await keep("receipts:70:1", {});
  const file = await signedReceipt(await venueKey());
  await keepReceiptFile("7", { ...file, receipt: { ...file.receipt, order_id: "1000" } });
  const kept = (await keptKeys("receipts:7:"))
    .map((key) => Number(key.split(":")[2]))
    .toSorted((a, b) => a - b);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 7, 1000]);
  expect([
    (await readReceiptFile("7", "1000"))?.receipt.order_id,
    await keptKeys("receipts:70:"),
  ]).toEqual(["1000", ["receipts:70:1"]]);
});
