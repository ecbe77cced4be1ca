import type { DataOf, Endpoint, ParsedRequestOf } from "#protocol/api/endpoint.ts";
import type { SignedHeaders } from "#protocol/wire/signature.ts";
import type { Transaction } from "../store/store.ts";

/** Who signed the request: read fresh from the database for each call. */
export interface SessionUser {
  /** Decimal text of the user's id. */
  id: string;
  sessionId: string;
  /** The session began with a device's key, and every call of it is signed with it (signature v2). */
  hasDeviceKey: boolean;
  /** 0 normal, 1 frozen; blocked and prohibited users never reach a handler. */
  status: number;
  /** May open orders. */
  tradeStatus: number;
  /** 1 where they may withdraw, 0 where every withdrawal is refused with notPermitted. */
  withdrawStatus: number;
  certStatus: number;
  /** What the operator tells them of a restriction; empty where there is none. */
  memo: string;
}

/**
 * Who signed these headers, for the stream; null where a signature, the nonce or the session is not
 * good. `deviceSignature` is what the device added, which some sessions need.
 */
export type Authenticate = (
  headers: SignedHeaders,
  ip: string,
  deviceSignature?: string,
) => Promise<SessionUser | null>;

export interface Call<E extends Endpoint> {
  /** The validated request, defaults filled in. */
  request: ParsedRequestOf<E>;
  user: E["access"] extends "user" ? SessionUser : SessionUser | null;
  /** Unix ms, read once when the request was accepted. */
  now: number;
  /** The client's address, from a trusted proxy only. */
  ip: string;
  /** What the client says it is (`User-Agent`), as it came; empty where it says nothing. */
  agent: string;
  requestId: string;
  /** What an upload brought, as it came and not yet looked at; empty for every other call. */
  file: Uint8Array;
  /**
   * The one way a handler writes: a database transaction in which the request's nonce is spent and,
   * for calls that move money, the answer is kept under `client_order_id`, so that a replay gets
   * the first answer and one effect. May run again after a conflict: no side effects but through
   * the transaction.
   */
  command: <T>(run: (tx: Transaction) => Promise<T>) => Promise<T>;
  /**
   * For a call that moves money, a command before its own, such as one that counts a try at a
   * password: the nonce is spent in it too, no answer is kept. For every other call the same as
   * `command`.
   */
  unkeyed: <T>(run: (tx: Transaction) => Promise<T>) => Promise<T>;
  /**
   * Whether an answer is kept under this call's `client_order_id`: then `command` gives it, and
   * nothing is to be judged again.
   */
  isAnswered: () => Promise<boolean>;
}

/**
 * Answers `data`, or throws a `Refusal` with one of the codes that its row lists (`refusals`); with
 * any other `npm run typecheck` fails (`scripts/check-refusals.ts`).
 */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<DataOf<E>> | DataOf<E>;

/** A word's handlers: leave one out and it does not compile. */
export type HandlersOf<Table extends Record<string, Endpoint>> = {
  [Name in keyof Table]: Handler<Table[Name]>;
};
