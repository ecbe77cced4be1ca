/** The app's database, as far as the worker reads and writes in it while the app is closed (`src/storage/database.ts`). */
const name = "godwit";
const table = "kept";

/**
 * Changes the value of a key in one transaction: unchecked, undefined where there is none and for what is to go. Answers
 * the value then; undefined where the app has no database. The worker makes none, and upgrades none.
 * @param key a row of the app's registry (`src/storage/keys.ts`)
 */
export async function changeStored(
  key: "logouts" | "tickers" | `queries:user:${string}` | `device-key:${string}`,
  by: (before: unknown) => unknown,
): Promise<unknown> {
  const opened = await openDatabase();
  if (!opened) return undefined;
  try {
    return await new Promise<unknown>((done, fail) => {
      const writing = opened.transaction(table, "readwrite");
      const held = writing.objectStore(table);
      const reading: IDBRequest<unknown> = held.get(key);
      let after: unknown;
      reading.addEventListener("success", () => {
        after = by(reading.result);
        if (after === undefined) held.delete(key);
        else held.put(after, key);
      });
      writing.addEventListener("complete", () => done(after));
      writing.addEventListener("abort", () => fail(writing.error ?? new Error("aborted")));
    });
  } finally {
    opened.close();
  }
}

function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((done) => {
    const opening = indexedDB.open(name);
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
