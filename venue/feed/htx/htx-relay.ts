/** How the processes of one database share one line to HTX: one reads, and the others take what it sends on. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Channel } from "../../store/postgres-channel.ts";
import type { Log } from "../../store/store.ts";
import type { Tick } from "../market-source.ts";

export type OpenRelayChannel = (handlers: {
  onMessage: (text: string) => void;
  onLost: () => void;
}) => Promise<Channel>;

export interface HtxRelayOptions {
  open: OpenRelayChannel;
  log: Log;
  /** A clock in ms that is never set. */
  monotonic: () => number;
}

/** A symbol as the reader offers it: whether it has seconds contracts, and the decimals that its figures are counted in. */
export type OfferedSymbol = [
  symbol: string,
  hasSeconds: boolean,
  pricePrecision: number,
  amountPrecision: number,
];

/** The samples of a symbol at a second, null where there is none. */
export type RelayedSample = [symbol: string, index: number | null, mark: number | null];

/** What the reader sends on, in the order in which it took it in itself. */
export type RelayEvent =
  /** A push of HTX with HTX's time and the reader's, Unix ms. */
  | { push: { ch: string; ts: number; tick: unknown; at: number } }
  | { sampled: { second: number; samples: RelayedSample[] } }
  | { tick: Tick }
  | { offered: OfferedSymbol[] }
  /** Pushes may have been missed. */
  | { resumed: true }
  /** From a process that has to know what is offered. */
  | { asks: "offered" };

export interface RelayFollower {
  onEvent(event: RelayEvent): void;
  /** What the reader sent was lost in part. */
  onGap(): void;
  /** This process is the reader from now on. */
  onLead(): void;
  /** This process is it no longer. */
  onLost(): void;
}

const batchMs = 10;
/** The reader says something at least this often; the others look as often whether there is one. */
const beatMs = 300;
/** A reader that says nothing for so long hangs. */
const silentMs = 1500;
/** The database lets go of the lock of a connection that it ended within so long. */
const endedMs = 50;
/** A part of a batch, in characters, less what stands around it. */
const longestPart = 7600;
const maxBatchBytes = 32_000_000;

/** Part of a batch. */
interface Part {
  from: string;
  /** Whether the sender has the lead. */
  leads: boolean;
  /** Its number among all that the sender sent. */
  place: number;
  /** Its number in the batch, from 0 on. */
  at: number;
  isLast: boolean;
  data: string;
}

/** What has arrived of a sender. */
interface Heard {
  place: number;
  /** Of the batch that is not complete; absent where its beginning is missing. */
  parts: string[] | undefined;
}
/** So many senders are remembered: each process that ever started is one. */
const mostSenders = 50;

/**
 * One reader of HTX among processes, elected by the database: it holds a lock as long as its connection lives, and the
 * next takes it within a third of a second, or two seconds where the reader hangs.
 */
export class HtxRelay {
  readonly #self = randomUUID();
  readonly #log: Log;
  readonly #monotonic: () => number;
  readonly #beat: ReturnType<typeof setInterval>;
  #channel: Channel | undefined;
  #follower: RelayFollower | undefined;
  #isLeader = false;
  #isCandidate = false;
  #trying: Promise<void> | undefined;
  #waiting: RelayEvent[] = [];
  #flushing: ReturnType<typeof setTimeout> | undefined;
  #sent = 0;
  #saidAt = 0;
  #heardAt = 0;
  readonly #heard = new Map<string, Heard>();

  private constructor({ log, monotonic }: HtxRelayOptions) {
    this.#log = log;
    this.#monotonic = monotonic;
    this.#beat = setInterval(() => this.#look(), beatMs);
    this.#beat.unref();
  }

