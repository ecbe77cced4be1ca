/** Money out by a person's means: gates that lead back, an address and its look-alike, a lost answer, a card. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { axeFaults, wcagTags } from "../../harness/browser/axe-faults.ts";
import { askAs, type Person, uploadAs } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { png } from "../../harness/samples/sample-images.ts";
import { authenticatorCode } from "../../harness/venue/authenticator.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const journeyMs = 180_000;
const pin = "480217";
const receiver = "PAPER-TRC20-7001234";
/** The same first and last characters, another middle. */
const twin = "PAPER-TRC20-9991234";

const stage = new PhoneStage({ settings: { REVIEW_AFTER: "4" } });
let context: BrowserContext;
let page: Page;
let person: Person;

beforeAll(async () => {
  person = await stage.user("payer@example.org");
  context = await stage.phone({ as: person });
  page = await context.newPage();
});

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const records = () =>
  askAs(person, stage.address, "GET", "/api/wallet/withdrawalOrder", {}) as Promise<{
    list: { status: number; address: string; amount: string }[];
  }>;

async function tap(digits: string): Promise<void> {
  for (const digit of digits) await button(digit).tap();
}

const upload = (shade: number) => uploadAs(person, stage.address, png({ shade }));

/** What axe finds, in the sheet alone where one is open: what lies beneath takes no press. */
async function faults(): Promise<string[]> {
  const isCovered = (await page.locator("dialog[open]").count()) > 0;
  return axeFaults(page, { include: isCovered ? "dialog[open]" : "body", tags: wcagTags });
}

/** From the form to the digits. */
async function review(): Promise<void> {
  await button("Review the withdrawal").tap();
  await button("Go on to the password").waitFor();
}

test(
  "what a withdrawal needs first leads back to what was typed",
  { timeout: journeyMs },
  async () => {
    await openApp(page, `${stage.address}/withdraw`);
    await page.getByText("Before your first withdrawal").waitFor();
    await page.getByLabel("Network").selectOption("TRC20");
    await page.getByLabel("Address", { exact: true }).fill(receiver);
    await page.getByLabel("Amount", { exact: true }).fill("100");
    expect(await faults()).toEqual([]);
    await page.getByRole("link", { name: "Set it" }).tap();
    await button("Set withdrawal password").tap();
    await page.getByLabel("Login password", { exact: true }).fill("eleven days aloft");
    await button("Next").tap();
    await page.getByRole("heading", { name: "Choose your withdrawal password" }).waitFor();
    await tap(pin);
    await button("Next").tap();
    await page.getByRole("heading", { name: "Enter it once more" }).waitFor();
    await tap(pin);
    await button("Set password").tap();
    await page.waitForURL(/\/withdraw$/);
    await expect
      .poll(() => page.getByLabel("Address", { exact: true }).inputValue())
      .toBe(receiver);
    expect(await page.getByLabel("Amount", { exact: true }).inputValue()).toBe("100");
    // Nothing can be asked for yet, and the button says why.
    await page.getByText("Certify your account first.").first().waitFor();

    const [front, back] = [await upload(90), await upload(160)];
    await askAs(person, stage.address, "POST", "/api/account/cert", {
      name: "Ada Lovelace",
      id_number: "SAMPLE-1815",
      front,
      back,
    });
    await expect
      .poll(
        async () =>
          (
            (await askAs(person, stage.address, "GET", "/api/account/getCert", {})) as {
              certstatus: number;
            }
          ).certstatus,
        { timeout: 30_000 },
      )
      .toBe(2);
    await page.reload();
    // Who types before the draft is back begins a new one, without the network of the old.
    await expect
      .poll(() => page.getByLabel("Address", { exact: true }).inputValue())
      .toBe(receiver);
    await page.getByText("Before your first withdrawal").waitFor({ state: "detached" });
  },
);

test(
  "an address of another network, one with a slip, and too little are refused before anything is sent",
  { timeout: journeyMs },
  async () => {
    const address = page.getByLabel("Address", { exact: true });
    await address.fill("0x52908400098527886E0F7030069857D2E4169EE7");
    await address.blur();
    await page.getByText(/This is an address of .*, and you chose TRC20/).waitFor();
    await address.fill("TJRabPrwbZy45sbavfcjinPJC18kjpRTv9");
    await page.getByText(/This is no address of TRC20/).waitFor();
    await address.fill(receiver);
    await page.getByLabel("Amount", { exact: true }).fill("1");
    await page.getByLabel("Amount", { exact: true }).blur();
    await page.getByText(/^At least/).waitFor();
    await page.getByLabel("Amount", { exact: true }).fill("100");
    await page.getByText("New address").first().waitFor();
  },
);

