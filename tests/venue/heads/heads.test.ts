import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { checkReceipt } from "#protocol/proof/receipt-check.ts";
import { epochsAround, linksAround } from "#protocol/proof/receipt-form.ts";
import { guardHeads } from "../../../venue/heads/guard-heads.ts";
import { createHeadsWriter } from "../../../venue/heads/heads-file.ts";
import { loadReceiptKey, receiptKeyOf } from "../../../venue/keys/receipt-key.ts";
import { migrations } from "../../../venue/migrations.ts";
import { guardMarket } from "../../../venue/market-guard.ts";
import { checkBooks } from "../../../venue/operator/acts/check-ledger.ts";
import { operate as runOperate } from "../../harness/venue/operate.ts";
import { readEpochs } from "../../../venue/seconds/proof/epoch-rows.ts";
import { readHead } from "../../../venue/seconds/proof/chain-rows.ts";
import { createReceiptWriter } from "../../../venue/seconds/proof/receipt-writer.ts";
import { defaultSettings } from "../../../venue/settings/settings.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { readGivenIds } from "../../../venue/store/given-ids.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabases, temporaryDirectory } from "../../harness/database/databases.ts";
import { fixedStart } from "../../harness/venue/fixed-source.ts";
import { seededRandom, startVenue } from "../../harness/venue/memory-venue.ts";
import { wonFacts } from "../seconds/receipt-facts.ts";

const key = receiptKeyOf("07".repeat(32));
const deps = webCryptoDeps(crypto.subtle);
const clock = { now: () => fixedStart };
const append = createReceiptWriter({
  receiptKey: key,
  clock: { now: () => 1_699_999_237_000 },
});

/** What an exchange does in the time of this test: a few receipts, so many as there are ids. */
const settle = async (store: Store, ...orders: number[]) => {
  const receipts = [];
  for (const id of orders)
    receipts.push(await store.command((tx) => append(tx, wonFacts(String(id)))));
  return receipts;
};

/** The operator's command line beside a database in this directory. */
const operate = (store: Store, dataDir: string, ...args: string[]) =>
  runOperate({ store, now: clock.now, settings: { dataDir } }, args);

const facts = (store: Store, dataDir: string) => ({
  store,
  clock,
  settings: { ...defaultSettings, dataDir },
});

interface HeadsText {
  receipt: { seq: number; hash: string };
  tick: { seq: number; hash: string };
  block: { seq: number; hash: string };
  ids: Record<string, number>;
}

/** Has the file say that the exchange had come further. */
function moveOn(dataDir: string, change: (heads: HeadsText) => void): void {
  const path = join(dataDir, "heads.json");
  const heads = JSON.parse(readFileSync(path, "utf8")) as HeadsText;
  change(heads);
  writeFileSync(path, JSON.stringify(heads));
}

const later = (seq: number) => ({ seq, hash: "ab".repeat(32) });

