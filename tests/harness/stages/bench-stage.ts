import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { builtApp } from "../browser/built-app.ts";
import { startChromium } from "../browser/chromium.ts";
import { databaseName, onServer, startPostgres, withDatabase } from "../database/postgres.ts";
import { runVenue, type RunningVenue } from "../venue/running-venue.ts";

const many = 1_000_000;
/** No limit of the venue is to be measured, nor the time that a password is hashed for. */
const limits = {
  registrationsPerHour: many,
  argonMemoryKiB: 64,
  argonPasses: 1,
  publicPerSecond: many,
  publicBurst: many,
  signedPerSecond: many,
  signedBurst: many,
  privatePerSecond: many,
  privateBurst: many,
  ordersPerSecond: many,
  ordersBurst: many,
  sockets: 10_000,
  socketsPerAddress: 5000,
  streamsPerAddress: 5000,
};

/** What benchmarks run on. Each part is made when it is first asked for, and shared by those that run in one process. */
export class BenchStage {
  /** Words of the command line that are the benchmark's own. */
  readonly words: readonly string[];
  private readonly isSmallest: boolean;
  private readonly leaving: (() => Promise<unknown>)[] = [];
  private browserOnce: Promise<Browser> | undefined;
  private venueOnce: Promise<RunningVenue> | undefined;

  /** @param isSmallest with the least work that still runs all of the code: to see that it starts, not for its figures */
  constructor({ words, isSmallest }: { words: readonly string[]; isSmallest: boolean }) {
    this.words = words;
    this.isSmallest = isSmallest;
  }

  /** How much of something: as usual, or the least. */
  size<T>(usual: T, smallest: T): T {
    return this.isSmallest ? smallest : usual;
  }

  /** A number that the command line may give as its word number `at`. */
  count(at: number, usual: number, smallest: number): number {
    const given = this.words[at];
    return given === undefined ? this.size(usual, smallest) : Number(given);
  }

  /** The whole browser, as a person has it; the headless shell where figures do not count. */
  browser(): Promise<Browser> {
    this.browserOnce ??= startChromium({ whole: !this.isSmallest }).then((browser) => {
      this.leaving.push(() => browser.close());
      return browser;
    });
    return this.browserOnce;
  }

  /** A venue that serves the built app. */
  venue(): Promise<RunningVenue> {
    this.venueOnce ??= builtApp()
      .then((folder) =>
        runVenue(folder, { LIMITS: JSON.stringify(limits), WARM_UP: this.size("1", "0") }),
      )
      .then((venue) => this.endLater(venue));
    return this.venueOnce;
  }

  /** A venue of its own, without the app. */
  async bareVenue(environment: Record<string, string>): Promise<RunningVenue> {
    return this.endLater(
      await runVenue(await this.folder(), { LIMITS: JSON.stringify(limits), ...environment }),
    );
  }

  /** An empty folder that lasts as long as the stage. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "godwit-bench-"));
    this.leaving.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /**
   * An empty PostgreSQL database, on the server of `TEST_DATABASE_URL` or on one that is started now;
   * undefined where the machine has none.
   * @param fsync whether it waits for the disk, as a venue's own does
   */
  async postgres({ fsync }: { fsync: boolean }): Promise<string | undefined> {
    const given = process.env["TEST_DATABASE_URL"];
    if (given !== undefined) {
      const name = databaseName();
      await onServer(given, `create database ${name}`);
      this.leaving.push(() => onServer(given, `drop database ${name} with (force)`));
      return withDatabase(given, name);
    }
    const server = await startPostgres({ fsync });
    if (server) this.leaving.push(() => server.stop());
    return server?.url;
  }

  private endLater(venue: RunningVenue): RunningVenue {
    // Nobody needs its data, so it need not wait for its clients.
    this.leaving.push(() => venue.kill().then(() => venue.dispose()));
    return venue;
  }

  /** Calls `end` before the venue and the browser are gone. */
  whenLeaving(end: () => void): void {
    this.leaving.push(() => Promise.resolve(end()));
  }

  /** Ends what was started, the last first. */
  async leave(): Promise<void> {
    for (const end of this.leaving.splice(0).toReversed()) await end();
  }
}
