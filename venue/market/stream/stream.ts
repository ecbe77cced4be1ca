import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { addressGroup } from "../../lib/address-group.ts";
import type { Clock } from "../../lib/clock.ts";
import type { MarketSource } from "../../feed/market-source.ts";
import type { Authenticate } from "../../deps/handler.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Log } from "../../store/store.ts";
import type { NotifyBus } from "../../deps/notify-bus.ts";
import { RankFeed } from "./rank-feed.ts";
import {
  StreamConnection,
  StreamFrame,
  type StreamLimits,
  UserConnections,
  defaultStreamLimits,
  htxStreamLimits,
} from "./stream-connection.ts";
import { StreamTalk } from "./stream-commands.ts";
import { TopicChannels } from "./topic-channels.ts";

export interface StreamOptions {
  source: MarketSource;
  clock: Clock;
  settings: Pick<Settings, "limits">;
  log: Log;
  bus: NotifyBus;
  authenticate: Authenticate;
  /** Which of these sessions are still open: those that age or another process ended are reported nowhere else. */
  liveSessions: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  streamLimits?: Partial<StreamLimits>;
}

export interface Stream {
  /** Takes over a socket for `/api/ws`, `/htx/ws` or `/htx/feed`; false for any other path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): boolean;
  /** Sends the pings and the rank batches that are due; to be called at least every 100 ms. */
  tick(now: number): void;
  connections(): number;
  /** Closes all connections and accepts no more. */
  close(): void;
}

/** HTX's own paths (the second is for order books) send gzip frames only; ours sends text unless gzip is asked for. */
const streamPaths: Record<string, { gzip: boolean; limits: StreamLimits }> = {
  "/api/ws": { gzip: false, limits: defaultStreamLimits },
  "/htx/ws": { gzip: true, limits: htxStreamLimits },
  "/htx/feed": { gzip: true, limits: htxStreamLimits },
};

/** Code by which a client knows that its session is over. */
const sessionOver = 4401;
/** Sessions also end in other processes without a message: another venue process, the operator's command line. */
const checkSessionsMs = 2000;

/** Pushes market data, and events of a user's own account. */
export function createStream(options: StreamOptions): Stream {
  const { source, clock, bus, log, settings } = options;
  const limitsOf = (streamPath: { limits: StreamLimits }): StreamLimits => ({
    ...streamPath.limits,
    ...options.streamLimits,
  });
  // `closeTimeout` (not in the typings yet) is how long a close waits for a client that does not answer.
  const serverOptions = {
    noServer: true,
    maxPayload: options.streamLimits?.messageBytes ?? defaultStreamLimits.messageBytes,
    perMessageDeflate: false,
    clientTracking: false,
    closeTimeout: 2000,
  };
  const server = new WebSocketServer(serverOptions);
  const connections = new Set<StreamConnection>();
  const byAddress = new Map<string, number>();
  const rank = new RankFeed(source, () => clock.now());
  const channels = new TopicChannels(source, () => clock.now(), log);
  const users = new UserConnections();
  const talk = new StreamTalk({
    source,
    clock,
    rank,
    channels,
    users,
    authenticate: options.authenticate,
  });
  let isClosed = false;
  let checkedAt = clock.now();

  const stops = [
    source.onTick((tick) => {
      rank.take(tick.symbols);
      channels.take(tick);
    }),
    bus.onNotify(({ userId, topic, event, data }) => {
      let frame: StreamFrame | undefined;
      for (const connection of users.of(userId)) {
        if (!connection.topics.has(topic)) continue;
        frame ??= new StreamFrame(
          JSON.stringify({ op: "notify", topic, ts: clock.now(), event, data }),
        );
        connection.send(frame);
      }
    }),
    bus.onEnd((ended) => {
      for (const connection of connections) {
        const { user } = connection;
        const isOver =
          user !== null &&
          ("userId" in ended ? user.id === ended.userId : user.sessionId === ended.sessionId);
        if (isOver) connection.close(sessionOver, "session over");
      }
    }),
  ];

  function open(socket: WebSocket, gzip: boolean, limits: StreamLimits, address: string): void {
    const connection = new StreamConnection(socket, { gzip, address, limits, now: clock.now() });
    connections.add(connection);
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
    socket.on("message", (data, isBinary) => {
      talk.hear(connection, isBinary ? undefined : textOf(data)).catch((error: unknown) => {
        log("error", "stream message failed", { error });
        connection.close(1011, "internal error");
      });
    });
    // The close event follows; the peer's protocol error needs no handling.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      connections.delete(connection);
      talk.leave(connection);
      users.assign(connection, null);
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
    });
  }

  async function endDeadSessions(): Promise<void> {
    const ids = new Set([...connections].flatMap(({ user }) => user?.sessionId ?? []));
    if (ids.size === 0) return;
    const live = await options.liveSessions([...ids]);
    for (const connection of connections) {
      const id = connection.user?.sessionId;
      // A session that logged in meanwhile was not in the question.
      if (id !== undefined && ids.has(id) && !live.has(id))
        connection.close(sessionOver, "session over");
    }
  }

  return {
    upgrade(request, socket, head, client) {
      const address = addressGroup(client);
      const url = URL.parse(request.url ?? "", "ws://venue");
      const streamPath = url && streamPaths[url.pathname];
      if (!url || !streamPath) return false;
      const isFull = isClosed || connections.size >= settings.limits.sockets;
      if (isFull || (byAddress.get(address) ?? 0) >= settings.limits.streamsPerAddress) {
        const status = isFull ? "503 Service Unavailable" : "429 Too Many Requests";
        // Node leaves an upgraded socket half open, so it is ended here.
        socket.end(
          `HTTP/1.1 ${status}\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
          () => socket.destroy(),
        );
        return true;
      }
      server.handleUpgrade(request, socket, head, (webSocket) =>
        open(
          webSocket,
          streamPath.gzip || url.searchParams.get("gzip") === "1",
          limitsOf(streamPath),
          address,
        ),
      );
      return true;
    },
    tick(now) {
      rank.flush();
      if (Math.abs(now - checkedAt) >= checkSessionsMs) {
        checkedAt = now;
        void endDeadSessions().catch((error: unknown) =>
          log("warn", "stream sessions not checked", { error }),
        );
      }
      let frame: StreamFrame | undefined;
      for (const connection of connections)
        connection.pingIfDue(now, () => (frame ??= new StreamFrame(JSON.stringify({ ping: now }))));
    },
    connections: () => connections.size,
    close() {
      isClosed = true;
      for (const stop of stops) stop();
      for (const connection of connections) connection.close(1001, "venue closes");
      server.close();
    },
  };
}

function textOf(data: unknown): string | undefined {
  return Buffer.isBuffer(data) ? data.toString("utf8") : undefined;
}
