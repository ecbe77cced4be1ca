/** Paper funds coming in and the person behind them, by thumb: pictures made anew, torn lines, reviews, a resubmission of what failed alone. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { certificationEndpoints } from "#protocol/certification.ts";
import { pictureEndpoints } from "#protocol/picture.ts";
import { rechargeEndpoints, type RechargeRecord } from "#protocol/recharge.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { askAs, personIn, type Person } from "../harness/ask-as.ts";
import { builtApp } from "../harness/built-app.ts";
import { newPhone, startChromium } from "../harness/chromium.ts";
import { register } from "../harness/newcomer.ts";
import { runVenue, type RunningVenue } from "../harness/running-venue.ts";
import { concat, exif, segment, zip } from "../venue/picture/pictures-made.ts";

const run = promisify(execFile);

let browser: Browser;
let venue: RunningVenue;
let context: BrowserContext;
let page: Page;
let person: Person;
const complaints: string[] = [];

beforeAll(async () => {
  [browser, venue] = await Promise.all([
    startChromium(),
    builtApp().then((folder) =>
      runVenue(folder, { REVIEW: "manual", LIMITS: '{"registrationsPerHour":1000}' }),
    ),
  ]);
  context = await newPhone(browser, { serviceWorkers: "block" });
  page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(keepWhatIsSent);
  await register(page, venue.address, "money-in@example.org");
  person = await personIn(context);
});

afterAll(async () => {
  await browser?.close();
  await venue?.dispose();
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail")
    await page.screenshot({
      path: `.cache/failed-${task.name.replaceAll(/\W+/g, "-").slice(0, 40)}.png`,
    });
  expect(complaints.splice(0)).toEqual([]);
});

/** Notes the bytes that leave in forms: the page's own view of them, before any server can have touched them. */
function keepWhatIsSent() {
  const sent: string[] = [];
  Object.assign(window, { sentFiles: sent });
  const send = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, "send")?.value as (
    this: XMLHttpRequest,
    body?: Document | XMLHttpRequestBodyInit | null,
  ) => void;
  XMLHttpRequest.prototype.send = function keep(body) {
    const file = body instanceof FormData ? body.get("files") : null;
    if (file instanceof Blob)
      void file
        .arrayBuffer()
        .then((bytes) =>
          sent.push(String.fromCharCode(...new Uint8Array(bytes).subarray(0, 65_536))),
        );
    send.call(this, body);
  };
}

const operate = (...words: string[]) =>
  run(process.execPath, ["scripts/operator.ts", ...words], {
    env: { ...process.env, DATA_DIR: venue.dataDir },
  });
const ask = (path: string) => askAs(person, venue.address, "GET", path, {});
const recharges = async () =>
  ((await ask(rechargeEndpoints.payOrder.path)) as { list: RechargeRecord[] }).list;
const held = async () =>
  (
    (await ask(walletEndpoints.walletBalance.path)) as {
      balances: { flag: string; balance_str: string }[];
    }
  ).balances.find(({ flag }) => flag === "USDT")?.balance_str;

/** A photo as a camera writes it: drawn by the browser, with a place in its EXIF. */
async function photo(words: string): Promise<Buffer> {
  const drawn = await page.evaluate(async (text) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 3000, height: 2000 });
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.font = "300px sans-serif";
    context.fillStyle = "#28a";
    context.fillRect(0, 0, 3000, 2000);
    context.fillStyle = "#fff";
    context.fillText(text, 300, 1000);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg"));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? [])];
  }, words);
  const bytes = Buffer.from(drawn);
  return concat(bytes.subarray(0, 2), segment(0xe1, exif), bytes.subarray(2));
}

const choose = (name: string, buffer: Buffer) =>
  page
    .locator("input[type=file]:not([capture])")
    .setInputFiles({ name, mimeType: "image/jpeg", buffer });
const press = (name: string | RegExp) => page.getByRole("button", { name }).click();

