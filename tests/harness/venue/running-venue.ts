import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { nodeWords } from "../../../scripts/build/start-words.ts";
import { root } from "../root.ts";
import { programOf } from "./bundled-venue.ts";
import { fillAsStartedBefore } from "./started-before.ts";

const run = promisify(execFile);
/** What many processes read is compiled once. */
const compiled = join(root, ".cache/compiled");
const startMs = 60_000;
/** A venue with one of these is another than the one that was started before. */
const ownSettings = ["MARKET", "SEED", "DATABASE_URL", "SERVER_KEY", "RECEIPT_KEY", "PUSH_KEY"];
/** Many people come from one address, and no password of theirs is worth a hash of 46 MB. */
const testLimits = { registrationsPerHour: 1000, argonMemoryKiB: 64, argonPasses: 1 };

export interface RunningVenue {
  address: string;
  port: number;
  dataDir: string;
  /** Ends the process at once, as a power cut would; what it had acknowledged stays on disk. */
  kill(): Promise<void>;
  /** Lets the process hang as if its machine did, until it is thawed. */
  freeze(): void;
  thaw(): void;
  /** Asks the process to end, and waits for it. */
  stop(): Promise<void>;
  /** Starts again on the same port and data. */
  restart(): Promise<void>;
  /** Starts again and ends the process so many ms later, whether it is open by then or not. */
  dieStarting(afterMs: number): Promise<void>;
  /** Runs the operator's command line beside it; answers what it printed, and throws where it fails. */
  operate(...words: string[]): Promise<string>;
  /** Ends the process and removes its data. */
  dispose(): Promise<void>;
}

/**
 * The real venue as its own process, serving a built app.
 * @param environment its settings, read at each start. What `LIMITS` does not name is as tests need it; with
 * `LIMITS: ""` all limits are the venue's own
 */
export async function runVenue(
  appDir: string,
  environment: Record<string, string> = {},
): Promise<RunningVenue> {
  const dataDir = await mkdtemp(join(tmpdir(), "godwit-"));
  if (!ownSettings.some((name) => name in environment))
    await fillAsStartedBefore(dataDir, async (folder) => {
      const { child: first } = await launch(folder, appDir, {}, 0);
      await end(first, "SIGTERM");
    });
  let { child, port } = await launch(dataDir, appDir, environment, 0);
  return {
    address: `http://localhost:${port}`,
    port,
    dataDir,
    kill: () => end(child, "SIGKILL"),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    stop: () => end(child, "SIGTERM"),
    async restart() {
      ({ child, port } = await launch(dataDir, appDir, environment, port));
    },
    dieStarting: (afterMs) => dieStarting({ dataDir, appDir, environment, port }, afterMs),
    async operate(...words) {
      const { stdout } = await run(
        process.execPath,
        [await programOf("scripts/operator.ts"), ...words],
        {
          cwd: root,
          env: { ...process.env, NODE_COMPILE_CACHE: compiled, DATA_DIR: dataDir },
        },
      );
      return stdout;
    },
    async dispose() {
      await end(child, "SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a venue on a data directory, which may be new, and ends the process so many ms later. */
export async function dieStarting(
  {
    dataDir,
    appDir,
    environment = {},
    port = 0,
  }: { dataDir: string; appDir: string; environment?: Record<string, string>; port?: number },
  afterMs: number,
): Promise<void> {
  const dying = await spawnVenue(dataDir, appDir, environment, port);
  await delay(afterMs);
  await end(dying, "SIGKILL");
}

async function spawnVenue(
  dataDir: string,
  appDir: string,
  environment: Record<string, string>,
  port: number,
) {
  const program = await programOf("venue/main.ts");
  return spawn(process.execPath, [...nodeWords, program], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: compiled,
      WARM_UP: "0",
      PORT: String(port),
      OPERATOR_PORT: "0",
      DATA_DIR: dataDir,
      APP_DIR: appDir,
      ...environment,
      LIMITS: limitsOf(environment["LIMITS"]),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function launch(
  ...words: Parameters<typeof spawnVenue>
): Promise<{ child: ChildProcess; port: number }> {
  const child = await spawnVenue(...words);
  let said = "";
  child.stdout.setEncoding("utf8");
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => (said = (said + text).slice(-4000)));
  const opened = await new Promise<number>((done, failed) => {
    const late = setTimeout(() => failed(new Error(`the venue did not open: ${said}`)), startMs);
    child.stdout.on("data", (text: string) => {
      const match = /is open at http:\/\/[^:]+:(\d+)/.exec(text);
      if (!match) return;
      clearTimeout(late);
      done(Number(match[1]));
    });
    child.on("exit", (code) => failed(new Error(`the venue ended with ${code}: ${said}`)));
  });
  return { child, port: opened };
}

function limitsOf(given: string | undefined): string {
  if (given === "") return given;
  return JSON.stringify({ ...testLimits, ...(JSON.parse(given ?? "{}") as object) });
}

function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done, failed) => {
    child.once("exit", (_code, by) => {
      if (by === "SIGTERM") failed(new Error("the venue was ended before it could end by itself"));
      else done();
    });
    child.kill(signal);
  });
}
