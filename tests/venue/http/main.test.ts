import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { allocatorLimit, nodeWords } from "../../../scripts/build/start-words.ts";
import { noteKey } from "../../../venue/heads/key-rows.ts";
import { migrations } from "../../../venue/migrations.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import type { Db } from "../../../venue/store/schema.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { programOf } from "../../harness/venue/bundled-venue.ts";

/** What tests start. */
const program = await programOf("venue/main.ts");
/** What `npm run dev` runs. */
const sourceProgram = resolve(import.meta.dirname, "../../../venue/main.ts");
/** What `npm start` runs. */
const startProgram = resolve(import.meta.dirname, "../../../scripts/start.ts");
/** What every start reads is compiled once. */
const compiled = resolve(import.meta.dirname, "../../../.cache/compiled");

interface Run {
  child: ChildProcess;
  /** Everything written so far, both ways. */
  text(): string;
  exit: Promise<number | null>;
  /** The address it printed. */
  address: Promise<string>;
}

/** Starts the real program on a free port: by the words after `node`, usually as a release has it. */
function run(environment: Record<string, string>, words = [program]): Run {
  const child = spawn(process.execPath, words, {
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: compiled,
      WARM_UP: "0",
      PORT: "0",
      OPERATOR_PORT: "0",
      ...environment,
    },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  const exit = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  const address = new Promise<string>((done, fail) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      const [, found] = /open at (\S+)/.exec(text) ?? [];
      if (found !== undefined) done(found);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    void exit.then(() => fail(new Error(text)));
  });
  address.catch(() => undefined);
  return { child, text: () => text, exit, address };
}

/** A data directory of a venue that was started before, with a change to its database. */
async function startedBefore(change: (db: Db) => Promise<unknown>): Promise<string> {
  const dataDir = temporaryDirectory();
  const store = openStore({ dataDir, log: () => undefined, random: () => 0.5 });
  await store.migrate(migrations);
  await store.command(({ db }) => change(db));
  await store.close();
  return dataDir;
}

