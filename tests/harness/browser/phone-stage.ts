import { mkdir } from "node:fs/promises";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { runVenue, type RunningVenue } from "../venue/running-venue.ts";
import { root } from "../root.ts";
import type { Person } from "./ask-as.ts";
import { builtApp } from "./built-app.ts";
import { newPhone, startChromium, type StartOptions } from "./chromium.ts";
import { enrol, letIn } from "./newcomer.ts";

interface StageOptions {
  /** Environment variables of the venue. */
  settings?: Record<string, string>;
  browser?: StartOptions;
}

interface PhoneOptions extends BrowserContextOptions {
  /** Who is logged in on it. */
  as?: Person;
}

/** The built app in a browser, with a venue of its own, for one test file: made before its tests, gone after them. */
export class PhoneStage {
  private running: { browser: Browser; venue: RunningVenue } | undefined;
  /** Phones of the tests that are running, if any are. */
  private phones: BrowserContext[] | undefined;
  /** More than one where they are concurrent. */
  private testsRunning = 0;

  constructor({ settings = {}, browser: startOptions = {} }: StageOptions = {}) {
    beforeAll(async () => {
      const [browser, venue] = await Promise.all([
        startChromium(startOptions),
        builtApp().then((folder) => runVenue(folder, settings)),
      ]);
      this.running = { browser, venue };
    });
    beforeEach(() => {
      this.testsRunning += 1;
      this.phones ??= [];
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === "fail") await this.photograph(task.name);
      this.testsRunning -= 1;
      if (this.testsRunning > 0) return;
      const phones = this.phones ?? [];
      this.phones = undefined;
      await Promise.all(phones.map((phone) => putAway(phone)));
    });
    afterAll(async () => {
      await this.running?.browser.close();
      await this.running?.venue.dispose();
    });
  }

  get browser(): Browser {
    return this.set.browser;
  }

  get venue(): RunningVenue {
    return this.set.venue;
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
    this.phones?.push(phone);
    if (as) await letIn(phone, this.address, as);
    return phone;
  }

  private get set(): { browser: Browser; venue: RunningVenue } {
    if (!this.running) throw new Error("The stage is set by its first hook");
    return this.running;
  }

  /** What the pages of a failed test show, as `.cache/failed-….png`. */
  private async photograph(test: string): Promise<void> {
    const name = test.replaceAll(/\W+/g, "-").slice(0, 40);
    const pages = this.browser.contexts().flatMap((context) => context.pages());
    await mkdir(`${root}/.cache`, { recursive: true });
    await Promise.all(
      pages.map((page, at) =>
        page
          .screenshot({ path: `${root}/.cache/failed-${name}-${at}.png`, timeout: 5000 })
          .catch(() => undefined),
      ),
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
