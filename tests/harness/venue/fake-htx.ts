import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { gzipSync } from "node:zlib";
import { type WebSocket, WebSocketServer } from "ws";

type Json = Record<string, unknown>;

const symbol = (base: string, quote: string, more: Json = {}) => ({
  "base-currency": base,
  "quote-currency": quote,
  "price-precision": 2,
  "amount-precision": 6,
  "symbol-partition": "main",
  symbol: base + quote,
  state: "online",
  "value-precision": 8,
  "min-order-amt": 0.0001,
  "max-order-amt": 1000,
  "min-order-value": 5,
  "limit-order-min-order-amt": 0.0001,
  "limit-order-max-order-amt": 1000,
  "sell-market-min-order-amt": 0.0001,
  "sell-market-max-order-amt": 100,
  "buy-market-max-order-value": 1000000,
  "max-order-value": 2000000,
  "leverage-ratio": 5,
  "api-trading": "enabled",
  ...more,
});

const ticker = (name: string, vol: number) => ({
  symbol: name,
  open: 9000,
  high: 9200,
  low: 8900,
  close: 9100,
  amount: 10,
  vol,
  count: 5,
  bid: 9099,
  bidSize: 1,
  ask: 9101,
  askSize: 1,
});

/** Bodies in the shapes of HTX's published samples (rules.md, 2). */
const bodies: Record<string, (query: URLSearchParams) => Json> = {
  "/v1/common/symbols": () => ({
    status: "ok",
    data: [
      symbol("btc", "usdt"),
      symbol("eth", "usdt"),
      symbol("doge", "usdt", {
        "price-precision": 6,
        "amount-precision": 2,
        "symbol-partition": "innovation",
        "limit-order-min-order-amt": 1,
      }),
      symbol("btc", "usdc"),
      symbol("off", "usdt", { state: "offline" }),
      symbol("idle", "usdt"),
    ],
  }),
  "/market/tickers": () => ({
    status: "ok",
    ts: 1,
    data: [
      ticker("btcusdt", 2.3822168242201668e8),
      ticker("ethusdt", 3e7),
      ticker("dogeusdt", 4e6),
      ticker("btcusdc", 9e9),
      ticker("offusdt", 9e9),
      ticker("idleusdt", 0),
    ],
  }),
  "/market/detail/merged": (query) => ({
    status: "ok",
    ch: `market.${query.get("symbol")}.detail.merged`,
    ts: 1583494336669,
    tick: {
      amount: 26228.672978342216,
      open: 9078.95,
      close: 9146.86,
      high: 9155.41,
      id: 209988544334,
      count: 265846,
      low: 8988,
      version: 209988544334,
      ask: [9146.87, 0.156134],
      vol: 2.3822168242201668e8,
      bid: [9146.86, 0.080758],
    },
  }),
  "/market/history/kline": () => ({
    status: "ok",
    ch: "market.btcusdt.kline.1min",
    ts: 1,
    data: [],
  }),
  "/market/history/candles": () => ({ status: "ok", data: [] }),
  "/market/history/trade": () => ({
    status: "ok",
    ch: "market.btcusdt.trade.detail",
    ts: 1,
    data: [
      {
        id: 31618787514,
        ts: 1544390317905,
        data: [
          {
            id: 316187875142011,
            "trade-id": 102523573486,
            ts: 1544390317905,
            amount: 9,
            price: 0.1499,
            direction: "buy",
          },
          {
            id: 316187875142012,
            "trade-id": 102523573487,
            ts: 1544390317905,
            amount: 2,
            price: 0.15,
            direction: "sell",
          },
        ],
      },
    ],
  }),
  "/linear-swap-api/v1/swap_contract_info": () => ({
    status: "ok",
    ts: 1,
    data: [
      {
        symbol: "BTC",
        contract_code: "BTC-USDT",
        contract_size: 0.001,
        price_tick: 0.1,
        settlement_date: "1",
        create_date: "20201021",
        contract_status: 1,
        support_margin_mode: "all",
      },
      {
        symbol: "ETH",
        contract_code: "ETH-USDT",
        contract_size: 0.01,
        price_tick: 0.01,
        contract_status: 3,
      },
    ],
  }),
  "/linear-swap-api/v1/swap_index": () => ({
    status: "ok",
    data: [{ index_price: 9147.123, index_ts: 1, contract_code: "BTC-USDT" }],
    ts: 1,
  }),
  "/v5/market/funding_rate": () => ({
    code: 200,
    message: "Success",
    data: [
      {
        contract_code: "BTC-USDT",
        funding_rate: "0.000083024939363172",
        funding_time: "1781251200000",
        next_funding_time: "1781280000000",
        min_funding_rate: "-0.003750000000000000",
        max_funding_rate: "0.003750000000000000",
      },
    ],
    ts: 1781235318758,
  }),
  "/v5/market/funding_rate_history": () => ({
    code: 200,
    message: "Success",
    data: Array.from({ length: 5 }, (_, n) => ({
      id: String(5 - n),
      contract_code: "BTC-USDT",
      funding_rate: `0.000${5 - n}`,
      funding_time: String(1_603_296_000_000 - n * 28_800_000),
    })),
    ts: 1781254621720,
  }),
  "/linear-swap-api/v1/swap_funding_rate": () => ({
    status: "ok",
    data: {
      estimated_rate: null,
      funding_rate: "0.000100000000000000",
      contract_code: "BTC-USDT",
      symbol: "BTC",
      fee_asset: "USDT",
      funding_time: "1603699200000",
      next_funding_time: null,
    },
    ts: 1,
  }),
  "/linear-swap-api/v1/swap_historical_funding_rate": (query) => ({
    status: "ok",
    data: {
      total_page: 13,
      current_page: Number(query.get("page_index")),
      total_size: 25,
      data: [
        {
          avg_premium_index: "-0.000208",
          funding_rate: "0.000100000000000000",
          realized_rate: "0.000090000000000000",
          funding_time: "1603670400000",
          contract_code: "BTC-USDT",
          symbol: "BTC",
          fee_asset: "USDT",
        },
      ],
    },
    ts: 1,
  }),
};

