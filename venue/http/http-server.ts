import { createAdaptorServer } from "@hono/node-server";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIP, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { marketEndpoints } from "#protocol/api/market.ts";
import { uploadEndpoints } from "#protocol/api/upload.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { errorMessages } from "#protocol/wire/error-messages.ts";
import { plainAddress } from "../lib/address-group.ts";
import type { Clock } from "../lib/clock.ts";
import type { Settings } from "../settings/settings.ts";
import type { Log } from "../store/store.ts";
import { corsHeaders } from "./origin.ts";
import { ForwardedWatch } from "./forwarded-watch.ts";
import { type LoadShedder, shedWaitSec } from "./load-shedder.ts";
import { fullWaitSec, SocketCaps } from "./socket-caps.ts";

interface HttpServerOptions {
  settings: Settings;
  /** Without them nothing is said of a proxy that is not trusted. */
  log?: Log;
  clock?: Clock;
  /** Without it every read is answered, however late. */
  shedder?: LoadShedder;
  fetch: (request: Request, client: { ip: string }) => Promise<Response>;
  /**
   * Takes over a socket that asks for another protocol; false where its path is none of a stream.
   */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, address: string) => boolean;
}

export interface HttpServer {
  /** Resolves with the port once it listens; rejects where it cannot. */
  listen(): Promise<number>;
  /** Open connections, without the streams. */
  connections(): number;
  /** Takes no more connections, lets answers finish for up to `graceMs`, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/** The port: its timeouts and its caps hold whatever slow or greedy peers do. */
export function createHttpServer({
  settings,
  log = () => undefined,
  clock = { now: () => 0 },
  shedder,
  fetch,
  upgrade,
}: HttpServerOptions): HttpServer {
  const { limits, trustedProxies } = settings;
  const caps = new SocketCaps(limits, trustedProxies);
  const forwardedWatch = new ForwardedWatch(log, clock);
  const addressOf = (request: IncomingMessage): string => {
    const header = request.headers["x-forwarded-for"];
    const forwarded = Array.isArray(header) ? header.join(",") : (header ?? null);
    const peer = request.socket.remoteAddress ?? "";
    const client = clientAddress(peer, forwarded, trustedProxies);
    if (forwarded !== null && !trustedProxies.includes(plainAddress(peer)))
      forwardedWatch.take(client, forwarded);
    return client;
  };
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const incoming =
        "incoming" in env && "connection" in env.incoming
          ? (env.incoming as IncomingMessage)
          : undefined;
      if (incoming && hasManyHosts(incoming))
        return new Response("Bad request\n", { status: 400, headers: { Connection: "close" } });
      if (incoming && caps.isSurplus(incoming.socket)) return laterAnswer(request, settings, full);
      if (incoming && shedder && isSheddable(incoming) && shedder.turnsAway(isSigned(incoming)))
        return laterAnswer(request, settings, shed);
      return fetch(request, { ip: incoming ? addressOf(incoming) : "" });
    },
    serverOptions: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: Math.max(limits.requestTimeoutMs, limits.uploadTimeoutMs),
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: 16_384,
    },
  }) as Server;
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== uploadEndpoints.pictureFiles.path)
      cutAfter(limits.requestTimeoutMs, request, response);
  });
  caps.watch(server);
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const isTaken = !hasManyHosts(request) && upgrade(request, socket, head, addressOf(request));
    if (isTaken && socket instanceof Socket) caps.release(socket);
    // Node leaves an upgraded socket half open: nobody else would end it.
    if (!isTaken)
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () =>
        socket.destroy(),
      );
  });

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(settings.port, settings.host, () => {
          server.off("error", reject);
          const address = server.address();
          resolve(typeof address === "object" && address !== null ? address.port : settings.port);
        });
      }),
    connections: () => caps.connections,
    close: (graceMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/**
 * Node has one timeout for all bodies; a body that is no picture gets a shorter one, with the
 * answer that Node gives.
 */
function cutAfter(ms: number, request: IncomingMessage, response: ServerResponse): void {
  const hasBody =
    Number(request.headers["content-length"] ?? 0) > 0 ||
    request.headers["transfer-encoding"] !== undefined;
  if (!hasBody) return;
  const cut = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent)
      request.socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    request.socket.destroy();
  }, ms);
  request.once("close", () => clearTimeout(cut));
}

/**
 * Node silently takes the first of two `Host` headers; a proxy before us may have taken the other
 * (RFC 9112, 3.2).
 */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1;
}

/** What a running app needs to go on at all is small, and answered under any load. */
const vital: readonly string[] = [
  marketEndpoints.timestamp.path,
  `${marketEndpoints.status.path}?brief=1`,
];

function isSheddable({ method, url = "" }: IncomingMessage): boolean {
  return method === "GET" && url.startsWith("/api/") && !vital.includes(url);
}

/** Whether somebody says that they are logged in, which is not judged here: that costs more than most reads. */
const isSigned = ({ headers }: IncomingMessage) => headers["sign"] !== undefined;

const full = { waitSec: fullWaitSec, text: "Too many connections\n", closes: true };
const shed = { waitSec: shedWaitSec, text: "Too much to do\n", closes: false };

/** When to try again, in words that the app understands. */
function laterAnswer(
  request: Request,
  settings: Settings,
  { waitSec, text, closes }: typeof full,
): Response {
  const isCall = new URL(request.url).pathname.startsWith("/api/");
  const envelope = {
    status: codes.busy,
    msg: errorMessages[codes.busy],
    data: { wait: waitSec },
  };
  return new Response(isCall ? JSON.stringify(envelope) : text, {
    status: 503,
    headers: {
      ...(isCall && corsHeaders(request, settings)),
      "Retry-After": String(waitSec),
      ...(closes && { Connection: "close" }),
      "Cache-Control": "no-store",
      "Content-Type": isCall ? "application/json; charset=utf-8" : "text/plain; charset=utf-8",
    },
  });
}

/**
 * The client's address: the peer's, or where the peer is a proxy we trust, the last address in
 * `X-Forwarded-For` that is no such proxy.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  trustedProxies: readonly string[],
): string {
  const own = plainAddress(peer);
  if (!trustedProxies.includes(own)) return own;
  const hops = (forwardedFor ?? "")
    .split(",")
    .map((hop) => plainAddress(hop.trim()))
    .filter((hop) => isIP(hop) !== 0);
  return hops.findLast((hop) => !trustedProxies.includes(hop)) ?? own;
}
