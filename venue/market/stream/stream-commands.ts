import * as v from "valibot";
import { bitsOf, rankFigures, type RankFigure } from "#protocol/api/rank-changes.ts";
import { deviceSignatureHeader } from "#protocol/wire/device-signature.ts";
import { readSignedHeaders } from "#protocol/wire/signature.ts";
import type { Clock } from "../../lib/clock.ts";
import type { KlineRange, MarketSource } from "../../feed/market-source.ts";
import type { Authenticate } from "../../deps/handler.ts";
import { Refusal } from "../../store/refusal.ts";
import { parseStrictJson } from "#protocol/wire/strict-json.ts";
import { bucketsWithin } from "../../feed/candle-buckets.ts";
import { readCandles } from "../quotes/market-reads.ts";
import { privateTopics } from "../../deps/notify-bus.ts";
import { rankInterval, rankTopic, type RankFeed } from "./rank-feed.ts";
import {
  type StreamConnection,
  StreamFrame,
  type UserConnections,
  pushFrame,
} from "./stream-connection.ts";
import { isPeriod, parseTopic, type StreamTopic } from "./stream-topic.ts";
import type { TopicChannels } from "./topic-channels.ts";
import { createTopicReader } from "./topic-reader.ts";
import { toTradeGroup } from "../quotes/quote-wire.ts";

/** Candles one `req` may ask for, and the times HTX takes for it, Unix s. */
const reqCandles = 300;
const reqTime = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1_501_174_800),
  v.maxValue(2_556_115_200),
);
const reqTrades = 50;

const topicName = v.pipe(v.string(), v.maxLength(64));
const id = v.optional(
  v.union([v.pipe(v.string(), v.maxLength(64)), v.pipe(v.number(), v.safeInteger())]),
);

const word = v.union([
  v.looseObject({ ping: v.pipe(v.number(), v.finite()) }),
  v.looseObject({ pong: v.pipe(v.number(), v.finite()) }),
  v.object({
    sub: topicName,
    id,
    interval_ms: v.optional(
      v.pipe(
        v.number(),
        v.safeInteger(),
        v.minValue(rankInterval.min),
        v.maxValue(rankInterval.max),
      ),
      rankInterval.usual,
    ),
    /** Of `market.rank`: "changes" asks for changed figures alone. */
    form: v.optional(v.picklist(["rows", "changes"]), "rows"),
    figures: v.optional(v.array(v.picklist(rankFigures)), () => [...rankFigures]),
  }),
  v.object({ unsub: topicName, id }),
  v.object({ req: topicName, id, from: v.optional(reqTime), to: v.optional(reqTime) }),
  v.object({
    op: v.literal("auth"),
    id,
    nonce: v.string(),
    timestamp: v.union([v.string(), v.number()]),
    userid: v.union([v.string(), v.number()]),
    sign: v.string(),
    /** Of a session that began with a device's key (signature v2). */
    [deviceSignatureHeader]: v.optional(v.string()),
  }),
]);

type Id = v.InferOutput<typeof id>;

export interface TalkOptions {
  source: MarketSource;
  clock: Clock;
  rank: RankFeed;
  channels: TopicChannels;
  users: UserConnections;
  authenticate: Authenticate;
}

/** HTX's words from a client, and the answers to them. */
export class StreamTalk {
  readonly #with: TalkOptions;

  constructor(options: TalkOptions) {
    this.#with = options;
  }

