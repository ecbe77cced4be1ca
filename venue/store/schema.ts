import type { Kysely } from "kysely";

/**
 * Every table of the venue. The store is the lowest room and may not look up, so each room adds its
 * own tables where it keeps its SQL:
 *
 *     declare module "../store/schema.ts" { interface Tables { account: AccountTable } }
 *
 * Column types follow the rule of `integers.ts`.
 */
export interface Tables {}

/** What a query is made on: the open transaction of a command, or the snapshot of a read. */
export type Db = Kysely<Tables>;
