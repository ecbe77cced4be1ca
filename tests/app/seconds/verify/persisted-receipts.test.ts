import { afterEach, expect, test } from "vitest";
import {
  storeReceiptFile,
  readReceiptFile,
} from "../../../../src/features/seconds/verify/receipt-file.ts";
import { removeWhere, setItem, getKeys } from "../../../../src/storage/database.ts";
import { signedReceipt, venueKey } from "./signed-receipt.ts";

afterEach(() => removeWhere(() => true));

test("of each user's receipts the newest are kept, by their numbers", async () => {
  for (let id = 1; id <= 205; id++) await setItem(`receipts:7:${id}`, {});
  await setItem("receipts:70:1", {});
  const file = await signedReceipt(await venueKey());
  await storeReceiptFile("7", { ...file, receipt: { ...file.receipt, order_id: "1000" } });
  const ids = (await getKeys("receipts:7:"))
    .map((key) => Number(key.split(":")[2]))
    .toSorted((a, b) => a - b);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, 7, 1000]);
  expect([
    (await readReceiptFile("7", "1000"))?.receipt.order_id,
    await getKeys("receipts:70:"),
  ]).toEqual(["1000", ["receipts:70:1"]]);
});
