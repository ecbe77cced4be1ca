import { Client, type ClientConfig } from "pg";
import { statementName } from "./fixed-query.ts";

/** A connection to PostgreSQL on which each fixed query is read and planned once, and run by its name from then on. */
export class PreparingClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...words: unknown[]) => unknown;
    Object.assign(this, {
      query(text: unknown, values: unknown, ...others: unknown[]) {
        const name = typeof text === "string" ? statementName(text) : undefined;
        return name === undefined ? query(text, values, ...others) : query({ name, text, values });
      },
    });
  }
}
