import { setTimeout as delay } from "node:timers/promises";
import { SourceUnavailable } from "../source-unavailable.ts";

/** Somebody waits for an answer, or it only fills what will be wanted later. */
export type Urgency = "asked" | "backfill";

/** Requests that may wait; what is asked beyond them fails at once rather than late. */
const maxWaiting = 64;

/** Starts requests no faster than so many a second, those somebody waits for first. */
export class RequestBudget {
  readonly #gapMs: number;
  readonly #waiting: Record<Urgency, (() => void)[]> = { asked: [], backfill: [] };
  #isRunning = false;

  constructor(perSecond: number) {
    this.#gapMs = 1000 / perSecond;
  }

  /** Resolves when the request may start. */
  async turn(urgency: Urgency): Promise<void> {
    if (urgency === "asked" && this.#waiting.asked.length >= maxWaiting) throw new SourceUnavailable("too many requests wait for HTX");
    const turn = new Promise<void>((resolve) => this.#waiting[urgency].push(resolve));
    if (!this.#isRunning) void this.#run();
    return turn;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#shift(); next; next = this.#shift()) {
      next();
      await delay(this.#gapMs, undefined, { ref: false });
    }
    this.#isRunning = false;
  }

  #shift(): (() => void) | undefined {
    return this.#waiting.asked.shift() ?? this.#waiting.backfill.shift();
  }
}