describeDatabases("a database beside what the exchange has written down", (open) => {
  test("opens where it has all of it, and more", async () => {
    const [store, dataDir] = [await open(), temporaryDirectory()];
    await guardHeads(facts(store, dataDir));
    await settle(store, 1, 2);
    await guardHeads(facts(store, dataDir));
    await settle(store, 3);
    await guardHeads(facts(store, dataDir));
    expect(await operate(store, dataDir, "accept-loss", "--reason", "To be sure.")).toEqual({
      code: 1,
      faults: [],
      lines: ["Nothing is lost: the database has all that this exchange has written down."],
    });
  });

  test.each<[string, RegExp, (heads: HeadsText) => void]>([
    ["lacks receipts", /it ends at receipt 2 of 5 /, (heads) => void (heads.receipt = later(5))],
    [
      "lacks published minutes",
      /it ends at published minute 0 of 7 /,
      (heads) => void (heads.tick = later(7)),
    ],
    [
      "lacks blocks of the ledger",
      /it ends at block of the ledger 1 of 9 /,
      (heads) => void (heads.block = later(9)),
    ],
    [
      "has another receipt",
      /its receipt 2 is another one /,
      (heads) => void (heads.receipt = later(2)),
    ],
  ])("does not open where it %s", async (_name, reason, change) => {
    const [store, dataDir] = [await open(), temporaryDirectory()];
    const venue = await startVenue({ store });
    await venue.user();
    await venue.wind(1000);
    await settle(store, 1, 2);
    await guardHeads(facts(store, dataDir));
    moveOn(dataDir, change);
    await expect(guardHeads(facts(store, dataDir))).rejects.toThrow(reason);
    await expect(guardHeads(facts(store, dataDir))).rejects.toThrow("accept-loss");
  });

  test("goes on in an epoch: no number is used twice, what is lost is declared, every user hears of it, and a receipt of it is no forgery", async () => {
    const [store, dataDir] = [await open(), temporaryDirectory()];
    const venue = await startVenue({ store });
    const ada = await venue.user();
    await venue.wind(1000);
    await settle(store, 1, 2);
    await guardHeads(facts(store, dataDir));
    // As the exchange went on before its database was put back.
    const [, , lost, last] = await settle(await open(), 1, 2, 3, 4);
    if (!lost || !last) throw new Error("nothing to lose");
    moveOn(dataDir, (heads) => {
      heads.receipt = { seq: last.seq, hash: last.hash };
      heads.tick = later(7);
      for (const name of Object.keys(heads.ids)) heads.ids[name] = 900;
    });
    const done = await operate(store, dataDir, "accept-loss", "--reason", "The disk broke.");
    expect(done.faults).toEqual([]);
    expect(done.code).toBe(0);
    expect(done.lines).toContain("Receipts 3 to 4 are lost; they go on with number 6.");
    await guardHeads(facts(store, dataDir));

    const [next] = await settle(store, 8);
    const [epoch, ...more] = await store.read(readEpochs);
    if (!epoch || !next) throw new Error("nothing came after the loss");
    expect(more).toEqual([]);
    expect(epoch).toMatchObject({
      seq: 5,
      prev_hash: last.hash,
      reason: "The disk broke.",
      restored: { seq: 2 },
      lost: { seq: 4 },
    });
    expect([next.seq, next.prev_hash]).toEqual([6, epoch.hash]);
    expect(await store.read((db) => readHead(db, "tick"))).toEqual({ seq: 8, hash: epoch.hash });
    const links = await venue.visitor.ask(api.seconds.secondChain, { from: "1", size: "10" });
    expect(links.map(({ seq }) => seq)).toEqual([1, 2, 5, 6]);
    expect(await venue.visitor.ask(api.seconds.secondEpochs, {})).toEqual([epoch]);
    expect(
      Object.entries(await store.read(readGivenIds)).filter(
        // Nobody had a notice or a push before.
        ([name, given]) => given < 900 && !/^(notice|push)/.test(name),
      ),
    ).toEqual([]);
    expect(Number((await venue.user()).session?.id)).toBeGreaterThan(900);
    const { list } = await ada.ask(api.account.notices, {});
    expect(list[0]).toMatchObject({
      kind: "restored",
      facts: { reason: "The disk broke." },
    });

    const fileOf = (receipt: typeof next) => ({
      format: "godwit-receipt-1",
      receipt,
      public_key: key.publicKey,
      ticks: [],
      chain: linksAround(links, receipt.seq),
      epochs: epochsAround([epoch], receipt.seq),
      days: [],
    });
    const chainOf = async (file: unknown) =>
      (await checkReceipt(file, deps)).find(({ name }) => name === "chain");
    expect(await chainOf(fileOf(lost))).toMatchObject({
      state: "none",
      facts: { lost: { reason: "The disk broke." } },
    });
    expect(await chainOf(fileOf(next))).toMatchObject({ state: "ok", facts: { lost: null } });
    const renamed = { ...fileOf(lost), epochs: [{ ...epoch, reason: "Nothing was lost." }] };
    expect(await chainOf(renamed)).toMatchObject({ state: "failed", facts: { fault: "epoch" } });
    const astray = { ...fileOf(next), epochs: [{ ...epoch, hash: "ef".repeat(32) }] };
    expect(await chainOf(astray)).toMatchObject({ state: "failed", facts: { fault: "order" } });
    const broken = (await checkBooks(store)).filter(({ faults }) => faults.length > 0);
    // The receipts of this test have no contracts.
    expect(broken.map(({ rule }) => rule)).toEqual([
      "a settled seconds contract has its receipt, and a receipt its contract",
    ]);
  });

  test("may be blank beside the keys of an exchange by a loss that is accepted alone", async () => {
    const [store, dataDir] = [await open(), temporaryDirectory()];
    loadReceiptKey({ receiptKey: null, dataDir }, seededRandom("key"));
    await expect(guardHeads(facts(store, dataDir))).rejects.toThrow(
      /^The database is empty, and DATA_DIR has the keys of an exchange \(receipt\.key\); .+ For a new exchange take another DATA_DIR\.$/,
    );
    const done = await operate(store, dataDir, "accept-loss", "--reason", "The disk broke.");
    expect(done.lines).toContain("Nobody knows which receipts; they go on with number 1000002.");
    await guardHeads(facts(store, dataDir));
    expect((await settle(store, 1))[0]?.seq).toBe(1_000_002);
  });
});

