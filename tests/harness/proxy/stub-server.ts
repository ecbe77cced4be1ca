import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

/** A request as it came, with the times (ms) at which it had come and was answered. */
export interface StubRequest {
  at: number;
  answeredAt: number;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

/** What an endpoint answers instead of its usual data. */
export interface StubAnswer {
  /** The envelope's status; 0 is success. */
  status?: number;
  data?: unknown;
  /** HTTP status; from 400 on there is no envelope, unless `status` says one. */
  http?: number;
  /** The body as it is, instead of an envelope. */
  text?: string;
  /** Requests it holds for; for ever where left out. */
  times?: number;
  /** Answered when this is done. */
  until?: Promise<unknown>;
}

const mimeTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain",
};

const token = "a-token-of-the-stub";
const ticker = (symbol: string, close: number, vol: number) => ({
  symbol,
  open: close * 0.99,
  high: close * 1.02,
  low: close * 0.98,
  close,
  amount: 1000,
  vol,
  count: 50,
  bid: close - 1,
  bidSize: 1,
  ask: close + 1,
  askSize: 1,
});
const country = (title: string, code: string, status: number, isdefault: number) => ({
  title,
  code,
  iconurl: "/flag.svg",
  isdefault,
  status,
});

/** The user's 26 fields of the specification's section 3. */
const player = {
  token,
  id: 42,
  account: "stranger@example.org",
  cert_info: null,
  create_time: 1_700_000_000,
  devicecode: "",
  info: null,
  invite_code: "ABC123",
  invite_member_count: 0,
  iscert: 0,
  iscontrol: 0,
  last_time: 1_700_000_000,
  lastip: "",
  memo: "",
  pid: 0,
  regip: "",
  status: 0,
  team_member_count: 0,
  total_commission: 0,
  trade_status: 1,
  type: 0,
  wpassword: "",
  wstatus: 1,
  wallet_address: "",
  credit_score: 100,
  certstatus: 0,
};

/**
 * A server written from the specification alone, for an app that nothing else may lean on: only the
 * endpoints of its section 7, only the fields it names, no stream, nothing of our own contract. Every
 * request is recorded; every answer can be replaced.
 */
export class StubServer {
  readonly requests: StubRequest[] = [];
  readonly user = { id: String(player.id), token };
  /** `GET /config.json`; a string goes out as it is, `null` fails. */
  config: unknown = { base: { "/": "" }, base64: false };
  private readonly replaced = new Map<string, StubAnswer>();
  private readonly server: Server;
  private readonly appDir: string;

  private constructor(appDir: string) {
    this.appDir = appDir;
    this.server = createServer(
      (request, response) => void this.handle(request, response).catch(() => response.destroy()),
    );
  }

  static async listen(appDir: string): Promise<StubServer> {
    const stub = new StubServer(appDir);
    await new Promise<void>((resolve) => stub.server.listen(0, "localhost", resolve));
    return stub;
  }

