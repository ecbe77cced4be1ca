import { createAdaptorServer } from "@hono/node-server";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type Socket, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { uploadEndpoints } from "#protocol/api/upload.ts";
import { addressGroup, plainAddress } from "../lib/address-group.ts";
import type { Settings } from "../settings/settings.ts";

interface HttpServerOptions {
  settings: Settings;
  fetch: (request: Request, client: { ip: string }) => Promise<Response>;
  /**
   * Takes over a socket that asks for another protocol; false where its path is none of a stream.
   */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, address: string) => boolean;
}

export interface HttpServer {
  /** Resolves with the port once it listens; rejects where it cannot. */
  listen(): Promise<number>;
  /** Takes no more connections, lets answers finish for up to `graceMs`, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/** The port: its timeouts and its caps hold whatever slow or greedy peers do. */
export function createHttpServer({ settings, fetch, upgrade }: HttpServerOptions): HttpServer {
  const { limits, trustedProxies } = settings;
  const addressOf = (request: IncomingMessage): string => {
    const forwarded = request.headers["x-forwarded-for"];
    return clientAddress(
      request.socket.remoteAddress ?? "",
      Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? null),
      trustedProxies,
    );
  };
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const incoming =
        "incoming" in env && "connection" in env.incoming
          ? (env.incoming as IncomingMessage)
          : undefined;
      if (incoming && hasManyHosts(incoming))
        return new Response("Bad request\n", { status: 400, headers: { Connection: "close" } });
      return fetch(request, { ip: incoming ? addressOf(incoming) : "" });
    },
    serverOptions: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: Math.max(limits.requestTimeoutMs, limits.uploadTimeoutMs),
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 5000,
      maxHeaderSize: 16_384,
    },
  }) as Server;
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== uploadEndpoints.pictureFiles.path)
      cutAfter(limits.requestTimeoutMs, request, response);
  });
  server.maxConnections = limits.sockets;
  capPerAddress(server, limits.socketsPerAddress, trustedProxies);
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const isTaken = !hasManyHosts(request) && upgrade(request, socket, head, addressOf(request));
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

/**
 * Limits the open connections of an address. A trusted proxy has no limit, because it brings the
 * connections of everybody.
 */
export function capPerAddress(
  server: Pick<Server, "on">,
  most: number,
  trustedProxies: readonly string[],
): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const peer = clientAddress(socket.remoteAddress ?? "", null, []);
    const address = addressGroup(peer);
    const count = (open.get(address) ?? 0) + 1;
    if (count > most && !trustedProxies.includes(peer)) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
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