test("a copy that is put back, a log that is lost and a file of no bytes are noticed at the start", async () => {
  const dataDir = temporaryDirectory();
  const backup = temporaryDirectory();
  const database = join(dataDir, "venue.db");
  const opened = async () => {
    const store = openStore({ dataDir, log: () => undefined, random: () => 0.5, minFreeBytes: 0 });
    await store.migrate(migrations);
    return store;
  };
  const first = await opened();
  await guardHeads(facts(first, dataDir));
  loadReceiptKey({ receiptKey: null, dataDir }, seededRandom("key"));
  await guardMarket(first, undefined, fixedStart);
  await settle(first, 1);
  await first.close();
  cpSync(dataDir, backup, { recursive: true });
  const second = await opened();
  await settle(second, 2, 3);
  await createHeadsWriter(facts(second, dataDir))();
  await second.close();

  const startOf = async () => {
    const store = await opened();
    try {
      return await guardHeads(facts(store, dataDir)).then(
        () => "it starts",
        (error: unknown) => String(error),
      );
    } finally {
      await store.close();
    }
  };
  expect(await startOf()).toBe("it starts");
  cpSync(join(backup, "venue.db"), database);
  expect(await startOf()).toMatch(/it ends at receipt 1 of 3 /);
  for (const name of ["venue.db-wal", "venue.db-shm"]) rmSync(join(dataDir, name), { force: true });
  truncateSync(database, 0);
  expect(await startOf()).toMatch(/it ends at receipt 0 of 3 /);
  rmSync(join(dataDir, "heads.json"));
  truncateSync(database, 0);
  expect(await startOf()).toMatch(/The database is empty, and DATA_DIR has the keys/);
  writeFileSync(join(dataDir, "heads.json"), "{");
  expect(await startOf()).toMatch(/heads\.json is damaged/);
});

test("a start removes the part that a killed process left an hour before, not one that is being written, and goes on where it cannot", async () => {
  const dataDir = temporaryDirectory();
  const store = openStore({ dataDir, log: () => undefined, random: () => 0.5 });
  await store.migrate(migrations);
  const [dead, young, other] = ["heads.json.a.new", "heads.json.b.new", "server.key.c.new"];
  const lasting = "heads.json.d.new";
  mkdirSync(join(dataDir, lasting));
  for (const [name, hours] of [
    [dead, 2],
    [young, 0.5],
    [other, 2],
    [lasting, 2],
  ] as const) {
    if (name !== lasting) writeFileSync(join(dataDir, name), "");
    const at = fixedStart / 1000 - hours * 3600;
    utimesSync(join(dataDir, name), at, at);
  }
  await guardHeads(facts(store, dataDir));
  await store.close();
  const left = readdirSync(dataDir).filter((name) => name.endsWith(".new"));
  expect(left.toSorted()).toEqual([young, lasting, other]);
});
