/** The thread in which the books are checked (check-beside.ts). */
import { parentPort, workerData } from "node:worker_threads";
import type { Settings } from "../../settings/settings.ts";
import { openStore } from "../../store/open-store.ts";
import { checkBooks } from "./check-ledger.ts";

const statementTimeoutMs = 3_600_000;

const { dataDir, databaseUrl } = workerData as Pick<Settings, "dataDir" | "databaseUrl">;
const store = openStore({
  dataDir,
  databaseUrl: databaseUrl ?? undefined,
  log: () => undefined,
  // Nobody else waits for this connection, so that tries again need not be spread.
  random: () => 0.5,
  beside: true,
  poolSize: 1,
  statementTimeoutMs,
});
const outcomes = await checkBooks(store);
await store.close();
parentPort?.postMessage(outcomes);
