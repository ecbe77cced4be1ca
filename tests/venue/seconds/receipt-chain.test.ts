import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { noHash } from "#protocol/api/receipt.ts";
import { lockHead, readLinks } from "../../../venue/seconds/proof/chain-rows.ts";
import { readReceipt } from "../../../venue/seconds/proof/receipt-rows.ts";
import { createReceiptWriter } from "../../../venue/seconds/proof/receipt-writer.ts";
import { loadReceiptKey, receiptKeyOf } from "../../../venue/keys/receipt-key.ts";
import { isReceiptSecret } from "../../../venue/settings/receipt-secret.ts";
import { describeDatabases, temporaryDirectory } from "../../harness/database/databases.ts";
import { seededRandom } from "../../harness/venue/memory-venue.ts";
import { wonFacts } from "./receipt-facts.ts";

const append = createReceiptWriter({
  receiptKey: receiptKeyOf("07".repeat(32)),
  clock: { now: () => 1_699_999_237_000 },
});

describeDatabases("receipts", (open) => {
  test("of many settlements at once stand in one chain without a gap, each found by its order", async () => {
    const store = await open();
    const receipts = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        store.command((tx) => append(tx, wonFacts(String(at + 1)))),
      ),
    );
    const links = await store.read((db) => readLinks(db, 1, 100));
    expect(links.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(links.map(({ prev_hash }) => prev_hash)).toEqual([
      noHash,
      ...links.slice(0, -1).map(({ hash }) => hash),
    ]);
    expect(await store.command(({ db }) => lockHead(db, "receipt"))).toEqual({
      seq: 20,
      hash: links.at(-1)?.hash,
    });
    for (const [at, receipt] of receipts.entries())
      expect(await store.read((db) => readReceipt(db, at + 1))).toEqual(receipt);
    expect(await store.read((db) => readReceipt(db, 99))).toBeUndefined();
  });

  test("is made once for an order, and a settlement that fails leaves no gap", async () => {
    const store = await open();
    await store.command((tx) => append(tx, wonFacts("1")));
    await expect(store.command((tx) => append(tx, wonFacts("1")))).rejects.toThrow();
    await expect(
      store.command(async (tx) => {
        await append(tx, wonFacts("2"));
        throw new Error("the settlement failed");
      }),
    ).rejects.toThrow("the settlement failed");
    expect((await store.command((tx) => append(tx, wonFacts("3")))).seq).toBe(2);
  });

  test("cannot be changed or removed once it stands", async () => {
    const store = await open();
    await store.command((tx) => append(tx, wonFacts("1")));
    await expect(
      store.command(({ db }) => sql`update second_receipt set body = '{}'`.execute(db)),
    ).rejects.toThrow("append-only");
    await expect(
      store.command(({ db }) => sql`delete from second_receipt`.execute(db)),
    ).rejects.toThrow("append-only");
  });
});

test("the venue's key is made once, for its owner alone, and one out of range is refused", () => {
  const dataDir = join(temporaryDirectory(), "data");
  const first = loadReceiptKey({ receiptKey: null, dataDir }, seededRandom("first"));
  expect(loadReceiptKey({ receiptKey: null, dataDir }, seededRandom("second")).publicKey).toBe(
    first.publicKey,
  );
  expect(statSync(join(dataDir, "receipt.key")).mode & 0o777).toBe(0o600);
  const secret = readFileSync(join(dataDir, "receipt.key"), "utf8").trim();
  expect(
    loadReceiptKey({ receiptKey: secret, dataDir: "/nowhere" }, seededRandom("third")).publicKey,
  ).toBe(first.publicKey);
  expect(["0".repeat(64), "f".repeat(64), "07", "G".repeat(64)].map(isReceiptSecret)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
