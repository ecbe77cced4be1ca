import {
  Agent,
  createServer,
  request as forward,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** How one exchange is torn. A part is a share of the bytes, from 0 (none) to 1 (all). */
export type Tear =
  /** Of the request this part reaches the venue, then both sides lose the line. */
  | { what: "request"; part: number }
  /** The whole request reaches the venue, after the page has lost the line. */
  | { what: "late"; afterMs: number }
  /** The whole request waits on the line until `deliver`, and so does the page. */
  | { what: "held" }
  /** The venue has answered; of that, this part reaches the page before the line is lost, or hangs. */
  | { what: "answer"; part: number; end: "reset" | "hang" }
  /** The venue has answered, or was never asked; the page gets this instead. */
  | { what: "instead"; answer: Foreign; unasked?: true };

/** Answers of something between the device and the venue: a gateway's error; a portal's page, a redirect to another host, or JSON of its own. */
export type Foreign = "502" | "captive" | "moved" | "json";

/** What a portal's answers have in them, and nothing of ours. */
export const portalWords = "Hotel Paradiso";
const portalPage = `<!doctype html><title>${portalWords}</title><h1>Welcome to ${portalWords}</h1><p>Log in to the hotel's network</p><a href="/let-me-in.html">Connect</a>`;

/** A line to the venue that tears exchanges of the paths of its plan, at any byte. */
export class TearingProxy {
  /** The paths of which requests (writes, unless said otherwise) are torn, and how; the next `times` of them. */
  plan:
    | { paths: ReadonlySet<string>; method?: "GET" | "POST"; tear: Tear; times: number }
    | undefined;
  /** A network that answers everything itself until somebody has logged in to it. */
  portal: Foreign | undefined;
  /** Called with each request that comes, before anything is done with it. */
  onRequest: (method: string, path: string) => void = () => {};
  /** Questions of these paths find no line. */
  mute: ReadonlySet<string> = new Set();
  /** Bodies that came for the paths of the plan, whatever became of them. */
  readonly came: string[] = [];
  /** Exchanges torn so far. */
  tears = 0;
  /** Requests that have reached the venue late, and were answered. */
  late = 0;
  private readonly venue: URL;
  private readonly server: Server;
  // A line that is kept may be closed by the venue just when it is used again.
  private readonly agent = new Agent({ keepAlive: false });
  private readonly hanging = new Set<Duplex>();
  private readonly held: (() => void)[] = [];
  private readonly tunnels = new Set<Duplex>();
  private readonly timers = new Set<NodeJS.Timeout>();

  private constructor(venue: string) {
    this.venue = new URL(venue);
    this.server = createServer(
      (request, response) => void this.handle(request, response).catch(() => response.destroy()),
    );
    this.server.on("upgrade", (request, socket, head) => this.tunnel(request, socket, head));
  }

  static async listen(venue: string): Promise<TearingProxy> {
    const proxy = new TearingProxy(venue);
    await new Promise<void>((done) => proxy.server.listen(0, "localhost", done));
    return proxy;
  }

  get address(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Another origin that leads here. */
  private get otherName(): string {
    const { address, family, port } = this.server.address() as AddressInfo;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    for (const socket of this.hanging) socket.destroy();
    this.server.closeAllConnections();
    this.server.close();
    this.agent.destroy();
  }

  /** Ends what hangs, as a line does that is given up. */
  letGo(): void {
    for (const socket of this.hanging) socket.destroy();
    this.hanging.clear();
  }

  /** Passes on what was held, and its answer. */
  deliver(): void {
    for (const pass of this.held.splice(0)) pass();
  }

  /** Ends every line that is open, streams too, as a change of networks does. */
  drop(): void {
    for (const socket of this.tunnels) socket.destroy();
    this.server.closeAllConnections();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const { plan } = this;
    this.onRequest(request.method ?? "", path);
    if (path === "/let-me-in.html") {
      this.portal = undefined;
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<title>${portalWords}</title><p>You are connected.`);
    }
    if (this.portal) return this.answerForeign(this.portal, path, response);
    if (this.mute.has(path)) return reset(request.socket);
    if (request.method !== (plan?.method ?? "POST") || !plan?.paths.has(path))
      return this.pass(request, response);
    const body = await bytesOf(request);
    this.came.push(body.toString());
    if (plan.times <= 0) {
      return void this.relay(request, response).end(body);
    }
    plan.times -= 1;
    await this.tear(plan.tear, request, body, response);
    this.tears += 1;
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const outgoing = this.relay(request, response);
    response.on("close", () => outgoing.destroy());
    request.pipe(outgoing);
  }

  private relay(request: IncomingMessage, response: ServerResponse): ClientRequest {
    const outgoing = this.open(request, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    return outgoing.on("error", () => response.destroy());
  }

  private async tear(
    tear: Tear,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const page = response.socket;
    if (!page) return;
    switch (tear.what) {
      case "request": {
        if (tear.part > 0)
          await this.sendPart(request, body.subarray(0, Math.floor(body.length * tear.part)));
        reset(page);
        return;
      }
      case "late": {
        reset(page);
        const timer = setTimeout(() => {
          this.timers.delete(timer);
          this.open(request, (answer) => answer.resume().on("end", () => (this.late += 1)))
            .on("error", () => {})
            .end(body);
        }, tear.afterMs);
        this.timers.add(timer);
        return;
      }
      case "held":
        this.held.push(() => void this.relay(request, response).end(body));
        return;
      case "answer": {
        const bytes = await this.answerOf(request, body);
        const part = bytes.subarray(
          0,
          Math.min(bytes.length - 1, Math.floor(bytes.length * tear.part)),
        );
        if (part.length > 0) await new Promise<void>((done) => page.write(part, () => done()));
        if (tear.end === "hang") this.hanging.add(page);
        else reset(page);
        return;
      }
      case "instead": {
        if (!tear.unasked) await this.answerOf(request, body);
        this.answerForeign(tear.answer, "", response);
      }
    }
  }

  private answerForeign(answer: Foreign, path: string, response: ServerResponse): void {
    if (answer === "502")
      response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    else if (answer === "json")
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ portal: portalWords, id: 1, status: "login" }));
    // The other host is this server by another name.
    else if (answer === "moved" && path !== "/portal")
      response.writeHead(302, { location: `${this.otherName}/portal` }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end(portalPage);
  }

  /** What the venue answers, as it would stand on the line. */
  private async answerOf(request: IncomingMessage, body: Buffer): Promise<Buffer> {
    const answer = await new Promise<IncomingMessage>((done, failed) =>
      this.open(request, done).on("error", failed).end(body),
    );
    const bytes = await bytesOf(answer);
    const {
      "transfer-encoding": _encoding,
      "content-length": _length,
      ...headers
    } = answer.headers;
    const lines = Object.entries({ ...headers, "content-length": String(bytes.length) }).map(
      ([name, value]) => `${name}: ${String(value)}\r\n`,
    );
    return Buffer.concat([
      Buffer.from(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${lines.join("")}\r\n`),
      bytes,
    ]);
  }

  /** Sends a request of which the rest never comes. */
  private sendPart(request: IncomingMessage, part: Buffer): Promise<void> {
    return new Promise((done) => {
      const socket = connect(Number(this.venue.port), this.venue.hostname, () => {
        socket.write(Buffer.concat([Buffer.from(headOf(request)), part]), () =>
          setTimeout(() => reset(socket), 20),
        );
      });
      socket.on("error", () => {});
      socket.on("close", () => done());
    });
  }

  private open(
    request: IncomingMessage,
    onAnswer: (answer: IncomingMessage) => void,
  ): ClientRequest {
    return forward(
      new URL(request.url ?? "/", this.venue),
      { method: request.method, headers: request.headers, agent: this.agent },
      onAnswer,
    );
  }

  private tunnel(request: IncomingMessage, page: Duplex, head: Buffer): void {
    if (this.portal) return void page.destroy();
    this.tunnels.add(page);
    page.on("close", () => this.tunnels.delete(page));
    const venue = connect(Number(this.venue.port), this.venue.hostname, () => {
      venue.write(Buffer.concat([Buffer.from(headOf(request)), head]));
      venue.pipe(page).pipe(venue);
    });
    for (const [one, other] of [
      [page, venue],
      [venue, page],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  }
}

/**
 * Breaks a connection off. One that is ending already is destroyed: Node (24.21) never closes the handle of one that
 * is reset amid its end, and a worker thread that has such a one does not terminate.
 */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}\r\n`] : [],
  );
  return `${method} ${url} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
