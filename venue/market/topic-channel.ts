import type { StreamConnection } from "./stream-connection.ts";
import { pushFrame, type StreamFrame } from "./stream-frame.ts";
import type { StreamTopic } from "./stream-topic.ts";
import type { TopicReader } from "./topic-reader.ts";

/** All who listen to one topic; each change is read and serialised once for them together. */
export class TopicChannel {
  readonly subscribers = new Set<StreamConnection>();
  readonly topic: StreamTopic;
  readonly reader: TopicReader;
  readonly #now: () => number;
  #last = "";
  #isReading = false;
  #waitingTs: number | undefined;

  constructor(topic: StreamTopic, reader: TopicReader, now: () => number) {
    this.topic = topic;
    this.reader = reader;
    this.#now = now;
  }

  /** The state as a push for one who just subscribed; undefined where there is none to tell. */
  async greeting(): Promise<StreamFrame | undefined> {
    const state = await this.reader.current();
    return state === undefined
      ? undefined
      : pushFrame(this.topic.name, this.#now(), JSON.stringify(state));
  }

  /** Pushes what changed. Ticks that come while one is being read are taken together after it. */
  async take(ts: number): Promise<void> {
    this.#waitingTs = ts;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#waitingTs !== undefined) {
        const readTs: number = this.#waitingTs;
        this.#waitingTs = undefined;
        for (const tick of await this.reader.next(readTs)) this.#push(JSON.stringify(tick));
      }
    } finally {
      this.#isReading = false;
    }
  }

  #push(tick: string): void {
    if (tick === this.#last) return;
    this.#last = tick;
    const frame = pushFrame(this.topic.name, this.#now(), tick);
    for (const subscriber of this.subscribers) subscriber.send(frame);
  }
}
