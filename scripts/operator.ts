/**
 * `npm run operator -- help`: the operator's command line, on the database of DATA_DIR or
 * DATABASE_URL.
 */
import { randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { migrations } from "../venue/migrations.ts";
import type { OperatorConsole } from "../venue/operator/commands/operator-deps.ts";
import { runOperator } from "../venue/operator/commands/run-operator.ts";
import { loadReceiptKey } from "../venue/keys/receipt-key.ts";
import { loadServerKey } from "../venue/keys/server-key.ts";
import { readSettings } from "../venue/settings/read-settings.ts";
import { openStore } from "../venue/store/open-store.ts";

/** A check of the whole ledger may take its time. */
const statementTimeoutMs = 600_000;

const random = (length: number) => new Uint8Array(randomBytes(length));
const stopped = new AbortController();
process.on("SIGINT", () => stopped.abort());
// A reader such as `head` closes the pipe early: the command still finishes, and one that follows ends.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  stopped.abort();
});
const log: OperatorConsole["log"] = (level, event) =>
  void (level !== "info" && process.stderr.write(`${event}\n`));

process.exitCode = await runOperator(process.argv.slice(2), {
  log,
  clock: { now: () => Date.now() },
  by: `cli:${userName()}`,
  migrationNames: Object.keys(migrations),
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
  pause: (ms) => sleep(ms, true, { signal: stopped.signal }).catch(() => false),
  random,
  alone: () => ({
    settings: readSettings(process.env),
    upgrade: { names: Object.keys(migrations), run: (store) => store.migrate(migrations) },
  }),
  open() {
    const settings = readSettings(process.env);
    const { dataDir, databaseUrl } = settings;
    const store = openStore({
      dataDir,
      databaseUrl: databaseUrl ?? undefined,
      log,
      random: Math.random,
      beside: true,
      poolSize: 2,
      statementTimeoutMs,
    });
    return {
      store,
      settings,
      serverKey: () => loadServerKey(settings, random),
      receiptKey: () => loadReceiptKey(settings, random),
    };
  },
});

/** Who calls; a container's user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
