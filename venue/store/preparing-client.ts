import { Client, type ClientBase, type ClientConfig } from "pg";
import { statementName } from "./fixed-query.ts";

/**
 * A connection to PostgreSQL on which each fixed query is read and planned once, and run by its name from then on: after
 * {@link findPoolBetween}, where nothing but PostgreSQL is at the other end.
 */
export class PreparingClient extends Client {
  isDirect = false;

  constructor(config?: ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...words: unknown[]) => unknown;
    Object.assign(this, {
      query: (text: unknown, values: unknown, ...others: unknown[]) => {
        const name = this.isDirect && typeof text === "string" ? statementName(text) : undefined;
        return name === undefined ? query(text, values, ...others) : query({ name, text, values });
      },
    });
  }
}

/**
 * A pool such as PgBouncer may send each transaction over another connection, which knows no names. It gives its clients
 * process ids of its own: they are not those that PostgreSQL has.
 */
export async function findPoolBetween(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  if (client instanceof PreparingClient)
    client.isDirect = "processID" in client && rows[0]?.pid === client.processID;
}