/** HTX's public REST and stream on a free port of this machine, moved by hand. */
export class FakeHtx {
  readonly subscribed: string[] = [];
  readonly pongs: unknown[] = [];
  /** Path and query of each REST request. */
  readonly requests: string[] = [];
  /** Answers other than the usual ones, by path; a string goes out as it is. */
  readonly answers = new Map<string, (query: URLSearchParams) => Json | string>();
  isDown = false;
  /** What every REST request is refused with. */
  refusal: { status: number; headers?: Record<string, string> } | null = null;
  /** Connections are taken and never answered. */
  hangsHandshakes = false;
  /** Subscriptions are neither confirmed nor refused. */
  ignoresSubs = false;
  /** Called for each connection to the stream. */
  onAccept: (socket: WebSocket) => void = () => undefined;
  /** Connections to the stream that were tried. */
  upgrades = 0;
  sockets = new Set<WebSocket>();
  private readonly server: Server;
  private readonly stream = new WebSocketServer({ noServer: true });
  private readonly raw = new Map<WebSocket, Duplex>();
  private readonly hanging = new Set<Duplex>();
  private readonly unanswered = new Map<WebSocket, number>();

  private constructor() {
    this.server = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://htx");
      this.requests.push(url.pathname + url.search);
      const answer = (this.answers.get(url.pathname) ?? bodies[url.pathname])?.(url.searchParams);
      if (this.refusal)
        response.writeHead(this.refusal.status, this.refusal.headers).end("<html>refused</html>");
      else if (this.isDown || answer === undefined) response.writeHead(503).end();
      else
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(typeof answer === "string" ? answer : JSON.stringify(answer));
    });
    this.server.on("upgrade", (request: IncomingMessage, socket, head) => {
      this.upgrades++;
      if (this.isDown) socket.destroy();
      else if (this.hangsHandshakes) this.hang(socket);
      else
        this.stream.handleUpgrade(request, socket, head, (webSocket) =>
          this.accept(webSocket, socket),
        );
    });
  }

  static async listen(): Promise<FakeHtx> {
    const fake = new FakeHtx();
    await new Promise<void>((resolve) => fake.server.listen(0, "127.0.0.1", resolve));
    return fake;
  }

  get hosts() {
    const { port } = this.server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    return { spot: [origin], contracts: [origin], stream: `ws://127.0.0.1:${port}/ws` };
  }

  /** Pushes a tick of a topic to all connected clients. */
  push(ch: string, ts: number, tick: unknown): void {
    this.send({ ch, ts, tick });
  }

  send(message: unknown): void {
    this.sendRaw(gzipSync(typeof message === "string" ? message : JSON.stringify(message)));
  }

  sendRaw(bytes: Buffer | string): void {
    for (const socket of this.sockets) socket.send(bytes);
  }

  /** As HTX does every 5 s: pings all clients, and closes those that left two pings unanswered. */
  ping(value: number): void {
    for (const socket of this.sockets) {
      const unanswered = this.unanswered.get(socket) ?? 0;
      this.unanswered.set(socket, unanswered + 1);
      if (unanswered >= 2) socket.close(1003, "ping unanswered");
      else socket.send(gzipSync(JSON.stringify({ ping: value })));
    }
  }

  /** The head of a frame and a part of its body, then the line is cut. */
  sendHalf(message: unknown): void {
    const body = gzipSync(JSON.stringify(message));
    for (const line of this.raw.values()) {
      line.write(
        Buffer.concat([
          Buffer.from([0x82, 126, body.length >> 8, body.length & 255]),
          body.subarray(0, body.length >> 1),
        ]),
      );
      line.end();
    }
  }

  dropAll(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  close(): void {
    this.dropAll();
    for (const line of this.hanging) line.destroy();
    this.server.close();
    this.server.closeAllConnections();
  }

  /** How many connections wait for an answer to their handshake. */
  get hangingCount(): number {
    return this.hanging.size;
  }

  private hang(line: Duplex): void {
    this.hanging.add(line);
    line.on("error", () => undefined);
    line.on("end", () => line.destroy());
    line.on("close", () => this.hanging.delete(line));
    line.resume();
  }

  private accept(socket: WebSocket, line: Duplex): void {
    this.sockets.add(socket);
    this.raw.set(socket, line);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.sockets.delete(socket);
      this.raw.delete(socket);
      this.unanswered.delete(socket);
    });
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { sub?: string; id?: string; pong?: unknown };
      if (message.pong !== undefined) {
        this.pongs.push(message.pong);
        this.unanswered.set(socket, 0);
      }
      if (message.sub === undefined) return;
      this.subscribed.push(message.sub);
      if (this.ignoresSubs) return;
      socket.send(
        gzipSync(JSON.stringify({ id: message.id, status: "ok", subbed: message.sub, ts: 1 })),
      );
    });
    this.onAccept(socket);
  }
}