  get address(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Back to the usual answers and an empty record. */
  reset(): void {
    this.requests.length = 0;
    this.replaced.clear();
    this.config = { base: { "/": "" }, base64: false };
  }

  replace(path: string, answer: StubAnswer): void {
    this.replaced.set(path, answer);
  }

  /** Requests of a path, in their order. */
  of(path: string): StubRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  /** Once nobody is connected any more: what a browser sent before it went has come by then. */
  async quiet(): Promise<void> {
    const count = () =>
      new Promise<number>((done, fail) =>
        this.server.getConnections((error, connections) =>
          error ? fail(error) : done(connections),
        ),
      );
    while ((await count()) > 0) await new Promise((done) => setTimeout(done, 10));
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stub");
    const body = await bodyOf(request);
    const record = {
      at: performance.now(),
      answeredAt: Infinity,
      method: request.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
    };
    this.requests.push(record);
    response.on("close", () => (record.answeredAt = performance.now()));
    if (url.pathname === "/config.json") return this.sendConfig(response);
    const replacement = this.take(url.pathname);
    await replacement?.until;
    if (!url.pathname.includes("/api/") && !replacement)
      return this.sendFile(url.pathname, request, response);
    const usual =
      endpoints[`${record.method} ${url.pathname.slice(url.pathname.indexOf("/api/"))}`];
    if (!usual && !replacement)
      return void response.writeHead(404, { "content-type": "text/plain" }).end("no such call");
    if (replacement?.text !== undefined)
      return void response
        .writeHead(replacement.http ?? 200, { "content-type": "application/json" })
        .end(replacement.text);
    if ((replacement?.http ?? 200) >= 400 && replacement?.status === undefined) {
      return void response
        .writeHead(replacement?.http ?? 500, { "content-type": "text/plain" })
        .end("trouble");
    }
    const status = replacement?.status ?? 0;
    const data = replacement && "data" in replacement ? replacement.data : usual?.();
    const json = JSON.stringify({
      status,
      msg: status === 0 ? "ok" : `stub ${status}`,
      data: status === 0 ? data : null,
    });
    // What is encoded is no JSON.
    if (this.isEncoded)
      response
        .writeHead(replacement?.http ?? 200, { "content-type": "text/plain" })
        .end(`0f1e2d3${Buffer.from(json).toString("base64")}`);
    else
      response
        .writeHead(replacement?.http ?? 200, { "content-type": "application/json" })
        .end(json);
  }

  private get isEncoded(): boolean {
    return (
      typeof this.config === "object" &&
      this.config !== null &&
      "base64" in this.config &&
      this.config.base64 === true
    );
  }

  private take(path: string): StubAnswer | undefined {
    const answer = this.replaced.get(path);
    if (answer?.times !== undefined && --answer.times <= 0) this.replaced.delete(path);
    return answer;
  }

  private sendConfig(response: ServerResponse): void {
    if (this.config === null) response.writeHead(500).end();
    else
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(typeof this.config === "string" ? this.config : JSON.stringify(this.config));
  }

  /** A file of the build, or for any other page the app's first one, as a plain host does it. */
  private async sendFile(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const isPage = request.headers.accept?.includes("text/html") ?? false;
    for (const name of isPage ? [`${path}/index.html`, "/index.html"] : [path]) {
      const bytes = await readFile(join(this.appDir, name)).catch(() => undefined);
      if (bytes)
        return void response
          .writeHead(200, {
            "content-type": mimeTypes[extname(name)] ?? "application/octet-stream",
          })
          .end(bytes);
    }
    response.writeHead(404).end();
  }
}

/** The specification's table of calls with the least that it lets a server say; an answer it does not describe is empty. */
const endpoints: Readonly<Record<string, () => unknown>> = {
  "GET /api/auth/platBase": () => ({ platformbase: {}, secondContractConf: [] }),
  "GET /api/auth/getRechargeCurrencyChannelConf": () => ({}),
  "GET /api/auth/banner": () => [],
  "POST /api/auth/view": () => ({
    onlineService: { list: JSON.stringify([{ name: "Help desk", url: "https://help.example/" }]) },
  }),
  "GET /api/auth/language": () => [
    country("FR", "fr_FR", 1, 0),
    country("TW", "zh_TW", 0, 0),
    country("US", "en_US", 1, 1),
    country("CN", "zh_CN", 1, 0),
  ],
  "GET /api/auth/getCurrencyConf": () => ({ BTC: {}, ETH: {}, USDT: {} }),
  "POST /api/auth/reg": () => null,
  "POST /api/auth/login": () => ({ token, player, certstatus: 0 }),
  "GET /api/account/userInfo": () => ({ player, certstatus: 0 }),
  "POST /api/account/cert": () => null,
  "POST /api/account/setPass": () => null,
  "GET /api/wallet/getWalletBalance": () => ({
    balances: [
      { flag: "USDT", balance: 1234.5 },
      { flag: "BTC", balance: 0.25 },
    ],
  }),
  "GET /api/wallet/payOrder": () => [],
  "GET /api/wallet/withdrawalOrder": () => [],
  "GET /api/wallet/tradeRecord": () => [],
  "POST /api/wallet/recharge": () => null,
  "POST /api/wallet/setWpass": () => null,
  "GET /api/wallet/getRechargeCurrency": () => [],
  "GET /api/wallet/getWithdrawalCurrency": () => [],
  "POST /api/wallet/withdrawal": () => null,
  "POST /api/wallet/setBanks": () => null,
  "GET /api/wallet/getBanks": () => [],
  "POST /api/wallet/withdrawalWithBank": () => null,
  "GET /api/htx/getMergedTickerRank": () => [
    ticker("btcusdt", 60_000, 9e9),
    ticker("ethusdt", 3000, 5e9),
  ],
  "GET /api/htx/getCollect": () => ["ethusdt"],
  "POST /api/htx/setCollect": () => null,
  "GET /api/htx/getMergedTicker": () => [ticker("btcusdt", 60_000, 9e9)],
  "GET /api/htx/getKline": () => [
    {
      id: 1_700_000_000,
      open: 59_000,
      close: 60_000,
      low: 58_000,
      high: 61_000,
      amount: 10,
      vol: 600_000,
      count: 5,
    },
  ],
  "POST /api/picture/files": () => null,
};

/** The specification's signature, computed by other means than the app's. */
export function specSignature(
  nonce: string,
  timestamp: string,
  user: { id: string; token: string },
): string {
  return createHash("md5")
    .update(nonce + timestamp + user.id + user.token)
    .digest("hex")
    .toUpperCase();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  request.setEncoding("utf8");
  for await (const chunk of request) text += chunk as string;
  return text;
}
