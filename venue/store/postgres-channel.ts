import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Log } from "./store.ts";

/** Messages between the processes that share a PostgreSQL database (LISTEN and NOTIFY). */
export interface Channel {
  /** Sends soon, to all others. Where the line is down it is lost: who listens must not depend on it alone. */
  send(text: string): void;
  /** Takes the lead, which one connection of the channel can have; answers whether this one has it. */
  takeLead(): Promise<boolean>;
  /** Gives the lead back. */
  resignLead(): Promise<void>;
  /** Ends the connection of the process that has the lead, such as one that hangs; answers whether there was one. */
  unseatLeader(): Promise<boolean>;
  close(): Promise<void>;
}

export interface ChannelOptions {
  /** Not by way of a pool that gives each statement another connection. */
  databaseUrl: string;
  /** What all processes of the database have in common, such as their market. */
  identity: string;
  log: Log;
  onMessage: (text: string) => void;
  /** Its connection was lost, and the lead with it. */
  onLost?: () => void;
  /** What it is called in the database. */
  name?: string;
  /** So long messages wait for others that go with them. */
  batchMs?: number;
}

/** PostgreSQL takes no longer message, in bytes. */
export const longestMessage = 7900;
const mostWaiting = 2000;
const [firstPauseMs, longestPauseMs] = [250, 5000];
/** So long an end waits for a connection that is being made. */
const closingMs = 2000;
const lockClass = 0x60d317;
const leadClass = lockClass + 1;

/** Another process works on the database by another identity. */
export class OtherIdentity extends Error {}

/**
 * Opens the channel; comes back by itself where its connection is lost.
 * @throws OtherIdentity
 */
export async function openChannel(options: ChannelOptions): Promise<Channel> {
  const { databaseUrl, identity, log, onMessage, onLost } = options;
  const { name = "godwit", batchMs = 20 } = options;
  const lead = lockKey(name);
  let client: pg.Client | undefined;
  let isLeader = false;
  let isClosed = false;
  let connecting: Promise<void> | undefined;
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function connect(): Promise<void> {
    const made = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    let isOver = false;
    const over = (error?: unknown) => {
      // One that never carried anything is said to fail by what made it.
      if (isOver || client !== made) return;
      isOver = true;
      client = undefined;
      isLeader = false;
      onLost?.();
      if (isClosed) return;
      log("warn", "the line to the other processes is lost", { error });
      void comeBack();
    };
    made.on("error", over);
    made.on("end", () => over());
    made.on("notification", ({ payload }) => payload !== undefined && onMessage(payload));
    try {
      await made.connect();
      if (!(await holdAlone(made, identity))) throw new OtherIdentity();
      await made.query(`listen ${pg.escapeIdentifier(name)}`);
    } catch (error) {
      await made.end().catch(() => undefined);
      throw error;
    }
    if (isClosed) return made.end();
    client = made;
  }

  async function comeBack(): Promise<void> {
    let isSaid = false;
    for (let waitMs = firstPauseMs; !isClosed; waitMs = Math.min(longestPauseMs, 2 * waitMs)) {
      await pause(waitMs, undefined, { ref: false });
      if (isClosed) return;
      try {
        connecting = connect();
        await connecting;
        log("info", "the line to the other processes is back");
        return;
      } catch (error) {
        // That it was lost is said already. The other one may end.
        if (error instanceof OtherIdentity && !isSaid) {
          isSaid = true;
          log("error", "another venue works on this database with another market");
        }
      }
    }
  }

  async function flush(): Promise<void> {
    timer = undefined;
    const texts = waiting;
    waiting = [];
    if (!client || texts.length === 0) return;
    await client
      .query("select pg_notify($1, text) from unnest($2::text[]) as text", [name, texts])
      .catch((error: unknown) =>
        log("warn", "messages to the other processes are lost", { error }),
      );
  }

  await connect();
  return {
    send(text) {
      if (isClosed || Buffer.byteLength(text) > longestMessage || waiting.length >= mostWaiting)
        return;
      waiting.push(text);
      timer ??= setTimeout(() => void flush(), batchMs);
    },
    async takeLead() {
      const asked = client;
      if (isLeader || !asked || isClosed) return isLeader;
      const { rows } = await asked.query<{ is: boolean }>(
        "select pg_try_advisory_lock($1, $2) as is",
        [leadClass, lead],
      );
      // The connection may be lost by now, and the lock with it.
      isLeader = rows[0]?.is === true && asked === client;
      return isLeader;
    },
    async resignLead() {
      if (!isLeader) return;
      isLeader = false;
      await client?.query("select pg_advisory_unlock($1, $2)", [leadClass, lead]);
    },
    async unseatLeader() {
      const ended = await client?.query(
        `select pg_terminate_backend(pid) from pg_locks where ${ofThisDatabase}
          and classid = $1 and objid::bigint = ($2::bigint & 4294967295)`,
        [leadClass, lead],
      );
      return (ended?.rowCount ?? 0) > 0;
    },
    async close() {
      clearTimeout(timer);
      await flush();
      isClosed = true;
      // One that is on its way may hold the identity already; a database that is out of reach is not waited for.
      await Promise.race([connecting?.catch(() => undefined), pause(closingMs)]);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Advisory locks that are held in the database. */
const ofThisDatabase = `locktype = 'advisory' and granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Which of `pg_locks` the venues hold that work on this database. */
export const locksOfVenues = `${ofThisDatabase} and classid = ${lockClass}`;

function lockKey(name: string): number {
  return createHash("sha256").update(name).digest().readInt32BE(0);
}

/**
 * Holds the identity for as long as the connection lives, and answers whether another process lives by another one: two
 * markets over one database would fill each other's orders.
 */
async function holdAlone(client: pg.Client, identity: string): Promise<boolean> {
  const own = lockKey(identity);
  await client.query("select pg_advisory_lock_shared($1, $2)", [lockClass, own]);
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count from pg_locks where ${locksOfVenues}
      and objid::bigint <> ($1::bigint & 4294967295)`,
    [own],
  );
  return rows[0]?.count === "0";
}
