import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useEffect, useState } from "react";
import { readLocal, writeLocal } from "../../../storage/web-storage.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { noticeSettingsQuery } from "../notices/notice-settings-query.ts";
import { followPush } from "./follow-push.ts";
import { readPushState, switchPushOn } from "./push-device.ts";

/**
 * Offers to have notices pushed to this device, where what waits is on screen: the browser's own question comes after
 * a tap, and never by itself. Nothing where it is on, cannot be, or was put off.
 */
export function PushOffer() {
  const { t, i18n } = useLingui();
  const store = useStore();
  const { data } = useQuery(noticeSettingsQuery());
  const [isOffered, setOffered] = useState(false);
  const key = data?.push_key;

  useEffect(() => {
    if (key === undefined || readLocal("godwit:push-offer") !== null) return;
    let isOpen = true;
    void readPushState(key).then((state) => isOpen && setOffered(state === "off"));
    return () => {
      isOpen = false;
    };
  }, [key]);

  if (!isOffered || key === undefined) return null;

  async function accept(venueKey: string) {
    setOffered(false);
    const state = await switchPushOn(venueKey, i18n.locale).catch(() => "off");
    if (state === "on") followPush(store);
    else setOffered(state === "off");
  }

  return (
    <Banner
      tone="info"
      action={
        <>
          <Button size="small" onClick={() => void accept(key)}>{t`Yes`}</Button>
          <Button
            size="small"
            look="quiet"
            onClick={() => {
              writeLocal("godwit:push-offer", "later");
              setOffered(false);
            }}
          >{t`Not now`}</Button>
        </>
      }
    >
      <Trans>Do you want to hear of it on this device, also when Godwit is closed?</Trans>
    </Banner>
  );
}
