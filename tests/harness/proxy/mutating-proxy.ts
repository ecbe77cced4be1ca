import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer, type RawData } from "ws";
import { spoil, type Fault } from "./mutator.ts";

/** Name of the stream among the answers. */
export const streamName = "stream";

/** A proxy of the venue with an origin of its own, which damages the answers named in `plan`. */
export class MutatingProxy {
  /** Faults by the answer's path; those of the stream's frames by {@link streamName}. */
  plan: ReadonlyMap<string, readonly Fault[]> = new Map();
  /** Paths of JSON answers to reads and to writes so far. */
  readonly seen = { reads: new Set<string>(), writes: new Set<string>() };
  /** Number of damaged answers and frames. */
  damaged = 0;
  /** Requests without an answer yet. */
  pending = 0;
  /** When the last answer of a call went out, ms of `performance.now()`. */
  answeredAt = 0;
  private readonly venue: URL;
  private readonly server: Server;
  private readonly streams = new WebSocketServer({ noServer: true, maxPayload: 1 << 22 });
  private readonly agent = new Agent({ keepAlive: true });

  private constructor(venue: string) {
    this.venue = new URL(venue);
    this.server = createServer((request, response) => this.answer(request, response));
    this.server.on("upgrade", (request, socket, head) => this.join(request, socket, head));
  }

  static async listen(venue: string): Promise<MutatingProxy> {
    const proxy = new MutatingProxy(venue);
    await new Promise<void>((done) => proxy.server.listen(0, "localhost", done));
    return proxy;
  }

  get address(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const client of this.streams.clients) client.terminate();
    this.server.closeAllConnections();
    this.server.close();
    this.agent.destroy();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const isAnswer = /^\/(api|icons)\/|\.json$/.test(path);
    if (isAnswer) this.pending += 1;
    const done = () => {
      if (!isAnswer) return;
      this.pending -= 1;
      this.answeredAt = performance.now();
    };
    const outgoing = forward(
      new URL(request.url ?? "/", this.venue),
      { method: request.method, agent: this.agent, headers: this.headersOf(request, isAnswer) },
      (answer) => {
        const faults = this.plan.get(path);
        if (isAnswer && answer.headers["content-type"]?.includes("json"))
          this.seen[request.method === "POST" ? "writes" : "reads"].add(path);
        if (!isAnswer || !faults) {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response).on("close", done);
          return;
        }
        void textOf(answer).then((text) => {
          const body = spoil(text, faults);
          this.damaged += 1;
          const {
            "content-length": _length,
            "transfer-encoding": _encoding,
            ...headers
          } = answer.headers;
          response.writeHead(answer.statusCode ?? 502, {
            ...headers,
            "content-type": body.contentType,
            "cache-control": "no-store",
          });
          response.end(body.text, done);
        });
      },
    );
    outgoing.on("error", () => {
      response.destroy();
      done();
    });
    request.pipe(outgoing);
  }

  /** The headers as from the venue's own origin; answers that may be damaged are requested uncompressed and complete. */
  private headersOf(request: IncomingMessage, isAnswer: boolean): OutgoingHttpHeaders {
    const { "if-none-match": _tag, "if-modified-since": _since, ...rest } = request.headers;
    const headers: OutgoingHttpHeaders = {
      ...(isAnswer ? { ...rest, "accept-encoding": "identity" } : request.headers),
      host: this.venue.host,
    };
    if (headers.origin !== undefined) headers.origin = this.venue.origin;
    return headers;
  }

  private join(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.streams.handleUpgrade(request, socket, head, (client) => {
      const venue = new WebSocket(
        new URL(request.url ?? "/", this.venue.href.replace("http", "ws")),
        { origin: this.venue.origin },
      );
      const waiting: string[] = [];
      client.on("message", (data) => {
        if (venue.readyState === WebSocket.OPEN) venue.send(frameText(data));
        else waiting.push(frameText(data));
      });
      venue.on("open", () => waiting.forEach((text) => venue.send(text)));
      venue.on(
        "message",
        (data) =>
          client.readyState === WebSocket.OPEN && client.send(this.damagedFrame(frameText(data))),
      );
      venue.on("close", () => client.close());
      venue.on("error", () => client.close());
      client.on("close", () => venue.close());
    });
  }

  private damagedFrame(text: string): string {
    const faults = this.plan.get(streamName);
    if (!faults || text.startsWith('{"ping"')) return text;
    this.damaged += 1;
    return spoil(text, faults).text;
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  answer.setEncoding("utf8");
  for await (const chunk of answer) text += chunk as string;
  return text;
}

function frameText(data: RawData): string {
  return Buffer.isBuffer(data)
    ? data.toString("utf8")
    : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]).toString("utf8");
}
