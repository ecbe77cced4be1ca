import { randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { png } from "../samples/sample-images.ts";
import { askAs, type Person } from "../browser/ask-as.ts";
import { openApp } from "../browser/chromium.ts";
import type { RunningVenue } from "../venue/running-venue.ts";
import type { TearingProxy } from "../proxy/tearing-proxy.ts";

export const password = "eleven days aloft";
export const pin = "480217";
export const receiver = "PAPER-TRC20-7001234";

export interface LaneParts {
  venue: RunningVenue;
  database: DatabaseSync;
  proxy: TearingProxy;
  context: BrowserContext;
  page: Page;
  account: string;
  person: Person;
}

/** A person with a phone whose line to the venue tears, and somebody who counts at the venue what came of it. */
export class TornLane {
  page: Page;
  person: Person;
  readonly venue: RunningVenue;
  readonly proxy: TearingProxy;
  readonly context: BrowserContext;
  readonly account: string;
  /** Passwords that were set, by what the venue keeps of them. */
  readonly passwords = new Map<string, string>();
  private readonly database: DatabaseSync;
  private count = 0;

  constructor({ venue, database, proxy, context, page, account, person }: LaneParts) {
    this.venue = venue;
    this.database = database;
    this.proxy = proxy;
    this.context = context;
    this.page = page;
    this.account = account;
    this.person = person;
  }

  /** A number that no walk before had. */
  next(): number {
    return (this.count += 1);
  }

  go(path: string): Promise<void> {
    return openApp(this.page, this.proxy.address + path);
  }

  /** By another line, that does not tear. */
  ask(
    method: "GET" | "POST",
    path: string,
    request: Record<string, unknown> = {},
  ): Promise<unknown> {
    return askAs(this.person, this.venue.address, method, path, request);
  }

  operate(...words: string[]): Promise<string> {
    return this.venue.operate(...words);
  }

  /** A figure from the venue's own books: the first column of the first row. */
  figure(statement: string, ...values: (string | number)[]): number {
    return Number(Object.values(this.database.prepare(statement).get(...values) ?? {})[0] ?? 0);
  }

  text(statement: string, ...values: (string | number)[]): string {
    return String(Object.values(this.database.prepare(statement).get(...values) ?? {})[0] ?? "");
  }

  get sheet(): Locator {
    return this.page.getByRole("dialog").last();
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) });
  }

  /** What is typed on the keypad of a withdrawal password. */
  async typePin(): Promise<void> {
    await this.page.locator("[name=withdrawal-password]").fill(pin);
  }

  /** Waits for something, and does what a person does where it did not arrive. */
  async patiently(wanted: Locator, again = this.button(/^(Try again|Renew)$/)): Promise<void> {
    const either = wanted
      .filter({ visible: true })
      .or(again.filter({ visible: true }))
      .first();
    for (let tries = 0; tries < 6; tries++) {
      await either.waitFor();
      if (await wanted.first().isVisible()) return;
      await again
        .first()
        // The app asks again by itself, too, and then the button is gone.
        .click({ timeout: 1000 })
        .catch(() => undefined);
    }
    await wanted.first().waitFor();
  }

  /** Types what a field is to hold. A draft that the device kept may arrive just between the choice of the text and the typing. */
  async fill(field: Locator, text: string): Promise<void> {
    for (let tries = 0; tries < 3 && (await field.inputValue()) !== text; tries++)
      await field.fill(text);
  }

  /** Chooses and sends a picture; sends it again where its connection broke. */
  async sendPicture(shade: number): Promise<void> {
    const { page } = this;
    if (await this.button("Take another").isVisible()) await this.button("Take another").click();
    await page.locator("input[type=file]:not([capture])").setInputFiles({
      name: "sample.png",
      mimeType: "image/png",
      buffer: png({ width: 40, height: 40, shade: shade % 256 }),
    });
    await this.patiently(page.getByText("The venue has it."), this.button("Send it again"));
  }

  async upload(shade: number): Promise<string> {
    const body = new FormData();
    body.append(
      "files",
      new Blob([Uint8Array.from(png({ shade }))], { type: "image/png" }),
      "sample.png",
    );
    const headers = signRequest(
      this.person,
      makeNonce((length) => randomBytes(length)),
      Math.floor(Date.now() / 1000),
    );
    const answer = await fetch(new URL("/api/picture/files", this.venue.address), {
      method: "POST",
      headers: { ...headers },
      body,
    });
    return ((await answer.json()) as { data: { files: { id: string }[] } }).data.files[0]?.id ?? "";
  }

  /** A person who may do everything: certified, with a withdrawal password and a card. */
  async prepareForMoney(): Promise<void> {
    const [front, back] = [await this.upload(90), await this.upload(160)];
    await this.ask("POST", "/api/account/cert", {
      name: "Ada Lovelace",
      id_number: "SAMPLE-1815",
      front,
      back,
    });
    await this.operate(
      "approve",
      "cert",
      this.text("select id from certification where user_id = ?", this.person.id),
    );
    await this.ask("POST", "/api/wallet/setWpass", { wpassword: pin, password });
    await this.ask("POST", "/api/wallet/setBanks", {
      bank_name: "Paper Bank",
      account_name: "Ada Lovelace",
      card_no: "4242424242424242",
      branch: "",
      wpassword: pin,
    });
    const card = this.text("select id from bank_card where user_id = ?", this.person.id);
    await this.operate("approve", "bank", card).catch(() => undefined);
  }

  /** A person whose certification failed for its name alone, which is asked for again. */
  async failCertification(): Promise<void> {
    const pending = this.text(
      "select max(id) from certification where user_id = ? and state = 'pending'",
      this.person.id,
    );
    if (pending !== "null" && pending !== "") {
      await this.operate("reject", "cert", pending, "Once more.", "--fields", "name");
      return;
    }
    if (this.figure("select count(*) from certification where user_id = ?", this.person.id) > 0)
      return;
    const [front, back] = [await this.upload(91), await this.upload(161)];
    await this.ask("POST", "/api/account/cert", {
      name: "Ada Lovelace",
      id_number: `SAMPLE-${randomUUID().slice(0, 8)}1`,
      front,
      back,
    });
    await this.failCertification();
  }
}
