import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { CacheState } from "#protocol/api/worker-messages.ts";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { authorizedAtom } from "../../features/session/session-atoms.ts";
import { byteSize } from "../../lib/byte-size.ts";
import { chooseAccountSnapshot, keepsAccountSnapshot } from "../../storage/account-snapshot.ts";
import { canWrite } from "../../storage/database.ts";
import type { StorageClass } from "../../storage/keys.ts";
import { askToPersist, isPersistent } from "../../storage/persistence.ts";
import { type StorageUse, clearStorage, measureStorage } from "../../storage/storage-use.ts";
import { stopAccountSnapshot } from "../../storage/wipe.ts";
import { Button, buttonClass } from "../../ui/actions/button.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { Sheet } from "../../ui/layers/sheet.tsx";
import { store } from "../app-context.ts";
import { showToast } from "../toasts/toasts.ts";
import { readInstalledParts } from "../update/updates.ts";
import styles from "./storage-sheet.module.css";
import { FreshStartSwitch } from "./fresh-start-switch.tsx";
import { TravelSetSwitch } from "./travel-set-switch.tsx";

/** What this device keeps, why, how much of it, and how to be rid of it. */
export function StorageSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Storage and offline`} closeLabel={t`Close`}>
      <Content />
    </Sheet>
  );
}

function Content() {
  const { t, i18n } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const { facts, measure } = useStorageUse();
  const [keepsSnapshot, setKeepsSnapshot] = useState(keepsAccountSnapshot);

  async function keepSnapshot(on: boolean) {
    setKeepsSnapshot(on);
    if (on) chooseAccountSnapshot(true);
    else await stopAccountSnapshot();
    await measure();
  }

  async function clear(kind: Exclude<StorageClass, "app">, message: string) {
    await clearStorage(kind);
    await measure();
    showToast(store, { type: "success", description: message });
  }

  const size = (kind: StorageClass) => (facts ? byteSize(facts.use.bytes[kind], i18n.locale) : "…");

  return (
    <div className={styles.groups}>
      <Switch
        label={t`Offline wallet`}
        hint={t`Keeps your balances, positions, orders, bills and receipts on this device, each with its time, so that you can read them without a network. Wiped when you log out. Off: wiped now, and nothing more is kept.`}
        checked={keepsSnapshot}
        onChecked={(on) => void keepSnapshot(on)}
      />
      <TravelSetSwitch />
      <FreshStartSwitch />
      <section className={styles.group}>
        <h3 className={styles.title}>
          <Trans>What this app keeps here</Trans>
        </h3>
        <div aria-busy={facts === undefined || undefined}>
          <Row
            name={t`Markets`}
            hint={t`Prices, candles and pictures, for everybody the same. They are fetched again.`}
            size={size("markets")}
            onClear={() => clear("markets", t`The kept market data is cleared.`)}
          />
          {authorized && (
            <Row
              name={t`Your account`}
              hint={t`Copies of what the venue has. They are fetched again.`}
              size={size("account")}
              onClear={() => clear("account", t`The copies of your account are cleared.`)}
            />
          )}
          <Row
            name={t`Drafts`}
            hint={
              facts &&
              draftsHint(
                facts.use,
                t`Nothing is typed and unsent.`,
                t`What you typed and did not send. It exists nowhere else.`,
              )
            }
            size={facts?.use.drafts === 0 ? "" : size("drafts")}
            onClear={
              facts?.use.drafts ? () => clear("drafts", t`The drafts are cleared.`) : undefined
            }
          />
          <Row
            name={t`The app itself`}
            hint={t`Its screens, your settings, and orders whose outcome is not known yet.`}
            size={size("app")}
          />
          <Parts parts={facts?.parts} />
        </div>
        <Total use={facts?.use} />
      </section>
      <section className={styles.group}>
        <h3 className={styles.title}>
          <Trans>Kept for good?</Trans>
        </h3>
        {facts?.keeps === false ? (
          <p>
            <Trans>
              No. Your browser keeps nothing for this app, as in some private windows or when the
              device is full. All of it goes when the app is closed.
            </Trans>
          </p>
        ) : (
          <Promised persistent={facts?.persistent} onAsked={measure} />
        )}
      </section>
      <section className={styles.group}>
        <h3 className={styles.title}>
          <Trans>Something does not work?</Trans>
        </h3>
        <p className={styles.soft}>
          <Trans>
            The repair page opens even when the app does not. It downloads the app again and keeps
            your drafts.
          </Trans>
        </p>
        <p className={styles.way}>
          <a className={buttonClass({ look: "quiet" })} href="/rescue.html">
            <Trans>Open the repair page</Trans>
          </a>
        </p>
      </section>
    </div>
  );
}

/** Whether every screen opens without a network; nothing where no worker serves the app. */
function Parts({ parts }: { parts: CacheState | undefined }) {
  if (!parts) return null;
  const { wanted } = parts;
  const missing = wanted - parts.precached;
  return (
    <p className={styles.soft}>
      {missing <= 0 ? (
        <Trans>All {wanted} parts of the app are here: every screen opens without a network.</Trans>
      ) : (
        <Plural
          value={missing}
          one={`# of ${wanted} parts of the app is missing. It is loaded as soon as the venue is reached; until then not every screen opens without a network.`}
          other={`# of ${wanted} parts of the app are missing. They are loaded as soon as the venue is reached; until then not every screen opens without a network.`}
        />
      )}
    </p>
  );
}

