import { gzipSync } from "node:zlib";
import type { WebSocket } from "ws";
import type { SessionUser } from "../../deps/handler.ts";

/** How much one socket may ask for. */
export interface StreamLimits {
  topics: number;
  /** Bytes of one message from a client. */
  messageBytes: number;
  /** Bytes that may wait for a slow client before it is dropped. */
  bufferedBytes: number;
  pingMs: number;
  messagesPerSecond: number;
  messageBurst: number;
}

export const defaultStreamLimits: StreamLimits = {
  topics: 50,
  messageBytes: 4096,
  bufferedBytes: 1_048_576,
  pingMs: 5000,
  messagesPerSecond: 20,
  messageBurst: 120,
};

/**
 * Clients of HTX follow every symbol over one connection, five topics each, and ask for all of them
 * at once.
 */
export const htxStreamLimits: StreamLimits = {
  ...defaultStreamLimits,
  topics: 300,
  messagesPerSecond: 50,
  messageBurst: 300,
};

/** Pings a client may leave unanswered. */
const unansweredPings = 2;

/** One client: what it is subscribed to, who it is, and how it keeps up. */
export class StreamConnection {
  readonly topics = new Set<string>();
  user: SessionUser | null = null;
  readonly address: string;
  readonly #socket: WebSocket;
  readonly #gzip: boolean;
  readonly #limits: StreamLimits;
  #tokens: number;
  #tokensAt: number;
  #pingedAt: number;
  #unanswered = 0;

  constructor(
    socket: WebSocket,
    options: { gzip: boolean; address: string; limits: StreamLimits; now: number },
  ) {
    this.#socket = socket;
    this.#gzip = options.gzip;
    this.#limits = options.limits;
    this.address = options.address;
    this.#tokens = options.limits.messageBurst;
    this.#tokensAt = options.now;
    this.#pingedAt = options.now;
  }

  /** Topics it may follow at a time. */
  get topicLimit(): number {
    return this.#limits.topics;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Sends, or disconnects a client that does not read; it fetches what it missed by REST. */
  send(frame: StreamFrame): void {
    if (!this.isOpen) return;
    if (this.#socket.bufferedAmount > this.#limits.bufferedBytes) {
      this.#socket.terminate();
      return;
    }
    this.#socket.send(this.#gzip ? frame.gzip : frame.plain, { binary: this.#gzip });
  }

  reply(message: object): void {
    this.send(new StreamFrame(JSON.stringify(message)));
  }

  /**
   * Takes one message of the allowance; "over" where the client asks too much, "gone" where it does
   * not stop.
   */
  spendMessage(now: number): "ok" | "over" | "gone" {
    const { messagesPerSecond, messageBurst } = this.#limits;
    const elapsedMs = Math.max(0, now - this.#tokensAt);
    this.#tokens = Math.min(messageBurst, this.#tokens + (elapsedMs * messagesPerSecond) / 1000);
    this.#tokensAt = now;
    this.#tokens--;
    if (this.#tokens >= 0) return "ok";
    return this.#tokens >= -messageBurst ? "over" : "gone";
  }

  heardPong(): void {
    this.#unanswered = 0;
  }

  /** Sends the ping that is due, or closes a client that left two of them unanswered. */
  pingIfDue(now: number, ping: () => StreamFrame): void {
    // A clock that was set back must not silence us until it has caught up.
    this.#pingedAt = Math.min(this.#pingedAt, now);
    if (now - this.#pingedAt < this.#limits.pingMs) return;
    this.#pingedAt = now;
    if (this.#unanswered >= unansweredPings) {
      this.close(1001, "ping unanswered");
      return;
    }
    this.#unanswered++;
    this.send(ping());
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }
}

/**
 * One message, serialised once for all sockets; the gzip form is made when a socket first needs it.
 */
export class StreamFrame {
  readonly plain: Buffer;
  #gzip: Buffer | undefined;

  constructor(text: string) {
    this.plain = Buffer.from(text);
  }

  get gzip(): Buffer {
    return (this.#gzip ??= gzipSync(this.plain, { level: 1 }));
  }
}

/** A push of HTX's form; `tick` is JSON text. */
export function pushFrame(topic: string, ts: number, tick: string): StreamFrame {
  return new StreamFrame(`{"ch":${JSON.stringify(topic)},"ts":${ts},"tick":${tick}}`);
}

/** The streams of each user, so that an event for one user touches no others. */
export class UserConnections {
  readonly #byUser = new Map<string, Set<StreamConnection>>();

  /** Notes who signed in on a stream; null after a logout. */
  assign(connection: StreamConnection, user: SessionUser | null): void {
    const before = connection.user;
    if (before) {
      const own = this.#byUser.get(before.id);
      own?.delete(connection);
      if (own?.size === 0) this.#byUser.delete(before.id);
    }
    connection.user = user;
    if (!user) return;
    const own = this.#byUser.get(user.id) ?? new Set();
    this.#byUser.set(user.id, own.add(connection));
  }

  of(userId: string): readonly StreamConnection[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }
}
