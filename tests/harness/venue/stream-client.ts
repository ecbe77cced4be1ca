import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { WebSocket } from "ws";
import type { Stream } from "../../../venue/market/stream/stream.ts";

export type Message = Record<string, unknown>;

/** A client that keeps what it heard until a test asks for it. */
export class StreamClient {
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  /** True where every frame so far was binary gzip. */
  isGzip = true;
  private readonly heard: Message[] = [];
  private readonly waiting: {
    wants: (message: Message) => boolean;
    take: (message: Message) => void;
  }[] = [];

  constructor(address: string) {
    this.socket = new WebSocket(address);
    this.closed = new Promise((resolve) => this.socket.once("close", resolve));
    this.socket.on("error", () => undefined);
    this.socket.on("message", (data: Buffer, isBinary) => {
      this.isGzip &&= isBinary;
      this.hear(JSON.parse((isBinary ? gunzipSync(data) : data).toString()) as Message);
    });
  }

  async open(): Promise<this> {
    if (this.socket.readyState !== WebSocket.OPEN)
      await new Promise((resolve, reject) =>
        this.socket.once("open", resolve).once("error", reject),
      );
    return this;
  }

  say(message: unknown): void {
    this.socket.send(
      typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message),
    );
  }

  /** The first message not yet taken that is wanted, now or when it comes. */
  next(wants: (message: Message) => boolean): Promise<Message> {
    const at = this.heard.findIndex(wants);
    const [found] = at < 0 ? [] : this.heard.splice(at, 1);
    return found
      ? Promise.resolve(found)
      : new Promise((take) => this.waiting.push({ wants, take }));
  }

  /** The next push of a topic. */
  push(topic: string): Promise<Message> {
    return this.next((message) => message["ch"] === topic);
  }

  /** Says something with an id and waits for the answer to it. */
  answer(message: Message): Promise<Message> {
    this.say(message);
    return this.next((heard) => heard["id"] === message["id"]);
  }

  /** What came before the answer to a ping, and was not taken. */
  async drain(): Promise<Message[]> {
    this.say({ ping: 1 });
    await this.next((message) => message["pong"] === 1);
    return this.heard.splice(0);
  }

  private hear(message: Message): void {
    const at = this.waiting.findIndex(({ wants }) => wants(message));
    const [waiter] = at < 0 ? [] : this.waiting.splice(at, 1);
    if (waiter) waiter.take(message);
    else this.heard.push(message);
  }
}

/** A server on a free port of this machine with the stream behind it. */
export async function serveStream(stream: Stream): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.on("upgrade", (request, socket, head) => {
    if (!stream.upgrade(request, socket, head, "127.0.0.1")) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
