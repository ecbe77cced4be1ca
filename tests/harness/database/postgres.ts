import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { migrations } from "../../../venue/migrations.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { freePort } from "../free-port.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A PostgreSQL that tests may make databases in, or `null` where the machine has none. */
    postgresUrl: string | null;
    /** A migrated database there, to be copied by each test. */
    postgresTemplate: string;
    /** The address of one like it, in which tests may have statements prepared. */
    postgresTables: string;
  }
}

export interface ThrowawayPostgres {
  url: string;
  /** Its files. */
  data: string;
  /** Ends the server, lets its files be changed, and starts it again. */
  restart(between: () => void): Promise<void>;
  /** Ends the server at once, as `pg_ctl stop -m immediate` does: what is in its log is read again at the next start. */
  crash(): Promise<void>;
  /** Starts it after a crash. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

let running: ThrowawayPostgres | undefined;
const made: { url: string; name: string }[] = [];

/** Vitest calls this once before all tests. `TEST_DATABASE_URL` wins over a server of our own. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given === undefined) running = await startIfPossible();
  const url = given ?? running?.url ?? null;
  project.provide("postgresUrl", url);
  const template = url === null ? "" : await makeTemplate(url);
  const tables = url === null ? "" : await makeDatabase(url, ` template ${template}`);
  project.provide("postgresTemplate", template);
  project.provide("postgresTables", url === null ? "" : withDatabase(url, tables));
}

export async function teardown(): Promise<void> {
  for (const { url, name } of made) await onServer(url, `drop database ${name}`);
  await running?.stop();
}

async function startIfPossible(): Promise<ThrowawayPostgres | undefined> {
  try {
    const server = await startPostgres({ fsync: false });
    if (server === undefined)
      console.log("PostgreSQL tests not run: no PostgreSQL on this machine");
    return server;
  } catch (error) {
    console.log("PostgreSQL tests not run: the server here does not start", error);
    return undefined;
  }
}

/** One that is dropped after all tests. */
async function makeDatabase(url: string, from = ""): Promise<string> {
  const name = databaseName();
  await onServer(url, `create database ${name}${from}`);
  made.push({ url, name });
  return name;
}

async function makeTemplate(url: string): Promise<string> {
  const name = await makeDatabase(url);
  const databaseUrl = withDatabase(url, name);
  const store = openStore({ dataDir: "", databaseUrl, log: () => undefined, random: () => 0 });
  await store.migrate(migrations);
  await store.close();
  return name;
}

export function databaseName(): string {
  return `godwit_test_${randomUUID().replaceAll("-", "")}`;
}

export function withDatabase(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

/** One statement on the server's own database. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Starts a PostgreSQL in a temporary directory on a free port of this machine, as the user `postgres`
 * when we are root (the server refuses root), or returns `undefined` where none is installed.
 */
export async function startPostgres(options: {
  fsync: boolean;
  checksums?: boolean;
}): Promise<ThrowawayPostgres | undefined> {
  const bin = findBinaries();
  const owner = serverOwner();
  if (bin === undefined || owner === undefined) return undefined;
  const dir = mkdtempSync(join(tmpdir(), "godwit-pg-"));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(dir, owner.uid, owner.gid);
  const data = join(dir, "data");
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "godwit", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"].concat(
      options.checksums === true ? "--data-checksums" : [],
    ),
    { ...owner, cwd: dir, stdio: "pipe" },
  );
  const port = await freePort();
  writeFileSync(
    join(data, "postgresql.conf"),
    [
      `listen_addresses = '127.0.0.1'`,
      `port = ${port}`,
      `unix_socket_directories = ''`,
      `fsync = ${options.fsync ? "on" : "off"}`,
      `max_connections = 200`,
      `shared_buffers = 64MB`,
      `deadlock_timeout = 100ms`,
      `logging_collector = off`,
    ].join("\n"),
    { flag: "a" },
  );
  // The shell outlives us just long enough to stop the server when our end of its input closes, be it
  // by `stop` or by our death.
  const open = () => {
    const keeper = spawn("sh", ["-c", keep, join(bin, "postgres"), data], {
      ...owner,
      cwd: dir,
      stdio: ["pipe", "ignore", "ignore"],
    });
    const ended = once(keeper, "exit");
    return async () => {
      keeper.stdin.end();
      await ended;
    };
  };
  let end = open();
  const stop = async () => {
    await end();
    rmSync(dir, { recursive: true, force: true });
  };
  const restart = async (between: () => void) => {
    await end();
    between();
    await recover();
  };
  const crash = async () => {
    const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGQUIT");
    await end();
  };
  const recover = async () => {
    end = open();
    await untilAnswering(url);
  };
  const url = `postgres://godwit@127.0.0.1:${port}/postgres`;
  try {
    await untilAnswering(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, data, restart, crash, recover, stop };
}

const keep = `"$0" -D "$1" & read -r _; kill -INT $!; wait $!`;

function findBinaries(): string | undefined {
  const packaged = "/usr/lib/postgresql";
  const versions = existsSync(packaged) ? readdirSync(packaged) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const places = newestFirst.map((version) => join(packaged, version, "bin"));
  try {
    places.push(
      execFileSync("pg_config", ["--bindir"], { encoding: "utf8", stdio: "pipe" }).trim(),
    );
  } catch {
    // Not on the path: the packaged places remain.
  }
  places.push(...(process.env["PATH"] ?? "").split(":"));
  return places.find((dir) => existsSync(join(dir, "initdb")) && existsSync(join(dir, "postgres")));
}

/** Whom the server runs as: ourselves, or `postgres` when we are root; `undefined` when neither can. */
function serverOwner(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

async function untilAnswering(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries === 200) throw error;
      await delay(50);
    }
  }
}