  /** Answers one message; `text` is undefined where it was no text. */
  async hear(connection: StreamConnection, text: string | undefined): Promise<void> {
    const allowance = connection.spendMessage(this.#with.clock.now());
    if (allowance === "gone") return connection.close(1008, "too many messages");
    if (allowance === "over") return this.#refuse(connection, undefined, "429 too many request");
    const value = text === undefined ? undefined : parseStrictJson(text);
    if (typeof value !== "object" || value === null)
      return this.#refuse(connection, undefined, "not json string");
    const parsed = v.safeParse(word, value);
    if (!parsed.success) return this.#refuse(connection, idOf(value), "invalid request");
    const message = parsed.output;
    if ("ping" in message) return connection.reply({ pong: message.ping });
    if ("pong" in message) return connection.heardPong();
    if ("sub" in message) return this.#subscribe(connection, message.sub, message.id, message);
    if ("unsub" in message) return this.#unsubscribe(connection, message.unsub, message.id);
    if ("req" in message) return this.#request(connection, message.req, message.id, message);
    return this.#authenticate(connection, message);
  }

  /** Forgets a client that is gone. */
  leave(connection: StreamConnection): void {
    for (const topic of connection.topics) this.#drop(connection, topic);
  }

  #subscribe(
    connection: StreamConnection,
    name: string,
    messageId: Id,
    rank: { interval_ms: number; form: "rows" | "changes"; figures: readonly RankFigure[] },
  ): void {
    const isPrivate = isPrivateTopic(name);
    const topic = isPrivate || name === rankTopic ? undefined : parseTopic(this.#with.source, name);
    if (typeof topic === "string") return this.#refuse(connection, messageId, topic);
    if (isPrivate && !connection.user)
      return this.#refuse(connection, messageId, "auth first", "invalid-auth");
    if (!connection.topics.has(name) && connection.topics.size >= connection.topicLimit) {
      return this.#refuse(
        connection,
        messageId,
        `too many topics, at most ${connection.topicLimit}`,
      );
    }
    const isNew = !connection.topics.has(name);
    connection.topics.add(name);
    connection.reply({ id: messageId, status: "ok", subbed: name, ts: this.#with.clock.now() });
    if (name === rankTopic) {
      const form = rank.form === "rows" ? rank.form : bitsOf(rank.figures);
      this.#with.rank.subscribe(connection, rank.interval_ms, form);
      // Figures that changed since the last frame of another interval would be missed.
      if (isNew || rank.form === "changes")
        connection.send(pushFrame(rankTopic, this.#with.clock.now(), this.#with.rank.wholeText()));
    } else if (topic && isNew) this.#with.channels.subscribe(connection, topic);
  }

  #unsubscribe(connection: StreamConnection, name: string, messageId: Id): void {
    if (!connection.topics.has(name))
      return this.#refuse(connection, messageId, `unsub with not subbed topic ${name}`);
    this.#drop(connection, name);
    connection.reply({ id: messageId, status: "ok", unsubbed: name, ts: this.#with.clock.now() });
  }

  #drop(connection: StreamConnection, name: string): void {
    connection.topics.delete(name);
    if (name === rankTopic) this.#with.rank.unsubscribe(connection);
    else if (!isPrivateTopic(name)) this.#with.channels.unsubscribe(connection, name);
  }

  async #request(
    connection: StreamConnection,
    name: string,
    messageId: Id,
    range: { from?: number | undefined; to?: number | undefined },
  ): Promise<void> {
    if (name === rankTopic) {
      const head = JSON.stringify({
        id: messageId,
        status: "ok",
        rep: name,
        ts: this.#with.clock.now(),
      });
      return connection.send(
        new StreamFrame(`${head.slice(0, -1)},"data":${this.#with.rank.wholeText()}}`),
      );
    }
    const topic = parseTopic(this.#with.source, name);
    if (typeof topic === "string") return this.#refuse(connection, messageId, topic);
    try {
      const data = await this.#read(topic, range, connection.address);
      if (data === undefined)
        return this.#refuse(connection, messageId, "invalid range, at most 300 candles");
      connection.reply({
        id: messageId,
        status: "ok",
        rep: name,
        ts: this.#with.clock.now(),
        data,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refuse(connection, messageId, "market data is out of reach", "service-unavailable");
    }
  }

  async #read(
    topic: StreamTopic,
    { from, to }: { from?: number | undefined; to?: number | undefined },
    caller: string,
  ): Promise<unknown> {
    const { source, channels, clock } = this.#with;
    const { spec, argument } = topic;
    if (topic.kind === "trade")
      return (await source.trades(spec.symbol, reqTrades)).flatMap(
        (trade) => toTradeGroup(trade, spec).data,
      );
    if (topic.kind === "kline" && isPeriod(argument)) {
      const end = to ?? Math.floor(clock.now() / 1000);
      if (from !== undefined && (from > end || bucketsWithin(argument, from, end) > reqCandles))
        return undefined;
      const range: KlineRange = from === undefined ? { size: reqCandles } : { from, to: end };
      return readCandles(source, spec, argument, range, { caller });
    }
    const reader = channels.find(topic)?.reader ?? createTopicReader(source, topic);
    return (await reader.current()) ?? null;
  }

  async #authenticate(
    connection: StreamConnection,
    message: {
      id?: Id;
      nonce: string;
      timestamp: string | number;
      userid: string | number;
      sign: string;
      [deviceSignatureHeader]?: string | undefined;
    },
  ): Promise<void> {
    const fields: Record<string, string> = {
      nonce: message.nonce,
      timestamp: String(message.timestamp),
      userid: String(message.userid),
      sign: message.sign,
    };
    const headers = readSignedHeaders((name) => fields[name]);
    const user = headers
      ? await this.#with.authenticate(headers, connection.address, message[deviceSignatureHeader])
      : null;
    // A client that left meanwhile has been forgotten already.
    if (!connection.isOpen) return;
    if (connection.user && connection.user.id !== user?.id)
      for (const topic of privateTopics) connection.topics.delete(topic);
    this.#with.users.assign(connection, user);
    const ts = this.#with.clock.now();
    connection.reply(
      user
        ? { op: "auth", id: message.id, status: "ok", ts, userid: user.id }
        : {
            op: "auth",
            id: message.id,
            status: "error",
            ts,
            "err-code": "invalid-auth",
            "err-msg": "bad signature or dead session",
          },
    );
  }

  #refuse(connection: StreamConnection, messageId: Id, reason: string, code = "bad-request"): void {
    connection.reply({
      status: "error",
      ts: this.#with.clock.now(),
      id: messageId,
      "err-code": code,
      "err-msg": reason,
    });
  }
}

function isPrivateTopic(name: string): boolean {
  return privateTopics.some((topic) => topic === name);
}

function idOf(value: object): Id {
  const parsed = v.safeParse(v.object({ id }), value);
  return parsed.success ? parsed.output.id : undefined;
}
