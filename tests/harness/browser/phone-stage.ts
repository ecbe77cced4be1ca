import { mkdir, writeFile } from "node:fs/promises";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { runVenue, type RunningVenue } from "../venue/running-venue.ts";
import { root } from "../root.ts";
import type { Person } from "./ask-as.ts";
import { builtApp } from "./built-app.ts";
import { newPhone, startChromium, type StartOptions } from "./chromium.ts";
import { pressesOn, rememberPresses } from "./last-presses.ts";
import { enrol, letIn } from "./newcomer.ts";
import { shared } from "./shared.ts";

interface StageOptions {
  /** Environment variables of the venue, which is then the file's own. */
  settings?: Record<string, string>;
  /** For tests that end the venue, or change it for everybody. */
  isVenueOwn?: boolean;
  /** How the browser starts, which is then the file's own. */
  browser?: StartOptions;
}

interface PhoneOptions extends BrowserContextOptions {
  /** Who is logged in on it. */
  as?: Person;
}

/** The built app in a browser, with a venue, for one test file. */
export class PhoneStage {
  private takenBrowser: Browser | undefined;
  private takenVenue: RunningVenue | undefined;
  /** Phones of the tests that are running, if any are. */
  private phones: BrowserContext[] | undefined;
  /** More than one where they are concurrent. */
  private testsRunning = 0;

  constructor({ settings, isVenueOwn = settings !== undefined, browser }: StageOptions = {}) {
    if (browser)
      beforeAll(async () => {
        const own = (this.takenBrowser = await startChromium(browser));
        return () => own.close();
      });
    else shared.beforeAll(({ sharedBrowser }) => void (this.takenBrowser = sharedBrowser));
    if (isVenueOwn)
      beforeAll(async () => {
        const own = (this.takenVenue = await runVenue(await builtApp(), settings));
        return () => own.dispose();
      });
    else shared.beforeAll(({ sharedVenue }) => void (this.takenVenue = sharedVenue));
    beforeEach(() => {
      this.testsRunning += 1;
      this.phones ??= [];
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === "fail") await this.record(task.name);
      this.testsRunning -= 1;
      if (this.testsRunning > 0) return;
      const phones = this.phones ?? [];
      this.phones = undefined;
      await Promise.all(phones.map((phone) => putAway(phone)));
    });
    afterAll(async () => {
      const phones = this.takenBrowser?.contexts() ?? [];
      await Promise.all(phones.map((phone) => phone.close()));
    });
  }

  get browser(): Browser {
    if (!this.takenBrowser) throw new Error("The stage is set by its first hooks");
    return this.takenBrowser;
  }

  get venue(): RunningVenue {
    if (!this.takenVenue) throw new Error("The stage is set by its first hooks");
    return this.takenVenue;
  }

  get address(): string {
    return this.venue.address;
  }

  /** An account with its welcome money, made without the form. */
  user(account: string): Promise<Person> {
    return enrol(this.address, account);
  }

  /** A phone of its own. One that a test takes is closed after it, one that a hook takes stays until the end. */
  async phone({ as, ...options }: PhoneOptions = {}): Promise<BrowserContext> {
    const phone = await newPhone(this.browser, options);
    await rememberPresses(phone);
    this.phones?.push(phone);
    if (as) await letIn(phone, this.address, as);
    return phone;
  }

  /** What the pages of a failed test show, as `.cache/failed-….png`, and what presses reached them, as `.txt` and in its output. */
  private async record(test: string): Promise<void> {
    const name = test.replaceAll(/\W+/g, "-").slice(0, 40);
    const pages = this.browser.contexts().flatMap((context) => context.pages());
    await mkdir(`${root}/.cache`, { recursive: true });
    await Promise.all(
      pages.map(async (page, at) => {
        const path = `${root}/.cache/failed-${name}-${at}`;
        await page.screenshot({ path: `${path}.png`, timeout: 5000 }).catch(() => undefined);
        const presses = (await pressesOn(page)).join("\n");
        console.error(`What presses reached ${page.url()}:\n${presses}`);
        await writeFile(`${path}.txt`, presses);
      }),
    );
  }
}

/** Closes it. What a test's own routes still wait for ends with it, and is no error. */
async function putAway(phone: BrowserContext): Promise<void> {
  const routed = [phone, ...phone.pages()];
  const ended = routed.map((one) => one.unrouteAll({ behavior: "ignoreErrors" }));
  // One that the test has closed itself has no routes any more.
  await Promise.allSettled(ended);
  await phone.close();
}
