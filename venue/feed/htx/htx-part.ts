import type { Log } from "../../store/store.ts";
import { SourceUnavailable } from "../source-unavailable.ts";

/** By which of HTX's paths a part came last; `missing` where by none, `unread` before the first answer. */
export type PartState = "unread" | "present" | "older" | "missing";

/** How long the older path is asked first where it answers and the present one does not. */
const olderForMs = 600_000;

export interface PartReaders<Asked, Fact> {
  present: (asked: Asked) => Promise<Fact>;
  /** Absent where HTX has had one path only. */
  older?: (asked: Asked) => Promise<Fact>;
}

/** A part of what HTX tells of its contracts: its present path is asked first, the older one stands in. */
export class HtxPart<Asked, Fact> {
  readonly #name: string;
  readonly #readers: PartReaders<Asked, Fact>;
  readonly #log: Log;
  readonly #tolerated: number;
  #state: PartState = "unread";
  #failures = 0;
  #olderUntil = 0;

  /** @param tolerated failures in a row after which it is not yet missing: of one contract among many */
  constructor(name: string, readers: PartReaders<Asked, Fact>, log: Log, tolerated = 0) {
    this.#name = name;
    this.#readers = readers;
    this.#log = log;
    this.#tolerated = tolerated;
  }

  get state(): PartState {
    return this.#state;
  }

  /** @throws SourceUnavailable where neither path answers */
  async read(asked: Asked, now: number): Promise<Fact> {
    const { present, older } = this.#readers;
    const isOlderFirst = older !== undefined && now < this.#olderUntil;
    try {
      const fact = await (isOlderFirst ? older : present)(asked);
      this.#note(isOlderFirst ? "older" : "present");
      return fact;
    } catch (error) {
      if (!(error instanceof SourceUnavailable)) throw error;
      const other = isOlderFirst ? present : older;
      if (!other) return this.#miss(error);
      const fact = await other(asked).catch((cause: unknown) => this.#miss(cause));
      this.#olderUntil = isOlderFirst ? 0 : now + olderForMs;
      this.#note(isOlderFirst ? "present" : "older");
      return fact;
    }
  }

  #miss(cause: unknown): never {
    this.#failures++;
    if (this.#failures > this.#tolerated && this.#state !== "missing") {
      this.#state = "missing";
      this.#log("warn", `htx gives no ${this.#name}`, { error: cause });
    }
    throw cause;
  }

  #note(state: "present" | "older"): void {
    this.#failures = 0;
    if (this.#state === state) return;
    if (state === "older") this.#log("warn", `htx gives ${this.#name} by its older path only`);
    else if (this.#state !== "unread") this.#log("info", `htx gives ${this.#name} again`);
    this.#state = state;
  }
}
