/** What a device shows of what the venue signed: findings, comparing with another device, the slip of an order. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { secondsOrderEndpoints as rows } from "#protocol/api/seconds-order.ts";
import type { Slip } from "#protocol/api/slip.ts";
import { secondsProofEndpoints as proofs } from "#protocol/api/seconds-proof.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { checkEvidence } from "#protocol/proof/evidence-check.ts";
import { checkOrderSlip } from "#protocol/proof/order-slip-check.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { buyBitcoin } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage({ isVenueOwn: true });
const deps = webCryptoDeps(crypto.subtle);
let person: Person;
let phone: BrowserContext;
let page: Page;
let placed: { slip: Slip };

const look = async (name: string) => {
  const folder = process.env["LOOK"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

beforeAll(async () => {
  person = await stage.user("proof@example.org");
  phone = await stage.phone({ as: person });
  page = await phone.newPage();
  // Its receipt is the first entry of the chain, by the time that the others have been looked at.
  placed = (await askAs(person, stage.address, "POST", rows.secondPlaceOrder.path, {
    symbol: "btcusdt",
    direction: "up",
    time: 30,
    amount: "10",
    risk_ack: 1,
    client_order_id: randomUUID(),
  })) as typeof placed;
});

test("a coin order is what the venue signed, as its sheet says, and its file says the same elsewhere", async () => {
  await buyBitcoin(page, stage.address);
  // A result that was not put away is shown again after a reload.
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await openApp(page, `${stage.address}/coins?symbol=btcusdt&tab=completed`);
  await page.locator('button[class*="order-row_press"]').first().click();
  await page.getByText("What the venue signed", { exact: true }).click();
  await page
    .getByText(/^The order is what the venue signed when it took it in, [\d.]+ s after/)
    .waitFor();
  await look("order-slip");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download as a file" }).click(),
  ]);
  const file: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
  expect((await checkOrderSlip(file, deps)).fault).toBeNull();
});

test("the code of another device is compared with what the venue shows this one", async () => {
  interface Key {
    head: { seq: number; hash: string } | null;
  }
  const headOf = async () =>
    ((await askAs(person, stage.address, "GET", proofs.secondKey.path, {})) as Key).head;
  await expect.poll(async () => (await headOf())?.seq, { timeout: 60_000 }).toBe(1);
  const hash = (await headOf())?.hash ?? "";
  const code = `1-${hash.slice(0, 4)}-${hash.slice(4, 8)}-${hash.slice(8, 12)}`;
  await openApp(page, `${stage.address}/seconds?symbol=btcusdt&compare=${code}`);
  const sheet = page.getByRole("dialog", { name: "Compare with another device" });
  await sheet.getByText(code, { exact: true }).waitFor();
  await sheet.getByRole("button", { name: "Compare", exact: true }).click();
  await sheet.getByText("Both devices were shown the same chain.").waitFor();
  await look("compare");
  expect(await axeFaults(page)).toEqual([]);
  const other = sheet.getByLabel("Code of the other device");
  await other.fill("12");
  await sheet.getByRole("button", { name: "Compare", exact: true }).click();
  await sheet.getByText(/^A code is a number/).waitFor();
  await other.fill(`${code.slice(0, -4)}0000`);
  await sheet.getByRole("button", { name: "Compare", exact: true }).click();
  await sheet.getByText(/^The two devices were shown different chains/).waitFor();
  await look("compare-different");
  await other.fill("99-0000-0000-0000");
  await sheet.getByRole("button", { name: "Compare", exact: true }).click();
  await sheet.getByText(/^The venue does not have the receipt/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    sheet.getByRole("button", { name: "Save what this device saw" }).click(),
  ]);
  const file: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
  expect((await checkEvidence(file, deps)).state).toBe("nothing");
  await sheet.getByRole("button", { name: "Close", exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.has("compare")).toBe(false);
});

test("what the device has found is named above the closed contracts, and saved as evidence that others can check", async () => {
  await openApp(page, `${stage.address}/seconds?symbol=btcusdt&tab=closed`);
  const evidence = {
    format: "godwit-evidence-1",
    public_key: placed.slip.public_key,
    first: { time: placed.slip.t1, statement: { kind: "slip", body: placed.slip } },
    second: null,
    asked: { part: "receipt", time: placed.slip.t1 + 3_600_000, answer: null },
    epochs: [],
  };
  await page.evaluate(
    ({ key, value }) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open("godwit");
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const { result } = opening;
          const writing = result.transaction("kept", "readwrite");
          writing.objectStore("kept").put(value, key);
          writing.onerror = () => fail(writing.error);
          writing.oncomplete = () => {
            result.close();
            done();
          };
        };
      }),
    { key: `findings:${person.id}`, value: [evidence] },
  );
  await page.reload();
  await page.getByText("The venue does not stand by what it has signed:").waitFor();
  await page.getByText(/^It owes the receipt of contract/).waitFor();
  await page.getByText(/^It owes the receipt of contract/).scrollIntoViewIfNeeded();
  await look("findings");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the evidence" }).click(),
  ]);
  const file: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
  expect((await checkEvidence(file, deps)).state).toBe("asked");
});
