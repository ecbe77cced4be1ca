/**
 * Log-outs that the venue has yet to hear of, sent when there is a network again and the app is closed (Background
 * Sync). The app keeps them in its database, each signed, and sends them itself while it is open.
 */
import { isEnvelope } from "#protocol/wire/envelope.ts";
import { addressFor, defaultConfig, readConfig } from "#protocol/wire/runtime-config.ts";

/** As the app has it: `src/storage/database.ts`, `src/storage/keys.ts`. */
const database = "godwit";
const table = "kept";
const key = "logouts";
const path = "/api/auth/revoke";

interface Signed {
  sign: string;
}

/**
 * Sends what is pending.
 * @throws where the venue was not reached, so that the browser tries again
 */
export async function sendPendingLogouts(): Promise<void> {
  const waiting = await change((all) => all);
  if (waiting.length === 0) return;
  const config = await fetch("/config.json")
    .then(async (answer) => readConfig(await answer.json()))
    .catch(() => undefined);
  for (const signed of waiting) {
    const answer = await fetch(addressFor(config ?? defaultConfig, path), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(signed),
    });
    // Whatever the venue says of it, it has heard; another network's page has not.
    if (!isEnvelope(await answer.json())) throw new Error("not the venue's answer");
    await change((all) => all.filter(({ sign }) => sign !== signed.sign));
  }
}

/** Changes what is pending in one transaction. Answers what is pending then; nothing where the app has no database. */
async function change(by: (waiting: readonly Signed[]) => readonly Signed[]) {
  const opened = await openDatabase();
  if (!opened) return [];
  try {
    return await new Promise<readonly Signed[]>((done, fail) => {
      const writing = opened.transaction(table, "readwrite");
      const held = writing.objectStore(table);
      const reading = held.get(key);
      let after: readonly Signed[] = [];
      reading.addEventListener("success", () => {
        const before: unknown = reading.result;
        after = by(Array.isArray(before) ? (before as Signed[]) : []);
        if (after.length > 0) held.put([...after], key);
        else held.delete(key);
      });
      writing.addEventListener("complete", () => done(after));
      writing.addEventListener("abort", () => fail(writing.error ?? new Error("aborted")));
    });
  } finally {
    opened.close();
  }
}

/** The database as it is: this makes none, and upgrades none. */
function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((done) => {
    const opening = indexedDB.open(database);
    opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
    opening.addEventListener("error", () => done(undefined));
    opening.addEventListener("success", () => {
      const opened = opening.result;
      if (opened.objectStoreNames.contains(table)) return done(opened);
      opened.close();
      done(undefined);
    });
  });
}