function draftsHint({ drafts }: StorageUse, none: string, some: string): string {
  return drafts === 0 ? none : some;
}

function Row({
  name,
  hint,
  size,
  onClear,
}: {
  name: string;
  hint: string | undefined;
  size: string;
  onClear?: (() => Promise<void>) | undefined;
}) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const clear = () => {
    setBusy(true);
    void onClear?.().finally(() => setBusy(false));
  };
  return (
    <div className={styles.row}>
      <div>
        <p>
          {name} <span className={styles.size}>{size}</span>
        </p>
        <p className={styles.soft}>{hint}</p>
      </div>
      {onClear && (
        <Button size="small" busy={busy} aria-label={t`Clear: ${name}`} onClick={clear}>
          <Trans>Clear</Trans>
        </Button>
      )}
    </div>
  );
}

function Total({ use }: { use: StorageUse | undefined }) {
  const { i18n } = useLingui();
  if (use?.total === undefined) return null;
  const total = byteSize(use.total, i18n.locale);
  return (
    <p className={styles.soft}>
      <Trans>Your browser counts {total} in all.</Trans>
    </p>
  );
}

function Promised({
  persistent,
  onAsked,
}: {
  persistent: boolean | undefined;
  onAsked: () => Promise<void>;
}) {
  const { t } = useLingui();
  const [refused, setRefused] = useState(false);
  const ask = async () => {
    setRefused((await askToPersist()) !== true);
    await onAsked();
  };
  if (persistent === true)
    return (
      <p className={styles.soft}>
        <Trans>
          Yes. Your browser has promised not to clear this by itself when the device runs short of
          room.
        </Trans>
      </p>
    );
  if (persistent === undefined)
    return (
      <p className={styles.soft}>
        <Trans>
          Your browser makes no promise. When the device runs short of room it may clear this; the
          app then opens as on a first visit.
        </Trans>
      </p>
    );
  return (
    <>
      <p className={styles.soft}>
        <Trans>
          Not yet. When the device runs short of room your browser may clear this; the app then
          opens as on a first visit.
        </Trans>
      </p>
      <p>
        <Button onClick={() => void ask()}>{t`Ask the browser to keep it`}</Button>
      </p>
      {refused && (
        <p role="status">
          <Trans>Your browser has not agreed. Most agree once the app is installed.</Trans>
        </p>
      )}
    </>
  );
}

export interface StorageFacts {
  use: StorageUse;
  /** The browser has promised to keep it; undefined where it cannot promise. */
  persistent: boolean | undefined;
  /** The browser keeps what it is given. */
  keeps: boolean;
  parts: CacheState | undefined;
}

async function measured(): Promise<StorageFacts> {
  const [use, persistent, keeps, parts] = await Promise.all([
    measureStorage(),
    isPersistent(),
    canWrite(),
    readInstalledParts(),
  ]);
  return { use, persistent, keeps, parts };
}

/** What this device keeps, measured when it is first looked at and when asked again; undefined while it is measured. */
export function useStorageUse(): { facts: StorageFacts | undefined; measure: () => Promise<void> } {
  const [facts, setFacts] = useState<StorageFacts>();
  const measure = async () => setFacts(await measured());
  useEffect(() => {
    let gone = false;
    void measured().then((found) => gone || setFacts(found));
    return () => {
      gone = true;
    };
  }, []);
  return { facts, measure };
}