  static async open(options: HtxRelayOptions): Promise<HtxRelay> {
    const relay = new HtxRelay(options);
    try {
      relay.#channel = await options.open({
        onMessage: (text) => relay.#hear(text),
        onLost: () => relay.#lose(),
      });
    } catch (error) {
      clearInterval(relay.#beat);
      throw error;
    }
    return relay;
  }

  get isLeader(): boolean {
    return this.#isLeader;
  }

  follow(follower: RelayFollower): void {
    this.#follower = follower;
  }

  /** Stands for the lead until it resigns; resolves when it is known whether this process has it. */
  async stand(): Promise<void> {
    if (!this.#isCandidate) this.#heardAt = this.#monotonic();
    this.#isCandidate = true;
    await this.#try();
  }

  /** Gives the lead to another that stands for it, and stands for it no more. */
  resign(): void {
    this.#isCandidate = false;
    if (!this.#isLeader) return;
    this.#flush();
    this.#lose();
    void this.#channel?.resignLead().catch(() => undefined);
  }

  /** To all other processes, soon and in order. */
  send(event: RelayEvent): void {
    this.#waiting.push(event);
    this.#flushing ??= setTimeout(() => this.#flush(), batchMs);
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    this.resign();
    this.#follower = undefined;
    await this.#channel?.close();
  }

  #look(): void {
    if (this.#isLeader && this.#monotonic() - this.#saidAt >= beatMs) this.#flush();
    if (this.#isCandidate && !this.#isLeader) void this.#try();
  }

  #try(): Promise<void> {
    this.#trying ??= this.#takeLead()
      .catch((error: unknown) => this.#log("warn", "htx reader not elected", { error }))
      .finally(() => (this.#trying = undefined));
    return this.#trying;
  }

  async #takeLead(): Promise<void> {
    if (this.#isLeader || !this.#channel) return;
    if (await this.#channel.takeLead()) {
      if (!this.#isCandidate) return this.#channel.resignLead();
      this.#isLeader = true;
      this.#log("info", "this process reads htx for all");
      this.#follower?.onLead();
    } else if (this.#monotonic() - this.#heardAt > silentMs) {
      this.#heardAt = this.#monotonic();
      if (!(await this.#channel.unseatLeader())) return;
      this.#log("warn", "the process that reads htx hangs: another takes its place");
      await pause(endedMs);
      await this.#takeLead();
    }
  }

  #lose(): void {
    if (!this.#isLeader) return;
    this.#isLeader = false;
    this.#follower?.onLost();
  }

  #flush(): void {
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    this.#saidAt = this.#monotonic();
    const data = deflateRawSync(JSON.stringify(this.#waiting), { level: 1 }).toString("base64");
    this.#waiting = [];
    for (let at = 0; at * longestPart < data.length; at++)
      this.#channel?.send(
        JSON.stringify({
          from: this.#self,
          leads: this.#isLeader,
          place: ++this.#sent,
          at,
          isLast: (at + 1) * longestPart >= data.length,
          data: data.slice(at * longestPart, (at + 1) * longestPart),
        } satisfies Part),
      );
  }

  #hear(text: string): void {
    let events: RelayEvent[] | undefined;
    try {
      events = this.#eventsOf(JSON.parse(text) as Part);
    } catch (error) {
      this.#log("warn", "what another process sent of htx cannot be read", { error });
      this.#follower?.onGap();
    }
    for (const event of events ?? []) this.#follower?.onEvent(event);
  }

  /** The events of a batch, once it is complete. */
  #eventsOf({ from, leads, place, at, isLast, data }: Part): RelayEvent[] | undefined {
    if (from === this.#self) return undefined;
    if (leads) this.#heardAt = this.#monotonic();
    const before = this.#heard.get(from);
    const hasAll = before === undefined || place === before.place + 1;
    const parts = at === 0 ? [] : hasAll ? before?.parts : undefined;
    parts?.push(data);
    this.#heard.delete(from);
    this.#heard.set(from, { place, parts: isLast ? undefined : parts });
    for (const gone of this.#heard.keys()) {
      if (this.#heard.size <= mostSenders) break;
      this.#heard.delete(gone);
    }
    if (!hasAll) this.#follower?.onGap();
    if (!isLast || !parts) return undefined;
    const bytes = Buffer.from(parts.join(""), "base64");
    const text = inflateRawSync(bytes, { maxOutputLength: maxBatchBytes }).toString("utf8");
    return JSON.parse(text) as RelayEvent[];
  }
}
