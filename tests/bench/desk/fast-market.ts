import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import type { TickerRow } from "#protocol/api/market.ts";

export interface FastMarket {
  address: string;
  close: () => void;
}

/**
 * The venue at `venue` under another address, with a batch more every `batchMs` on each stream, in which all of `rows`
 * move. Its frames reach a page as a venue's own do: one that the browser's driver hands in costs the page more.
 */
export async function fastMarket(
  venue: string,
  rows: readonly TickerRow[],
  batchMs: number,
): Promise<FastMarket> {
  const { host, origin } = new URL(venue);
  const server = createServer((request, response) => {
    const headers = {
      ...request.headers,
      host,
      ...(request.headers.origin !== undefined && { origin }),
    };
    const outgoing = forward(
      new URL(request.url ?? "/", venue),
      { method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on("error", () => response.destroy());
    request.pipe(outgoing);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (page, request) => {
    const stream = new WebSocket(new URL(request.url ?? "/", venue.replace("http", "ws")), {
      origin,
    });
    const early: string[] = [];
    page.on("message", (data) => {
      const text = (data as Buffer).toString();
      if (stream.readyState === WebSocket.OPEN) stream.send(text);
      else early.push(text);
    });
    stream.on("open", () => early.forEach((text) => stream.send(text)));
    stream.on("message", (data, isBinary) => page.send(data as Buffer, { binary: isBinary }));
    let batch = 0;
    const timer = setInterval(() => {
      const ts = Date.now();
      batch += 1;
      const tick = rows.map((row, at) => {
        const close = row.close * (1 + Math.sin(at + batch * 0.7) / 2000);
        return { ...row, close, bid: close, ask: close, ts };
      });
      page.send(JSON.stringify({ ch: "market.rank", ts, tick }));
    }, batchMs);
    const end = () => {
      clearInterval(timer);
      page.close();
      stream.close();
    };
    for (const one of [page, stream]) one.on("close", end).on("error", end);
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const page of sockets.clients) page.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}
