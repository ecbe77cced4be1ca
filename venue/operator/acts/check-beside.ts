import { Worker } from "node:worker_threads";
import { workerFile } from "../../lib/package-root.ts";
import type { Settings } from "../../settings/settings.ts";
import type { checkBooks } from "./check-ledger.ts";

/**
 * Checks the books in a thread of its own, on a connection of its own: a check of many entries takes long, and the
 * venue goes on meanwhile.
 */
export function checkBooksBeside({
  dataDir,
  databaseUrl,
}: Pick<Settings, "dataDir" | "databaseUrl">): ReturnType<typeof checkBooks> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile("books-worker", import.meta.url), {
      workerData: { dataDir, databaseUrl },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the check of the books ended with ${code}`)));
  });
}
