import type { DataOf, Endpoint, ParsedRequestOf } from "#protocol/api/endpoint.ts";
import type { operatorEndpoints } from "#protocol/api/operator.ts";
import type { OperatorSession } from "../accounts/operator-gate.ts";

/** A call of the desk, checked against its row: what a handler is given. */
export interface DeskCall<E extends Endpoint> {
  request: ParsedRequestOf<E>;
  session: E["access"] extends "user" ? OperatorSession : null;
  ip: string;
  requestId: string;
  /** Unix ms. */
  now: number;
}

export type DeskHandler<E extends Endpoint> = (call: DeskCall<E>) => Promise<DataOf<E>>;

type Table = typeof operatorEndpoints;
export type DeskHandlers = { [Name in keyof Table]: DeskHandler<Table[Name]> };
