import { setTimeout as delay } from "node:timers/promises";
import { SourceUnavailable } from "../source-unavailable.ts";

/** Somebody waits for an answer, or it only fills what will be wanted later. */
export type Urgency = "asked" | "backfill";

/** Requests that may wait; what is asked beyond them fails at once rather than late. */
const maxWaiting = 64;

interface Waiter {
  go: () => void;
  refuse: (error: SourceUnavailable) => void;
}

/** Starts requests no faster than so many a second, those somebody waits for first. */
export class RequestBudget {
  readonly #gapMs: number;
  readonly #wait: (ms: number) => Promise<unknown>;
  readonly #waiting: Record<Urgency, Waiter[]> = { asked: [], backfill: [] };
  #paused: Promise<unknown> | undefined;
  #isRunning = false;

  constructor(
    perSecond: number,
    wait: (ms: number) => Promise<unknown> = (ms) => delay(ms, undefined, { ref: false }),
  ) {
    this.#gapMs = 1000 / perSecond;
    this.#wait = wait;
  }

  /**
   * Resolves when the request may start.
   * @throws SourceUnavailable for what somebody waits for, where too many wait or HTX asked for a pause
   */
  async turn(urgency: Urgency): Promise<void> {
    if (urgency === "asked" && this.#paused) throw tooMany();
    if (urgency === "asked" && this.#waiting.asked.length >= maxWaiting) throw tooMany();
    const turn = new Promise<void>((go, refuse) => this.#waiting[urgency].push({ go, refuse }));
    if (!this.#isRunning) void this.#run();
    return turn;
  }

  /** Starts nothing for so long, because HTX said that it was asked too much. */
  pause(ms: number): void {
    if (this.#paused) return;
    this.#paused = this.#wait(ms).finally(() => (this.#paused = undefined));
    for (const { refuse } of this.#waiting.asked.splice(0)) refuse(tooMany());
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.asked.length + this.#waiting.backfill.length > 0) {
      if (this.#paused) await this.#paused;
      else {
        (this.#waiting.asked.shift() ?? this.#waiting.backfill.shift())?.go();
        await this.#wait(this.#gapMs);
      }
    }
    this.#isRunning = false;
  }
}

function tooMany(): SourceUnavailable {
  return new SourceUnavailable("too many requests to HTX");
}