describe("the program", () => {
  test("starts with one line, serves, keeps its key and directory to itself, and stops when asked", async () => {
    const dataDir = temporaryDirectory();
    const first = run({ DATA_DIR: dataDir }, [
      "--disable-warning=ExperimentalWarning",
      startProgram,
      program,
    ]);
    const address = await first.address;
    expect(first.text()).toContain(
      `Godwit is open at ${address} (paper trading, simulated market)\n`,
    );
    if (process.platform === "linux") {
      const of = (file: string) => readFileSync(`/proc/${first.child.pid}/${file}`, "utf8");
      expect(of("cmdline").split("\0").slice(1, -1)).toEqual([...nodeWords, program]);
      for (const limit of Object.entries(allocatorLimit))
        expect(of("environ")).toContain(limit.join("="));
    }
    const config: unknown = await (await fetch(`${address}/config.json`)).json();
    expect(config).toMatchObject({ stream: "/api/ws" });
    for (const name of ["server.key", "push.key", "venue.db"])
      expect([name, statSync(join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);

    expect(statSync(join(dataDir, "market.seed")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, "market.seed"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);

    const second = run({ DATA_DIR: dataDir });
    expect(await second.exit).toBe(1);
    expect(second.text()).toMatch(
      /^The venue cannot start\. DATA_DIR cannot be used: the data directory .+ is in use by process \d+ on .+\.\n$/,
    );

    const wanted = JSON.stringify({ account: "ada@example.org", logintype: "email", scene: "reg" });
    await fetch(`${address}/api/auth/sendCode`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: wanted,
    });
    await expect
      .poll(() => first.text())
      .toMatch(/^Code for a\*\*\*@example\.org: \d{6} \(reg, good for 10 minutes\)$/m);

    const socket = new WebSocket(`${address.replace("http", "ws")}/api/ws`);
    await new Promise((done) => socket.addEventListener("open", done));
    const closed = new Promise<number>((done) =>
      socket.addEventListener("close", (event) => done(event.code)),
    );
    first.child.kill("SIGTERM");
    expect(await first.exit).toBe(0);
    expect(await closed).toBe(1001);
    for (const line of first
      .text()
      .trim()
      .split("\n")
      .filter((text) => !/^(Godwit|Code for|Operators:) /.test(text))) {
      expect(line).not.toMatch(/"\d{6}"|ada@/);
      expect(JSON.parse(line)).toMatchObject({
        time: expect.stringMatching(/^\d{4}-/),
        level: expect.any(String),
        event: expect.any(String),
      });
    }
  });

  test.each([
    [
      "public",
      "public",
      "simulated market of the public seed: anybody can compute its future prices",
    ],
    [
      "a given one",
      "given",
      "simulated market of a given seed: those who know it can compute its future prices",
    ],
  ])(
    "says at its start, in its status and to the app that its seed is %s",
    async (seed, kind, said) => {
      const words = [kind === "public" ? sourceProgram : program];
      const started = run({ DATA_DIR: temporaryDirectory(), SEED: seed }, words);
      const venue = await started.address;
      expect(started.text()).toContain(`(paper trading, ${said})\n`);
      const read = async (path: string): Promise<unknown> => (await fetch(venue + path)).json();
      expect(await read("/api/htx/getStatus")).toMatchObject({
        data: { sim: { seed: kind, public_seed: kind === "public" } },
      });
      expect(await read("/api/auth/platBase")).toMatchObject({
        data: { platformbase: { market_seed: kind } },
      });
    },
  );

  test("what the operator must mend ends the start with one sentence and exit code 1", async () => {
    const dataDir = temporaryDirectory();
    const file = join(dataDir, "a-file");
    writeFileSync(file, "");
    const older = temporaryDirectory();
    const [none, some] = [0, 3].map((seq) => ({ seq, hash: "0".repeat(64) }));
    const heads = { receipt: some, tick: none, block: none, ids: {} };
    writeFileSync(
      join(older, "heads.json"),
      JSON.stringify({ format: "godwit-heads-1", written_at: 1_700_000_000_000, ...heads }),
    );
    const damaged = temporaryDirectory();
    writeFileSync(join(damaged, "venue.db"), "this is no database".repeat(500));
    const newer = await startedBefore(async (db) => {
      await sql`insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00Z')`.execute(
        db,
      );
    });
    const strange = await startedBefore((db) =>
      noteKey(db, { name: "server", fingerprint: "another", since_at: 0 }),
    );
    const cases: [Record<string, string>, RegExp][] = [
      [
        { DATA_DIR: damaged },
        /^venue\.db in DATA_DIR is no database: restore a backup \("npm run operator -- restore FILE", .+\.$/,
      ],
      [
        { DATA_DIR: newer },
        /^The database is of a newer version of Godwit\. Start that version, .+\.$/,
      ],
      [
        { DATA_DIR: strange },
        /^This database was written with another server key \(SERVER_KEY or server\.key in the data directory\)\. With this one every session ends, and no authenticator's secret can be read any more\. Put the key back, or start once with NEW_KEYS=server to go on with this one\.$/,
      ],
      [{ APP_DIR: join(dataDir, "none") }, /^APP_DIR .+ is not there; "npm run build" .+\.$/],
      [{ PORT: "99999" }, /^PORT must be a port from 0 to 65535, not "99999"\.$/],
      [
        { DATABASE_URL: "postgres://godwit:hush@127.0.0.1:1/godwit" },
        /^DATABASE_URL cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
      ],
      [
        { DATABASE_URL: "mysql://godwit:hush@localhost" },
        /^DATABASE_URL must be a postgres:\/\/ address\.$/,
      ],
      [{ DATA_DIR: join(file, "data") }, /^DATA_DIR cannot be used: ENOTDIR: .+\.$/],
      [
        { DATA_DIR: older },
        /^The database is older than this exchange: it ends at receipt 0 of 3 \(heads\.json of 2023-11-14T22:13:20\.000Z\); .+ accept-loss --reason "…"\.$/,
      ],
      [{ HOST: "192.0.2.1", INSECURE_LAN: "1" }, /^HOST is no address of this machine\.$/],
    ];
    for (const [environment, message] of cases) {
      const wrong = run({ DATA_DIR: temporaryDirectory(), ...environment });
      expect(await wrong.exit).toBe(1);
      const [start = "", ...rest] = wrong.text().split("The venue cannot start. ");
      expect([start, rest.length]).toEqual(["", 1]);
      expect(rest[0]?.trimEnd()).toMatch(message);
    }
  });
});
