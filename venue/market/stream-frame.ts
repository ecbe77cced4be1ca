import { gzipSync } from "node:zlib";

/** One message, serialised once for all sockets it goes to; the gzip form is made for the first that wants it. */
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
