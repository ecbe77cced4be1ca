import { type ConfKey, type ConfRow, confKeys } from "#protocol/api/operator.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Log, Store } from "../../store/store.ts";
import { networksOf } from "../../settings/channel-networks.ts";
import { type ConfTable, readConf } from "./conf-rows.ts";
import { type ConfValues, readConfValue } from "./conf-values.ts";

type Live = Pick<
  Settings,
  "review" | "reviewAfterSec" | "channels" | "secondsConf" | "contacts" | "maintenance" | "worker"
>;

/**
 * The settings that operators change while the venue runs. What they changed stands in the database; every
 * process looks there and brings its own settings up to it, those of the environment where nothing was changed.
 */
export class LiveConf {
  private readonly store: Store;
  private readonly settings: Live;
  private readonly log: Log;
  /** As the process was started. */
  private readonly started: Live;
  /** The flags that can be paused by `*`. */
  private readonly flags: () => readonly string[];
  private applied = "";

  constructor({
    store,
    settings,
    log,
    flags,
  }: {
    store: Store;
    settings: Live;
    log: Log;
    flags: () => readonly string[];
  }) {
    const { review, reviewAfterSec, channels, secondsConf, contacts, maintenance, worker } =
      settings;
    this.store = store;
    this.settings = settings;
    this.log = log;
    this.flags = flags;
    this.started = {
      review,
      reviewAfterSec,
      channels,
      secondsConf,
      contacts,
      maintenance,
      worker,
    };
  }

  /** Looks once; what was changed since holds from here on. */
  async tick(): Promise<void> {
    const rows = await this.store.read(readConf);
    const flags = this.flags();
    const state = JSON.stringify([rows.map(({ name, version }) => [name, version]), flags.length]);
    if (state === this.applied) return;
    const value = <Key extends ConfKey>(key: Key): ConfValues[Key] | undefined =>
      this.valueOf(rows, key);
    Object.assign(this.settings, {
      review: value("review") ?? this.started.review,
      reviewAfterSec: value("review_after") ?? this.started.reviewAfterSec,
      secondsConf: value("seconds_conf") ?? this.started.secondsConf,
      contacts: value("contacts") ?? this.started.contacts,
      maintenance: value("maintenance") ?? this.started.maintenance,
      worker: value("worker") ?? this.started.worker,
      channels: withPauses(this.started.channels, value("withdrawals_paused") ?? [], flags),
    } satisfies Live);
    this.applied = state;
  }

  /** Every such setting, as it is now. */
  async list(): Promise<ConfRow[]> {
    const rows = await this.store.read(readConf);
    const { review, reviewAfterSec, secondsConf, contacts, maintenance, worker } = this.started;
    const started: Record<ConfKey, unknown> = {
      review,
      review_after: reviewAfterSec,
      withdrawals_paused: [],
      seconds_conf: secondsConf,
      contacts,
      maintenance,
      worker,
    };
    return confKeys.map((key) => {
      const row = rows.find(({ name }) => name === key);
      return {
        key,
        value: row ? JSON.parse(row.value) : started[key],
        version: row?.version ?? 0,
        by: row?.by_name ?? null,
        time: row?.changed_at ?? null,
      };
    });
  }

  private valueOf<Key extends ConfKey>(
    rows: readonly ConfTable[],
    key: Key,
  ): ConfValues[Key] | undefined {
    const row = rows.find(({ name }) => name === key);
    if (!row) return undefined;
    const value = readConfValue(key, JSON.parse(row.value));
    // Written by another version: what this one cannot read it does not guess.
    if (value === undefined)
      this.log("error", "a changed setting cannot be read; the environment's holds", {
        key,
        version: row.version,
      });
    return value;
  }
}

/** The networks with the withdrawals of these paused besides. */
function withPauses(
  channels: Settings["channels"],
  paused: readonly string[],
  flags: readonly string[],
): Settings["channels"] {
  const closed = paused.flatMap((text) => {
    if (text === "*")
      return flags.flatMap((flag) => networksOf(flag).map((network) => [flag, network] as const));
    const [flag = "", network] = text.split(":");
    return (network === undefined ? networksOf(flag) : [network]).map(
      (one) => [flag, one] as const,
    );
  });
  const made: Record<string, Settings["channels"][string]> = { ...channels };
  for (const [flag, network] of closed) {
    const was = made[flag]?.[network];
    made[flag] = {
      ...made[flag],
      [network]: { recharge: {}, ...was, withdrawal: { ...was?.withdrawal, status: 0 } },
    };
  }
  return made;
}
