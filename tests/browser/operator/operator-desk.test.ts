import { expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { createHttpServer } from "../../../venue/http/http-server.ts";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { startChromium } from "../../harness/browser/chromium.ts";
import { openDeskStage } from "../../harness/stages/desk-stage.ts";

test("an operator who has never seen the desk logs in, decides, looks up and sees what went wrong", async () => {
  const stage = await openDeskStage({
    settings: {
      sellReviewOver: { btcusdt: "0.5" },
      welcome: { BTC: "10", USDT: "10000" },
      review: "manual",
    },
  });
  const server = createHttpServer({
    settings: { ...stage.venue.settings, host: "127.0.0.1", port: 0 },
    fetch: stage.venue.venue.deskFetch,
    upgrade: () => false,
  });
  const address = `http://localhost:${await server.listen()}`;
  const browser = await startChromium();
  onTestFinished(async () => {
    await browser.close();
    await server.close(0);
  });
  const user = await stage.venue.user("uma@example.org");
  // As if an older version had let it in: it is text all the same.
  await stage.venue.store.command(
    async ({ db }) =>
      void (await db.updateTable("user").set({ account: "uma<b>@example.org" }).execute()),
  );
  const place = () =>
    user.ask(api.spot.coinPlaceOrder, {
      symbol: "btcusdt",
      side: "sell",
      type: "limit",
      price: "70000",
      amount: "0.6",
      client_order_id: crypto.randomUUID(),
    });
  await place();
  const second = await place();
  const ada = await stage.credentials("add", "ada");

  const page = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: "dark" })
  ).newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  // Answers that say no are the browser's to report as well.
  page.on(
    "console",
    (message) =>
      message.type() === "error" &&
      !message.text().startsWith("Failed to load resource") &&
      faults.push(message.text()),
  );
  const seen = async () => {
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
  };

  await page.goto(address);
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
  await heading("Log in to the desk");
  await seen();
  // By the keyboard alone: the first field has the focus.
  const logIn = async (password: string) => {
    await page.keyboard.type("ada");
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Tab");
    await page.keyboard.type(stage.code(ada));
    await page.keyboard.press("Enter");
  };
  await logIn("wrong");
  await page.getByRole("alert").getByText("Name, password or code is wrong").waitFor();
  await page.reload();
  await heading("Log in to the desk");
  await logIn(ada.password);
  await heading("Set a password of your own, ada");
  await page.keyboard.type("a sentence of my own");
  await page.keyboard.press("Enter");

  // What waits stands first, whatever its kind.
  await heading("All waiting");
  await expect.poll(() => page.getByRole("article").count()).toBe(2);
  await page.getByRole("article").first().getByText("Coin sell", { exact: true }).waitFor();
  await seen();
  await page.getByText("Logged in as ada").waitFor();
  await page.getByText("Nothing is decided without an operator").waitFor();
  await page.getByRole("link", { name: "Coin sells 2" }).click();
  await heading("Coin sells");
  const cards = page.getByRole("article");
  await expect.poll(() => cards.count()).toBe(2);
  await cards.first().getByRole("link", { name: "uma<b>@example.org" }).waitFor();
  await cards.first().getByText("Lapses in 15 min").waitFor();
  await seen();

  await cards.first().getByRole("button", { name: "Reject" }).click();
  await cards.first().getByText("Give the reason first.").waitFor();
  await cards.first().getByLabel("Reason").fill("Where are they from?");
  await cards.first().getByRole("button", { name: "Reject" }).click();
  await cards.getByText("Rejected.").waitFor();

  // Taken back meanwhile: it is said, and what was typed stays.
  const reason = page.getByLabel("Reason");
  await reason.fill("Typed already.");
  await user.ask(api.spot.coinCancelOrder, { id: second.id });
  await page
    .getByRole("button", { name: "Approve" })
    .click()
    .catch(() => undefined);
  await page.getByText(/decided or taken back meanwhile/).waitFor();

  await page.getByRole("link", { name: "Accounts" }).click();
  await heading("Accounts");
  await page.getByRole("link", { name: "uma<b>@example.org" }).click();
  await heading("uma<b>@example.org");
  const credit = page.locator("form", { hasText: "Credit paper funds" });
  await credit.getByLabel("Amount").fill("5");
  await credit.getByLabel("Currency").fill("NOPE");
  await credit.getByLabel("Reason").fill("A gift.");
  await credit.getByRole("button").click();
  await credit.getByText("There is no such currency here.").waitFor();
  expect(await credit.getByLabel("Reason").inputValue()).toBe("A gift.");
  await credit.getByLabel("Currency").fill("USDT");
  await credit.getByRole("button").click();
  await page.getByText("5 USDT credited; 10 005 available now.").waitFor();
  await seen();

  for (const [tab, name] of [
    ["Overview", "Overview"],
    ["House", "House"],
    ["Ledger", "Ledger"],
    ["Audit log", "Audit log"],
    ["Settings", "Settings"],
  ] as const) {
    await page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: tab }).click();
    await heading(name);
    await page.emulateMedia({ colorScheme: "light" });
    await seen();
  }
  await page.getByRole("link", { name: "House" }).click();
  await page.getByRole("button", { name: "Check the books now" }).click();
  await page.getByText(/^All \d+ rules hold\.$/).waitFor();
  await page.getByRole("button", { name: "Log out" }).click();
  await heading("Log in to the desk");
  expect(faults).toEqual([]);
});
