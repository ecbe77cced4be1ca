import type { Endpoint } from "#protocol/api/endpoint.ts";
import type { Handler, HandlersOf } from "../../deps/handler.ts";

/** An endpoint with its handler. */
export interface BoundRow {
  name: string;
  endpoint: Endpoint;
  handler: Handler<Endpoint>;
}

/** Joins a word's table with its handlers; one left out does not compile. */
export function bindRows<Table extends Record<string, Endpoint>>(
  table: Table,
  handlers: HandlersOf<Table>,
): BoundRow[] {
  return Object.entries(table).map(([name, endpoint]) => ({
    name,
    endpoint,
    // The pipeline hands each handler what its own row's schema made; the table's type cannot say so row by row.
    handler: handlers[name as keyof Table] as unknown as Handler<Endpoint>,
  }));
}
