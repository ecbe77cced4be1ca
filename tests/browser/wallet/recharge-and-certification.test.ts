/** Recharge and certification on a phone: re-encoded pictures, broken connections, reviews, and resubmitting only the failed part. */
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { certificationEndpoints } from "#protocol/api/certification.ts";
import { uploadEndpoints } from "#protocol/api/upload.ts";
import { rechargeEndpoints, type RechargeRecord } from "#protocol/api/recharge.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { concat, exif, segment, zip } from "../../harness/samples/sample-images.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage({
  settings: { REVIEW: "manual" },
});
let context: BrowserContext;
let page: Page;
let person: Person;
const complaints: string[] = [];

beforeAll(async () => {
  person = await stage.user("money-in@example.org");
  context = await stage.phone({ as: person });
  page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(keepWhatIsSent);
  await openApp(page, stage.address);
});

afterEach(async () => {
  expect(complaints.splice(0)).toEqual([]);
});

/** Records the bytes that the page sends in forms, before any server can change them. */
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

const operate = (...words: string[]) => stage.venue.operate(...words);
const ask = (path: string) => askAs(person, stage.address, "GET", path, {});
const recharges = async () =>
  ((await ask(rechargeEndpoints.payOrder.path)) as { list: RechargeRecord[] }).list;
const held = async () =>
  (
    (await ask(walletEndpoints.walletBalance.path)) as {
      balances: { flag: string; balance_str: string }[];
    }
  ).balances.find(({ flag }) => flag === "USDT")?.balance_str;

/** A photo like a camera's: drawn by the browser, with a location in its EXIF. */
async function photo(words: string): Promise<Buffer> {
  const drawn = await page.evaluate(async (text) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 3000, height: 2000 });
    const paper = canvas.getContext("2d");
    if (!paper) throw new Error("no canvas");
    paper.font = "300px sans-serif";
    paper.fillStyle = "#28a";
    paper.fillRect(0, 0, 3000, 2000);
    paper.fillStyle = "#fff";
    paper.fillText(text, 300, 1000);
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
  await page.getByText("The venue has it.").waitFor();
}

test("files that are no pictures are refused at once, and nothing of them leaves", async () => {
  let uploads = 0;
  page.on(
    "request",
    (request) => void (request.url().endsWith(uploadEndpoints.pictureFiles.path) && uploads++),
  );
  await page
    .getByRole("navigation", { name: "Quick actions" })
    .getByRole("link", { name: "Recharge" })
    .click();
  // The sheet of currencies has the ones held first; Enter takes the best match and sends nothing.
  const sheet = page.getByRole("dialog", { name: "Choose a currency" });
  await press(/^Currency: USDT/);
  await sheet
    .getByRole("region", { name: "Held" })
    .getByRole("button", { name: /^USDT/ })
    .waitFor();
  await sheet.getByRole("searchbox").fill("bitcoin");
  await page.keyboard.press("Enter");
  await press("Currency: BTC · Bitcoin");
  await sheet.getByRole("button", { name: /^USDT/ }).click();
  await page.getByLabel("Network").selectOption("TRC20");
  await page.getByText(/^PAPER-TRC20-\d+$/).waitFor();
  await page.getByRole("img", { name: "QR code of the address" }).waitFor();
  const cases: [name: string, bytes: Buffer, words: RegExp][] = [
    [
      "IMG_2.HEIC",
      concat(Buffer.from([0, 0, 0, 24]), "ftypheic\0\0\0\0mif1heic", Buffer.alloc(900)),
      /HEIC picture, which this browser cannot read/,
    ],
    ["invoice.jpg", concat("%PDF-1.7\n", Buffer.alloc(900)), /This is a PDF/],
    ["photo.png", zip, /This is no picture, whatever its name says/],
    ["broken.jpg", (await photo("broken")).subarray(0, 400), /cannot read the picture/],
  ];
  for (const [name, bytes, words] of cases) {
    await choose(name, bytes);
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
  }
  // After an attempt, missing values are reported beside their fields, and no request is sent.
  await page.getByLabel("Amount sent").fill("5");
  await press("Ask for 5 USDT");
  await page.getByText("At least 10 USDT by this network.").waitFor();
  expect([uploads, (await recharges()).length]).toEqual([0, 0]);
});

test("a picture leaves made smaller and without its place; a torn upload keeps it for another tap", async () => {
  await page.getByLabel("Amount sent").fill("250.5");
  await page.route(
    `**${uploadEndpoints.pictureFiles.path}`,
    (route) => route.abort("connectionreset"),
    { times: 1 },
  );
  await choose("IMG_3.JPG", await photo("Sample"));
  await page.getByRole("alert").filter({ hasText: "It is still here: send it again." }).waitFor();
  await page.getByText(/2,048 × 1,365|2048 × 1365/).waitFor();
  expect(await page.getByLabel("Amount sent").inputValue()).toBe("250.5");
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
  await sheet.getByText("Credited", { exact: true }).waitFor();
  // The picture is loaded by a signed call, and shown.
  await expect
    .poll(() =>
      sheet
        .getByRole("img", { name: "Picture of the payment" })
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBe(2048);
  await sheet.getByRole("button", { name: "Close", exact: true }).click();
  // What is typed before the page is laid open goes nowhere.
  await sheet.waitFor({ state: "hidden" });
  expect(Number(await held()) - before).toBe(250.5);
});

test("the same picture once more is reported before and after; a rejection says why; a draft outlives a reload", async () => {
  await page.getByLabel("Amount sent").fill("20");
  await sendPicture("Sample");
  await page.getByText("You sent this same picture with an earlier recharge.").waitFor();
  // A finger is quicker than the veil that lies over the page until the answer has come.
  await page.getByLabel("Amount sent").evaluate((field: HTMLInputElement) => {
    const type = () => {
      // By the prototype's setter: React takes a value that is set on the field itself for its own.
      Reflect.set(HTMLInputElement.prototype, "value", "33.25", field);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    addEventListener("submit", () => setTimeout(type), { once: true });
  });
  await press("Ask for 20 USDT");
  await page.getByText("Its picture came with an earlier one, too").waitFor();
  // The form is free for the next one, and what was typed for it stays.
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  expect(await page.getByLabel("Amount sent").inputValue()).toBe("33.25");
  const [record] = await recharges();
  expect(record?.voucher_used).toBe(1);
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
  // The picture waits in memory only, and only if the user chooses so.
  await press("Keep it until I am online");
  // A line that has just come back often breaks once more.
  await page.route(
    `**${uploadEndpoints.pictureFiles.path}`,
    (route) => route.abort("internetdisconnected"),
    { times: 1 },
  );
  await context.setOffline(false);
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
  await page.goto(`${stage.address}/certification?to=%2Fassets`);
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
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await sendPicture("Front");
  await press("Next");
  // The data survive a reload; the pictures do not, since they are not stored on the device.
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
  await page.getByText("The back is blurred.", { exact: true }).waitFor();
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
    await page.goto(stage.address + path);
    await page.getByText(/^(Your recharges|You are certified)$/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
  }
});