test(
  "what is confirmed is the venue's quote; a wrong password is typed again; what is pending is taken back",
  { timeout: journeyMs },
  async () => {
    await review();
    expect(await faults()).toEqual([]);
    await button("Go on to the password").tap();
    await tap("111222");
    await button(/^Withdraw 100/).tap();
    await page.getByText(/Wrong withdrawal password/).waitFor();
    expect(page.url()).toBe(`${stage.address}/withdraw`);
    expect(await page.locator("[name=withdrawal-password]").inputValue()).toBe("");
    await tap(pin);
    await button(/^Withdraw 100/).tap();
    await page.getByRole("heading", { name: "Withdrawal asked for" }).waitFor();
    await button("Cancel the withdrawal").tap();
    await button("Take it back").tap();
    await page.getByRole("dialog").getByText("Cancelled by you").waitFor();
    await button("Done").tap();
    // What the venue took is not offered again.
    expect(await page.getByLabel("Amount", { exact: true }).inputValue()).toBe("");
  },
);

test(
  "a late answer is said to be so, a lost one looked up, and nothing is sent twice",
  { timeout: journeyMs },
  async () => {
    await page.getByLabel("Address", { exact: true }).fill(receiver);
    await page.getByLabel("Amount", { exact: true }).fill("50");
    let sent = 0;
    let deliver: () => void = () => {};
    await page.route("**/api/wallet/withdrawal", async (route) => {
      sent++;
      await new Promise<void>((done) => (deliver = done));
      await route.fetch();
      await route.abort();
    });
    await review();
    await button("Go on to the password").tap();
    await tap(pin);
    await button(/^Withdraw 50/).tap();
    await page.getByRole("dialog").getByText("No answer yet").waitFor();
    await button("Go on without waiting").waitFor();
    deliver();
    await page.getByRole("heading", { name: "Withdrawal asked for" }).waitFor();
    await page.unroute("**/api/wallet/withdrawal");
    expect(sent).toBe(1);
    expect((await records()).list.filter(({ amount }) => amount === "50")).toHaveLength(1);
    await page.getByRole("dialog").getByText("Approved", { exact: true }).waitFor();
    await button("Done").tap();
  },
);

test(
  "an address that looks like a used one is blocked until the two were compared",
  { timeout: journeyMs },
  async () => {
    await page.getByLabel("Address", { exact: true }).fill(twin);
    await page.getByLabel("Amount", { exact: true }).fill("20");
    await review();
    await page.getByText("They begin and end alike; the marked part is different.").waitFor();
    await expect.poll(() => page.locator("mark").allTextContents()).toEqual(["700", "999"]);
    expect(await button("Go on to the password").getAttribute("aria-disabled")).toBe("true");
    expect(await faults()).toEqual([]);
    await page.getByRole("checkbox", { name: /I compared them/ }).check();
    await button("Go on to the password").tap();
    await tap(pin);
    await button(/^Withdraw 20/).tap();
    await page.getByRole("heading", { name: "Withdrawal asked for" }).waitFor();
    await button("Done").tap();

    await context.setOffline(true);
    await page.getByText("You are offline. This needs a connection.").first().waitFor();
    expect(await button("Review the withdrawal").getAttribute("aria-disabled")).toBe("true");
    await context.setOffline(false);
  },
);

test(
  "saved under a name, an address is chosen instead of typed",
  { timeout: journeyMs },
  async () => {
    await button("Address book").tap();
    const sheet = page.getByRole("dialog");
    await button("Add an address").tap();
    await sheet.getByLabel("Name").fill("Savings");
    await sheet.getByLabel("Network").selectOption("TRC20");
    await sheet.getByLabel("Address", { exact: true }).fill(receiver);
    await button("Next").tap();
    await tap(pin);
    await button("Save").tap();
    await sheet.getByText("Savings").waitFor();
    expect(await faults()).toEqual([]);
    await button("Use Savings").tap();
    await expect
      .poll(() => page.getByLabel("Address", { exact: true }).inputValue())
      .toBe(receiver);
  },
);

