import type { Server } from "node:http";
import type { Socket } from "node:net";
import { addressGroup, plainAddress } from "../lib/address-group.ts";
import type { Limits } from "../settings/limits.ts";

/** A refused connection may be tried again after this. */
export const fullWaitSec = 5;
const drainMs = 1000;
const rawAnswer = `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${fullWaitSec}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

/**
 * Limits the open connections, in all and of one address. A connection beyond the limit is taken all the same, so
 * that its first request is answered with 503 and how long to wait; twice the limit is answered without a look at
 * the request. A trusted proxy has no limit of its own, because it brings the connections of everybody.
 */
export class SocketCaps {
  private readonly limits: Pick<Limits, "sockets" | "socketsPerAddress">;
  private readonly trustedProxies: readonly string[];
  private readonly ofAddress = new Map<string, number>();
  private readonly groups = new WeakMap<Socket, string>();
  private readonly surplus = new WeakSet<Socket>();
  private open = 0;

  constructor(limits: SocketCaps["limits"], trustedProxies: readonly string[]) {
    this.limits = limits;
    this.trustedProxies = trustedProxies;
  }

  watch(server: Pick<Server, "on">): void {
    server.on("connection", (socket: Socket) => this.take(socket));
  }

  get connections(): number {
    return this.open;
  }

  /** Whether its requests are to be answered with 503. */
  isSurplus(socket: Socket): boolean {
    return this.surplus.has(socket);
  }

  /** It has become a stream, which is counted elsewhere. */
  release(socket: Socket): void {
    const group = this.groups.get(socket);
    if (group === undefined) return;
    this.groups.delete(socket);
    this.open -= 1;
    const left = (this.ofAddress.get(group) ?? 1) - 1;
    if (left === 0) this.ofAddress.delete(group);
    else this.ofAddress.set(group, left);
  }

  private take(socket: Socket): void {
    const peer = plainAddress(socket.remoteAddress ?? "");
    const group = addressGroup(peer);
    const count = (this.ofAddress.get(group) ?? 0) + 1;
    const { sockets, socketsPerAddress } = this.limits;
    const most = this.trustedProxies.includes(peer) ? Number.POSITIVE_INFINITY : socketsPerAddress;
    if (count > 2 * most || this.open >= 2 * sockets) {
      refuse(socket);
      return;
    }
    if (count > most || this.open >= sockets) this.surplus.add(socket);
    this.open += 1;
    this.ofAddress.set(group, count);
    this.groups.set(socket, group);
    socket.once("close", () => this.release(socket));
  }
}

/** What the peer has sent is read away: otherwise the closed socket would take the answer with it. */
function refuse(socket: Socket): void {
  socket.on("error", () => socket.destroy());
  socket.resume();
  socket.end(rawAnswer);
  setTimeout(() => socket.destroy(), drainMs).unref();
}
