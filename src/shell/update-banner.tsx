import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { useState } from "react";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { applyUpdate, updateAtom } from "./worker-bridge.ts";

/** A newer build waits. It is applied on the tap and never by itself. */
export function UpdateBanner() {
  const { t } = useLingui();
  const [update, setUpdate] = useAtom(updateAtom);
  const [restarting, setRestarting] = useState(false);
  if (!update) return null;
  const restart = () => {
    setRestarting(true);
    applyUpdate();
  };
  return (
    <Banner
      flush
      live
      tone="info"
      closeLabel={t`Later`}
      onClose={() => setUpdate(null)}
      action={<Button size="small" look="primary" busy={restarting} onClick={restart}><Trans>Restart</Trans></Button>}
    >
      <p><Trans>A new version of Godwit is ready.</Trans></p>
      {update.changes.length > 0 && <ul>{update.changes.map((change) => <li key={change}>{change}</li>)}</ul>}
    </Banner>
  );
}
