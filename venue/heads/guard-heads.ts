import type { VenueDeps } from "../deps/venue-deps.ts";
import { keyFilesOf } from "../keys/key-file.ts";
import { WrongSetting } from "../settings/wrong-setting.ts";
import { findLoss, type Heads, isBlank } from "./heads.ts";
import { createHeadsWriter, readHeadsFile, removeDeadParts } from "./heads-file.ts";

const goOn =
  'put the newest copy of it back, or go on without what is lost: npm run operator -- accept-loss --reason "…"';

/**
 * Opens no database that lacks what this exchange has written down: it would settle again what was settled, under
 * the same numbers. Called before the keys are made; the first start writes the file.
 * @throws WrongSetting
 */
export async function guardHeads(
  deps: Pick<VenueDeps, "store" | "settings" | "clock">,
): Promise<void> {
  const found = await findLostState(deps);
  if (found.state === "behind")
    throw new WrongSetting(
      `The database is older than this exchange: ${found.reason} (heads.json of ${new Date(found.known.written_at).toISOString()}); ${goOn}.`,
    );
  if (found.state === "blank")
    throw new WrongSetting(
      `The database is empty, and DATA_DIR has the keys of an exchange (${found.keys.join(", ")}); ${goOn}. For a new exchange take another DATA_DIR.`,
    );
  await createHeadsWriter(deps)();
  await removeDeadParts(deps.settings.dataDir, deps.clock.now());
}

/** Whether the database lacks something: it is behind the file, or blank beside the keys of an exchange. */
export async function findLostState({
  store,
  settings: { dataDir },
}: Pick<VenueDeps, "store" | "settings">): Promise<
  | { state: "whole" }
  | { state: "behind"; known: Heads; reason: string }
  | { state: "blank"; keys: readonly string[] }
> {
  const known = readHeadsFile(dataDir);
  if (known) {
    const reason = await store.read((db) => findLoss(db, known));
    return reason === undefined ? { state: "whole" } : { state: "behind", known, reason };
  }
  const keys = keyFilesOf(dataDir);
  return keys.length > 0 && (await store.read(isBlank))
    ? { state: "blank", keys }
    : { state: "whole" };
}