async function sendPicture(words: string): Promise<void> {
  await choose("IMG_1.JPG", await photo(words));
  await press("Send this picture");
  await page.getByText("The venue has it.").waitFor();
}

test("files that are no pictures are told at once, and nothing of them leaves", async () => {
  let uploads = 0;
  page.on(
    "request",
    (request) => void (request.url().endsWith(pictureEndpoints.pictureFiles.path) && uploads++),
  );
  await page
    .getByRole("navigation", { name: "Quick actions" })
    .getByRole("link", { name: "Recharge" })
    .click();
  await page.getByLabel("Network").selectOption("TRC20");
  await page.getByText(/^PAPER-TRC20-\d+$/).waitFor();
  await page.getByRole("img", { name: "QR code of the address" }).waitFor();
  const told: [name: string, bytes: Buffer, words: RegExp][] = [
    [
      "IMG_2.HEIC",
      concat(Buffer.from([0, 0, 0, 24]), "ftypheic\0\0\0\0mif1heic", Buffer.alloc(900)),
      /HEIC picture, which this browser cannot read/,
    ],
    ["invoice.jpg", concat("%PDF-1.7\n", Buffer.alloc(900)), /This is a PDF/],
    ["photo.png", zip, /This is no picture, whatever its name says/],
    ["broken.jpg", (await photo("broken")).subarray(0, 400), /cannot read the picture/],
  ];
  for (const [name, bytes, words] of told) {
    await choose(name, bytes);
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
  }
  // What is missing is said beside its field once it is tried, and nothing is asked for.
  await page.getByLabel("Amount sent").fill("5");
  await press("Ask for 5 USDT");
  await page.getByText("At least 10 USDT by this network.").waitFor();
  expect([uploads, (await recharges()).length]).toEqual([0, 0]);
});

test("a picture leaves made smaller and without its place; a torn upload keeps it for another tap", async () => {
  await page.getByLabel("Amount sent").fill("250.5");
  await choose("IMG_3.JPG", await photo("Sample"));
  await page.getByText(/2,048 × 1,365|2048 × 1365/).waitFor();
  await page.route(
    `**${pictureEndpoints.pictureFiles.path}`,
    (route) => route.abort("connectionreset"),
    { times: 1 },
  );
  await press("Send this picture");
  await page.getByRole("alert").filter({ hasText: "It is still here: send it again." }).waitFor();
  await press("Send it again");
  await page.getByText("The venue has it.").waitFor();
  const sent = await page.evaluate(() => (window as unknown as { sentFiles: string[] }).sentFiles);
  expect(sent.length).toBe(2);
  expect(
    sent.map((bytes) => [bytes.startsWith("\u00ff\u00d8\u00ff"), /Exif|GPS/.test(bytes)]),
  ).toEqual([
    [true, false],
    [true, false],
  ]);
});

