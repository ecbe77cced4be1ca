import * as codes from "#protocol/wire/error-codes.ts";
import type { ConfKey } from "#protocol/api/operator.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Store } from "../../store/store.ts";
import type { ActLog } from "../acts/act-log.ts";
import { readConf, writeConf } from "./conf-rows.ts";
import { readConfValue } from "./conf-values.ts";

export interface ConfChange {
  key: ConfKey;
  value: unknown;
  /** The one that was read, 0 for a setting nobody has changed: what another changed meanwhile is not lost. */
  version: number;
  reason: string;
  by: string;
  /** Unix ms. */
  now: number;
}

/**
 * Changes a setting that may change while the venue runs, with what it was in both logs.
 * @throws Refusal invalidParameters `value` for one that is none of its kind, `version` where
 *   another stands there
 */
export async function changeConf(
  { store, acts }: { store: Store; acts: ActLog },
  { key, value, version, reason, by, now }: ConfChange,
): Promise<void> {
  const read = readConfValue(key, value);
  if (read === undefined) throw new Refusal(codes.invalidParameters, { field: "value" });
  await store.command(async (tx) => {
    const before = (await readConf(tx.db)).find(({ name }) => name === key);
    const row = { name: key, value: JSON.stringify(read), version, by_name: by, changed_at: now };
    if (!(await writeConf(tx.db, row)))
      throw new Refusal(codes.invalidParameters, { field: "version" });
    await acts.write(tx, {
      event: "conf-changed",
      outcome: "ok",
      ip: "",
      requestId: "",
      now,
      facts: {
        by,
        reason,
        key,
        version: version + 1,
        before: before ? (JSON.parse(before.value) as unknown) : null,
        after: read,
      },
    });
  });
}
