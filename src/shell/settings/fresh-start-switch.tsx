import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { pricesTag } from "#protocol/api/worker-messages.ts";
import { Switch } from "../../ui/fields/switch.tsx";

/** As Chromium has it; TypeScript's own types do not. */
interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>;
  unregister(tag: string): Promise<void>;
  getTags(): Promise<string[]>;
}

/** The browser comes as seldom as it likes, and not more often than this. */
const minInterval = 3_600_000;

/** Whether the browser brings prices and the account book while the app is closed. Nothing where it does not offer that for this app. */
export function FreshStartSwitch() {
  const { t } = useLingui();
  const [sync, setSync] = useState<PeriodicSync | null>(null);
  const [isOn, setOn] = useState(false);

  useEffect(() => {
    let isOpen = true;
    void find().then(async (found) => {
      const tags = (await found?.getTags().catch(() => [])) ?? [];
      if (!isOpen || !found) return;
      setSync(found);
      setOn(tags.includes(pricesTag));
    });
    return () => {
      isOpen = false;
    };
  }, []);

  if (!sync) return null;

  async function choose(found: PeriodicSync, on: boolean) {
    const done = on ? found.register(pricesTag, { minInterval }) : found.unregister(pricesTag);
    setOn(await done.then(() => on).catch(() => !on));
  }

  return (
    <Switch
      label={t`Fresh at the next start`}
      hint={t`Your browser brings the last prices, and with the offline wallet your account book, from time to time while the app is closed, as often as it finds right. Only on a connection it knows.`}
      checked={isOn}
      onChecked={(on) => void choose(sync, on)}
    />
  );
}

/** The browser offers it to an installed app, and to no other. */
async function find(): Promise<PeriodicSync | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const { periodicSync } = (registration ?? {}) as { periodicSync?: PeriodicSync };
  if (!periodicSync) return null;
  const name = "periodic-background-sync" as PermissionName;
  const permission = await navigator.permissions.query({ name }).catch(() => undefined);
  return permission?.state === "granted" ? periodicSync : null;
}