test(
  "a card is judged while it is typed, saved masked, and paid",
  { timeout: journeyMs },
  async () => {
    await page.getByRole("link", { name: "To a bank card" }).tap();
    await button("Add a bank card").waitFor();
    await expect
      .poll(() =>
        page
          .getByRole("navigation", { name: "Ways out" })
          .locator("[aria-current]")
          .allTextContents(),
      )
      .toEqual(["To a bank card"]);
    await button("Add a bank card").tap();
    await page.getByLabel("Bank", { exact: true }).fill("Paper Bank");
    await page.getByLabel("Holder").fill("Ada Lovelace");
    await page.getByLabel("Card number").fill("4242424242424241");
    await page.getByText("A digit is wrong: the check digit at the end does not fit.").waitFor();
    await page.getByLabel("Card number").fill("4242424242424242");
    expect(await page.getByLabel("Card number").inputValue()).toBe("4242 4242 4242 4242");
    expect(await faults()).toEqual([]);
    await button("Next").tap();
    await tap(pin);
    await button("Save the card").tap();
    await button("Chosen: Paper Bank **** 4242").waitFor();
    await page.getByLabel("Amount", { exact: true }).fill("200");
    await review();
    expect(await faults()).toEqual([]);
    await button("Go on to the password").tap();
    await tap(pin);
    await button(/^Withdraw 200/).tap();
    await page.getByRole("heading", { name: "Withdrawal asked for" }).waitFor();
    await page.getByRole("dialog").getByText("Approved", { exact: true }).waitFor();
    expect(page.url()).toBe(`${stage.address}/withdraw/bankcard`);
  },
);

test(
  "with a second factor each of them takes a code, which is typed again after a wrong one",
  { timeout: journeyMs },
  async () => {
    const { secret } = (await askAs(person, stage.address, "POST", "/api/account/setupTotp", {
      password: "eleven days aloft",
    })) as { secret: string };
    const { recovery } = (await askAs(person, stage.address, "POST", "/api/account/enableTotp", {
      code: authenticatorCode(secret, Date.now()),
    })) as { recovery: string[] };
    // This device has not heard of it yet: the venue asks.
    await page.route("**/api/account/getTotp", (route) => route.abort());
    await openApp(page, `${stage.address}/withdraw`);
    await page.getByLabel("Network").selectOption("TRC20");
    await page.getByLabel("Address", { exact: true }).fill(receiver);
    await page.getByLabel("Amount", { exact: true }).fill("30");
    await review();
    await button("Go on to the password").tap();
    const code = page.getByLabel("Code of your authenticator");
    await tap(pin);
    expect(await code.count()).toBe(0);
    await button(/^Withdraw 30/).tap();
    await page.getByText("Enter the code.").waitFor();
    expect(await faults()).toEqual([]);
    await tap(pin);
    await button(/^Withdraw 30/).tap();
    await page.getByText("Enter the code.").waitFor();
    await code.fill("000000");
    await button(/^Withdraw 30/).tap();
    await page
      .getByText("This code is wrong, or was used already. Wait for the next one.")
      .waitFor();
    expect((await records()).list.some(({ amount }) => amount === "30")).toBe(false);
    // Nobody waits half a minute here.
    await button("No authenticator at hand?").tap();
    await page.getByLabel("Recovery code").fill(recovery[0] ?? "");
    await tap(pin);
    await button(/^Withdraw 30/).tap();
    await page.getByRole("heading", { name: "Withdrawal asked for" }).waitFor();

    await openApp(page, `${stage.address}/password/modify`);
    await page.getByLabel("Old password").fill("eleven days aloft");
    await page.getByLabel("New password", { exact: true }).fill("twelve nights ashore");
    await page.getByLabel("New password once more").fill("twelve nights ashore");
    expect(await code.count()).toBe(0);
    await button("Change password").tap();
    await page.getByText("Enter the code.").waitFor();
    expect(await faults()).toEqual([]);
    await page.unroute("**/api/account/getTotp");
    await openApp(page, `${stage.address}/password/modify`);
    await code.waitFor();
  },
);
