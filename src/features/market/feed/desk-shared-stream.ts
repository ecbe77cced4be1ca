import * as v from "valibot";
import { LiveFeedStream, type Stream, type StreamDeps } from "./live-feed-stream.ts";

/** Of the channel and of the leader's lock. Pages of another build may speak otherwise: it changes with the words below. */
const commonName = "godwit-stream-1";
const pageLock = (page: string) => `${commonName}:${page}`;

/** So often a page asks the leader for its state. */
const askEveryMs = 5000;
/** A leader that answers nothing for so long delivers nothing. */
const silenceMs = 12_000;

const message = v.record(v.string(), v.unknown());

const word = v.union([
  /** To the leader: a page is there, and what it wants to send. */
  v.object({ from: v.string(), send: v.optional(message) }),
  /** From the leader: the name of its open connection, and whether that delivers. */
  v.object({ connection: v.nullable(v.string()), delivering: v.boolean() }),
  /** From the leader: what the venue sent. */
  v.object({ message }),
]);

type Word = v.InferOutput<typeof word>;

/** Where a browser lacks one of them, each window has a socket of its own. */
export function canShareStream(): boolean {
  return "locks" in navigator && typeof BroadcastChannel !== "undefined";
}

/**
 * One socket for all windows that are visible at once. The page that holds a lock leads: it has the socket, passes on
 * what the others send, and tells them what arrives. Once it is hidden, closed or crashed, the browser gives the lock
 * to the next page, which connects; each page then subscribes again, as after any connection that broke.
 */
export class SharedStream implements Stream {
  readonly #deps: StreamDeps;
  /** From opening to closing. */
  #visit: Visit | undefined;
  /** While this page leads. */
  #own: LiveFeedStream | undefined;
  /** While this page leads: the topics of each page, this one among them. */
  readonly #topics = new Map<string, Set<string>>();
  #connection: string | null = null;
  /** While another page leads. */
  #delivering = false;
  #heardAt = 0;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
  }

  get delivering(): boolean {
    return this.#own ? this.#own.delivering : this.#delivering;
  }

  open(isOtherNetwork: boolean): void {
    if (this.#visit) {
      this.#own?.open(isOtherNetwork);
      return;
    }
    const visit: Visit = {
      page: crypto.randomUUID(),
      channel: new BroadcastChannel(commonName),
      end: new AbortController(),
      asking: setInterval(() => this.#ask(), askEveryMs),
    };
    this.#visit = visit;
    visit.channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const heard = v.safeParse(word, data);
      if (heard.success && this.#visit === visit) this.#hear(heard.output, visit);
    });
    const { signal } = visit.end;
    // By this lock the leader learns when the page is gone, so it is held before the leader is asked.
    hold(pageLock(visit.page), signal, () => this.#ask());
    hold(commonName, signal, () => this.#lead(visit));
  }

  retrySoon(): void {
    this.#own?.retrySoon();
  }

  close(): void {
    const visit = this.#visit;
    if (!visit) return;
    if (this.#own) {
      this.#own.close();
      this.#own = undefined;
      this.#connection = null;
      this.#topics.clear();
      this.#tellState();
    }
    this.#visit = undefined;
    clearInterval(visit.asking);
    visit.channel.close();
    visit.end.abort();
    this.#follow(null, false);
  }

  send(toSend: object): void {
    const visit = this.#visit;
    if (!visit) return;
    const copy = { ...toSend };
    if (this.#own) this.#pass(visit.page, copy);
    else visit.channel.postMessage({ from: visit.page, send: copy } satisfies Word);
  }

  #lead(visit: Visit): void {
    this.#follow(null, false);
    const { onOpen, onMessage, onDeliveringChange, ...rest } = this.#deps;
    this.#own = new LiveFeedStream({
      ...rest,
      onOpen: () => {
        this.#connection = crypto.randomUUID();
        for (const topics of this.#topics.values()) topics.clear();
        this.#tellState();
        onOpen();
      },
      onMessage: (received) => {
        // A page that listens has asked this one before.
        if ([...this.#topics.keys()].some((page) => page !== visit.page))
          visit.channel.postMessage({ message: received } satisfies Word);
        onMessage(received);
      },
      onDeliveringChange: () => {
        this.#tellState();
        onDeliveringChange();
      },
    });
    this.#own.open(false);
  }

  #hear(heard: Word, visit: Visit): void {
    if ("from" in heard) {
      if (!this.#own) return;
      this.#welcome(heard.from, visit);
      if (heard.send) this.#pass(heard.from, heard.send);
      else this.#tellState();
      return;
    }
    // A leader on its way out may still speak to the next.
    if (this.#own) return;
    this.#heardAt = Date.now();
    if ("message" in heard) this.#deps.onMessage(heard.message);
    else this.#follow(heard.connection, heard.delivering);
  }

  /** Takes over what the leader says of its connection. */
  #follow(connection: string | null, delivering: boolean): void {
    const isNew = connection !== null && connection !== this.#connection;
    this.#connection = connection;
    if (isNew) this.#deps.onOpen();
    if (delivering === this.#delivering) return;
    this.#delivering = delivering;
    this.#deps.onDeliveringChange();
  }

  #ask(): void {
    const visit = this.#visit;
    if (!visit || this.#own) return;
    if (Date.now() - this.#heardAt > silenceMs) this.#follow(this.#connection, false);
    visit.channel.postMessage({ from: visit.page } satisfies Word);
  }

  #tellState(): void {
    this.#visit?.channel.postMessage({
      connection: this.#connection,
      delivering: this.delivering,
    } satisfies Word);
  }

  /** Forgets a page, once it is gone, with the topics that nobody else follows. */
  #welcome(page: string, visit: Visit): void {
    if (this.#topics.has(page)) return;
    this.#topics.set(page, new Set());
    const { signal } = visit.end;
    const forget = () => {
      const topics = this.#topics.get(page) ?? [];
      for (const topic of topics) this.#pass(page, { unsub: topic, id: topic });
      this.#topics.delete(page);
    };
    // Refused once this page leads no more.
    navigator.locks.request(pageLock(page), { signal }, forget).catch(() => undefined);
  }

  /** Sends what a page says, but for the end of a topic that another page follows. */
  #pass(page: string, toSend: Record<string, unknown>): void {
    const topics = this.#topics.get(page) ?? new Set();
    this.#topics.set(page, topics);
    const { sub, unsub } = toSend;
    if (typeof sub === "string") topics.add(sub);
    if (typeof unsub === "string") {
      topics.delete(unsub);
      if ([...this.#topics.values()].some((followed) => followed.has(unsub))) return;
    }
    this.#own?.send(toSend);
  }
}

interface Visit {
  /** The name of this page among the others. */
  page: string;
  channel: BroadcastChannel;
  end: AbortController;
  asking: ReturnType<typeof setInterval>;
}

/** Calls `got` once this page has the lock, and holds it until `signal`. A browser that refuses locks gives it to each page. */
function hold(name: string, signal: AbortSignal, got: () => void): void {
  const held = navigator.locks.request(name, { signal }, () => {
    // It may be given in the moment in which nobody wants it any more.
    if (signal.aborted) return Promise.resolve();
    got();
    return new Promise<void>((release) => {
      signal.addEventListener("abort", () => release(), { once: true });
    });
  });
  held.catch(() => {
    if (!signal.aborted) got();
  });
}
