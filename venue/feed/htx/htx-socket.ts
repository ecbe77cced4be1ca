import { gunzipSync } from "node:zlib";
import * as v from "valibot";
import type { WebSocket } from "ws";
import type { Log } from "../../store/store.ts";
import { type HtxFrame, frame } from "./htx-shapes.ts";

const maxFrameBytes = 4_000_000;
/** HTX pings every 5 s: a socket that misses two of its pings is dead. */
const silentMs = 11_000;
/** A connection that brought data for so long was a good one; a shorter one must not reset the back-off. */
const steadyMs = 60_000;
const backOffMs = { first: 500, max: 30_000 } as const;
/** Subscriptions go out in portions, which HTX takes better than hundreds at once. */
const portion = 50;
const portionGapMs = 1000;
/** What HTX has neither confirmed nor pushed is asked for again this often. */
const repeatMs = 30_000;

export interface HtxSocketOptions {
  url: string;
  open: (url: string) => WebSocket;
  /** Jitter, 0 ≤ x < 1. */
  random: () => number;
  log: Log;
  onPush: (push: HtxFrame & { ch: string }) => void;
  /** Pushes were missed: an earlier connection was lost and this one is new. */
  onResume: () => void;
  /** Whether this process may have the connection now. */
  mayConnect: () => boolean;
  /** The connection is lost, or was not made. */
  onClose: () => void;
}

/** The one connection to HTX's stream: kept up by `tick`, resubscribed after each loss. */
export class HtxSocket {
  readonly #with: HtxSocketOptions;
  #topics: readonly string[] = [];
  #unsaid: string[] = [];
  readonly #confirmed = new Set<string>();
  #socket: WebSocket | undefined;
  #isOpen = false;
  #heardAt = 0;
  #saidAt = 0;
  #retryAt = 0;
  #failures = 0;
  /** When the first push of this connection came; undefined before it. */
  #provenAt: number | undefined;
  #wasProven = false;
  #now = 0;
  #isClosed = false;

  constructor(options: HtxSocketOptions) {
    this.#with = options;
  }

  /** The topics wanted from now on. */
  subscribe(topics: readonly string[]): void {
    this.#unsaid.push(...topics.filter((topic) => !this.#topics.includes(topic)));
    this.#topics = topics;
  }

  /** Connects, reconnects, subscribes and gives up on silence, as due at `now`. */
  tick(now: number): void {
    this.#now = now;
    if (this.#isClosed || this.#topics.length === 0) return;
    if (!this.#socket) {
      // The second: a clock that was set back.
      const isDue = now >= this.#retryAt || this.#retryAt - now > backOffMs.max;
      if (isDue && this.#with.mayConnect()) this.#connect();
      return;
    }
    // Either way: a clock that was set back must not keep a dead socket for as long.
    if (Math.abs(now - this.#heardAt) > silentMs) {
      this.#with.log("warn", "htx stream silent", { ms: now - this.#heardAt });
      this.#socket.terminate();
      return;
    }
    if (this.#isOpen) this.#saySome();
  }

  /** Ends the connection; `tick` makes the next one. */
  drop(): void {
    this.#socket?.terminate();
  }

  close(): void {
    this.#isClosed = true;
    this.drop();
  }

  #connect(): void {
    const socket = this.#with.open(this.#with.url);
    this.#socket = socket;
    this.#heardAt = this.#now;
    this.#saidAt = 0;
    this.#unsaid = [...this.#topics];
    this.#confirmed.clear();
    socket.on("open", () => {
      this.#isOpen = true;
      if (this.#wasProven) this.#with.onResume();
      this.#saySome();
    });
    socket.on("message", (data) => this.#hear(socket, data));
    socket.on("error", (error) => {
      this.#with.log("warn", "htx stream failed", { error });
      // After a frame too large a goodbye would wait for HTX to stop sending.
      socket.terminate();
    });
    socket.on("close", () => {
      this.#socket = undefined;
      this.#isOpen = false;
      if (this.#provenAt !== undefined && this.#now - this.#provenAt >= steadyMs)
        this.#failures = 0;
      this.#provenAt = undefined;
      const ceiling = Math.min(backOffMs.max, backOffMs.first * 2 ** this.#failures++);
      this.#retryAt = this.#now + ceiling * (0.5 + this.#with.random() / 2);
      this.#with.onClose();
    });
  }

  #saySome(): void {
    const waitedMs = Math.abs(this.#now - this.#saidAt);
    if (this.#unsaid.length === 0 && waitedMs >= repeatMs)
      this.#unsaid = this.#topics.filter((topic) => !this.#confirmed.has(topic));
    if (this.#unsaid.length === 0 || waitedMs < portionGapMs) return;
    this.#saidAt = this.#now;
    for (const topic of this.#unsaid.splice(0, portion))
      this.#socket?.send(JSON.stringify({ sub: topic, id: topic }));
  }

  #confirm(topic: string): void {
    if (!this.#confirmed.has(topic) && this.#topics.includes(topic)) this.#confirmed.add(topic);
  }

  #hear(socket: WebSocket, data: unknown): void {
    const message = readFrame(data);
    if (!message) {
      this.#with.log("warn", "htx frame not understood");
      return;
    }
    this.#heardAt = this.#now;
    if (message.ping !== undefined) socket.send(JSON.stringify({ pong: message.ping }));
    else if (message.subbed !== undefined) this.#confirm(message.subbed);
    else if (message.ch !== undefined) {
      this.#provenAt ??= this.#now;
      this.#wasProven = true;
      this.#confirm(message.ch);
      this.#with.onPush({ ...message, ch: message.ch });
    } else if (message.status === "error")
      this.#with.log("warn", "htx refused", {
        code: message["err-code"],
        reason: message["err-msg"],
      });
  }
}

function readFrame(data: unknown): HtxFrame | undefined {
  if (!Buffer.isBuffer(data)) return undefined;
  try {
    const parsed = v.safeParse(
      frame,
      JSON.parse(gunzipSync(data, { maxOutputLength: maxFrameBytes }).toString("utf8")),
    );
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
