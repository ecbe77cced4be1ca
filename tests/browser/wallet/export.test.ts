/** The account as a file by a person's means: made here, held against the balances, gone on with after a cut, and offline. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { buyBitcoinAs } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const journeyMs = 120_000;

const stage = new PhoneStage();
let person: Person;
let page: Page;

beforeAll(async () => {
  person = await stage.user("keeper@example.org");
  await buyBitcoinAs(person, stage.address);
  page = await (await stage.phone({ as: person })).newPage();
});

const sheet = () => page.getByRole("dialog", { name: "Export the account" });
const button = (name: string) => sheet().getByRole("button", { name, exact: true });

async function save(): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent("download"), button("Save the file").tap()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** Decimal text in units of 10⁻⁸. */
const units = (decimal: string) =>
  BigInt(
    decimal.replace(
      /^(-?)(\d+)\.?(\d*)$/,
      (_, sign: string, whole: string, part: string) => sign + whole + part.padEnd(8, "0"),
    ),
  );

test(
  "a file goes on after a cut, and its entries come to the balances",
  { timeout: journeyMs },
  async () => {
    await openApp(page, `${stage.address}/history`);
    await page.getByRole("button", { name: "Export", exact: true }).tap();
    // The export's own pages, not those of the list.
    const pages = (url: URL) =>
      url.pathname.endsWith("/tradeRecord") && url.searchParams.get("size") === "100";
    await page.route(pages, (route) => route.abort());
    await button("Make the file").tap();
    await sheet().getByText("the venue did not answer", { exact: false }).waitFor();
    await page.unroute(pages);
    await button("Go on").tap();
    await sheet()
      .getByText(/all sums agree with your balances/)
      .waitFor();

    const { name, text } = await save();
    expect(name).toMatch(/^godwit-paper-history-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...rows] = text
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    const sums = new Map<string, bigint>();
    for (const row of rows) {
      const cell = (column: string) => row[head?.indexOf(column) ?? -1] ?? "";
      expect(cell("money")).toBe("paper");
      sums.set(cell("currency"), (sums.get(cell("currency")) ?? 0n) + units(cell("amount")));
    }
    const { balances } = (await askAs(
      person,
      stage.address,
      "GET",
      "/api/wallet/getWalletBalance",
      {},
    )) as { balances: { flag: string; balance_str: string }[] };
    for (const flag of ["USDT", "BTC"]) {
      expect(sums.get(flag), flag).toBe(
        units(balances.find((balance) => balance.flag === flag)?.balance_str ?? ""),
      );
    }
  },
);

test("offline it is made of what the device has, and says so", { timeout: journeyMs }, async () => {
  await button("Make another file").tap();
  await page.context().setOffline(true);
  await sheet().getByLabel("Format").selectOption("json");
  await button("Make a file of what is here").tap();
  await sheet().getByText("Made of what this device had", { exact: false }).waitFor();
  const { name, text } = await save();
  await page.context().setOffline(false);
  expect(name).toMatch(/-partial\.json$/);
  const file = JSON.parse(text) as {
    paper: boolean;
    partial: boolean;
    entries: { flag: string }[];
    check: { rows: number; differences: unknown[] };
  };
  expect(file).toMatchObject({
    paper: true,
    partial: true,
    check: { rows: file.entries.length, differences: [] },
  });
  expect(new Set(file.entries.map(({ flag }) => flag))).toEqual(new Set(["USDT", "BTC"]));
});