test("a recharge whose answer was torn off is looked up, counts once, and is credited once approved", async () => {
  const before = Number(await held());
  let asked = 0;
  await page.route(`**${rechargeEndpoints.recharge.path}`, async (route) => {
    asked++;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await press("Ask for 250.5 USDT");
  await page.getByText("The venue has your recharge of 250.5 USDT.").waitFor();
  const [record, ...others] = await recharges();
  expect([asked, record?.amount, others.length]).toEqual([1, "250.5", 0]);
  await page.unroute(`**${rechargeEndpoints.recharge.path}`);
  const row = page
    .getByRole("region", { name: "Your recharges" })
    .getByRole("button", { name: /TRC20/ });
  await row.filter({ hasText: "Pending review" }).waitFor();
  await operate("approve", "recharge", record?.id ?? "");
  await row.filter({ hasText: "Approved" }).click();
  const sheet = page.getByRole("dialog", { name: "Recharge" });
  await sheet.getByText("Credited").waitFor();
  // The picture is fetched by a signed call, and shown.
  await expect
    .poll(() =>
      sheet
        .getByRole("img", { name: "Picture of the payment" })
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBe(2048);
  await sheet.getByRole("button", { name: "Close" }).click();
  expect(Number(await held()) - before).toBe(250.5);
});

test("the same picture once more is told before and after; a rejection says why; a draft outlives a reload", async () => {
  await page.getByLabel("Amount sent").fill("20");
  await sendPicture("Sample");
  await page.getByText("You sent this very picture with an earlier recharge.").waitFor();
  await press("Ask for 20 USDT");
  await page.getByText("Its picture came with an earlier one, too").waitFor();
  const [record] = await recharges();
  expect(record?.voucher_used).toBe(1);
  await page.getByLabel("Amount sent").fill("33.25");
  await operate("reject", "recharge", record?.id ?? "", "The picture shows another amount.");
  await page
    .getByRole("region", { name: "Your recharges" })
    .getByText("The picture shows another amount.")
    .waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel("Amount sent").inputValue()).toBe("33.25");
  expect(await page.getByLabel("Network").inputValue()).toBe("TRC20");
});

test("offline the last address stands with its age and a warning, and nothing can be asked for", async () => {
  await page.getByText(/^PAPER-TRC20-\d+$/).waitFor();
  await context.setOffline(true);
  await page.getByText("Verify it online before sending.").waitFor();
  await page
    .getByRole("button", { name: "Ask for 33.25 USDT" })
    .and(page.locator("[aria-disabled]"))
    .waitFor();
  await choose("IMG_4.JPG", await photo("Offline"));
  // It waits in memory alone, and only by the person's wish.
  await press("Keep it until I am online");
  await context.setOffline(false);
  await press("Send this picture");
  await page.getByText("The venue has it.").waitFor();
});

test("a certification goes step by step, without a camera too, comes back for one side alone, and leads back", async () => {
  const seen: string[][] = [];
  page.on(
    "request",
    (request) =>
      void (
        request.url().endsWith(certificationEndpoints.cert.path) &&
        seen.push(Object.keys(request.postDataJSON() as object).toSorted())
      ),
  );
  await page.goto(`${venue.address}/certification?to=%2Fassets`);
  await press("Begin");
  await press("Next");
  await page.getByText("Enter the name.").waitFor();
  await page.getByLabel("Full name").fill("Ada Lovelace");
  await page.getByLabel("ID number").fill("AB-1234 567");
  await press("Next");
  await press("Use the camera");
  await page
    .getByRole("dialog")
    .getByText(/^(The camera is not allowed|No camera answered)/)
    .waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await sendPicture("Front");
  await press("Next");
  // The data outlives a reload, the pictures do not: they are nowhere on this device.
  await page.reload();
  await press("Begin");
  await expect.poll(() => page.getByLabel("ID number").inputValue()).toBe("AB-1234 567");
  await press("Next");
  await sendPicture("Front");
  await press("Next");
  await sendPicture("Back");
  await press("Next");
  await press("Hand it in");
  await page.getByRole("heading", { name: "Under review" }).waitFor();
  await page.getByText("AB****67").waitFor();
  await operate("reject", "cert", "1", "The back is blurred.", "--fields", "back");
  await page.getByText("Only this is asked for again; the rest was accepted.").waitFor();
  await page.getByText("The back is blurred.").waitFor();
  await press("Correct it");
  await sendPicture("Back, sharp");
  await press("Next");
  await press("Hand it in");
  await page.getByRole("heading", { name: "Under review" }).waitFor();
  expect(seen).toEqual([["back", "front", "id_number", "name"], ["back"]]);
  await operate("approve", "cert", "2");
  await page.getByRole("heading", { name: "You are certified" }).waitFor();
  await page.getByRole("link", { name: "Back to where you were" }).click();
  await page.waitForURL(/\/assets$/);
  await page.getByRole("link", { name: "Certified" }).waitFor();
});

test("both screens hold at 320 pixels", async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/recharge?flag=XRP", "/certification"]) {
    await page.goto(venue.address + path);
    await page.getByText(/^(Your recharges|You are certified)$/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
  }
});
