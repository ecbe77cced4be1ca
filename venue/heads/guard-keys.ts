import { createHmac, type KeyObject } from "node:crypto";
import type { KeyName, Settings } from "../settings/settings.ts";
import { WrongSetting } from "../settings/wrong-setting.ts";
import type { Db } from "../store/schema.ts";
import type { Log, Store } from "../store/store.ts";
import { findKey, noteKey, replaceKey } from "./key-rows.ts";
import type { PushKey } from "../keys/push-key.ts";
import type { ReceiptKey } from "../keys/receipt-key.ts";

/** Of one exchange. */
export interface Keys {
  server: KeyObject;
  receipt: ReceiptKey;
  push: PushKey | undefined;
}

/** Where a key comes from, and what another one breaks. */
const meanings: Readonly<Record<KeyName, { from: string; breaks: string }>> = {
  server: {
    from: "SERVER_KEY or server.key in the data directory",
    breaks: "every session ends, and no authenticator's secret can be read any more",
  },
  receipt: {
    from: "RECEIPT_KEY or receipt.key in the data directory",
    breaks: "receipts of seconds contracts are signed by two keys, which people can see",
  },
  push: {
    from: "PUSH_KEY or push.key in the data directory",
    breaks: "every device has to switch notifications on again",
  },
};

/**
 * Compares the keys of this process with those that the database was written by: after a loss, or beside other
 * processes, another key would break in silence what the first one made. The first process notes its own.
 * @throws WrongSetting that names the key, what it breaks, and the way out
 */
export async function guardKeys(
  { store, settings, log }: { store: Store; settings: Pick<Settings, "newKeys">; log: Log },
  keys: Keys,
  now: number,
): Promise<void> {
  for (const [name, fingerprint] of fingerprintsOf(keys)) {
    const row = { name, fingerprint, since_at: now };
    const noted = await store.command((tx) => noteKey(tx.db, row));
    if (noted === fingerprint) continue;
    const { from, breaks } = meanings[name];
    if (!settings.newKeys.includes(name))
      throw new WrongSetting(
        `This database was written with another ${name} key (${from}). With this one ${breaks}. Put the key back, or start once with NEW_KEYS=${name} to go on with this one.`,
      );
    await store.command((tx) => replaceKey(tx.db, row));
    log("warn", "the database goes on with another key", { key: name, breaks });
  }
}

/** The keys that are others than those the database was written with. */
export async function findOtherKeys(db: Db, keys: Partial<Keys>): Promise<KeyName[]> {
  const others: KeyName[] = [];
  for (const [name, fingerprint] of fingerprintsOf(keys)) {
    const noted = await findKey(db, name);
    if (noted !== undefined && noted !== fingerprint) others.push(name);
  }
  return others;
}

/** One way: nobody learns a key from it. */
function fingerprintsOf({ server, receipt, push }: Partial<Keys>): [KeyName, string][] {
  return [
    ...(server ? ([["server", serverFingerprint(server)]] satisfies [KeyName, string][]) : []),
    ...(receipt ? ([["receipt", receipt.publicKey]] satisfies [KeyName, string][]) : []),
    ...(push ? ([["push", push.publicKey]] satisfies [KeyName, string][]) : []),
  ];
}

function serverFingerprint(key: KeyObject): string {
  return createHmac("sha256", key).update("godwit key fingerprint").digest("hex").slice(0, 32);
}
