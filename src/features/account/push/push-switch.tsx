import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { useStore } from "jotai";
import { followPush } from "./follow-push.ts";
import {
  type PushState,
  readPushState,
  sendTestPush,
  switchPushOff,
  switchPushOn,
} from "./push-device.ts";

type Trouble = "refused" | "test-lost" | null;

/** Whether this device gets notices while the app is closed, or why it cannot. */
export function PushSwitch({ pushKey }: { pushKey: string | undefined }) {
  const { t, i18n } = useLingui();
  const store = useStore();
  const [state, setState] = useState<PushState>();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>(null);
  const [isTestSent, setTestSent] = useState(false);

  useEffect(() => {
    let isOpen = true;
    void readPushState(pushKey).then((found) => isOpen && setState(found));
    return () => {
      isOpen = false;
    };
  }, [pushKey]);

  async function act(work: () => Promise<PushState>) {
    setBusy(true);
    setTrouble(null);
    setTestSent(false);
    try {
      const next = await work();
      setState(next);
      if (next === "on") followPush(store);
    } catch {
      setTrouble("refused");
    }
    setBusy(false);
  }

  async function test() {
    setTrouble(null);
    try {
      await sendTestPush();
      setTestSent(true);
    } catch {
      setTrouble("test-lost");
    }
  }

  const cannot =
    state === "none-sent" ? (
      <Trans>The operator of this venue has switched this off.</Trans>
    ) : state === "unsupported" ? (
      <Trans>This browser does not offer it.</Trans>
    ) : state === "not-installed" ? (
      <Trans>
        On iPhone and iPad only the installed app can do it: put Godwit on the home screen and open
        it there.
      </Trans>
    ) : state === "denied" ? (
      <Trans>
        Your browser refuses notifications of this site. Allow them in its settings, then come back.
      </Trans>
    ) : null;

  return (
    <>
      <Switch
        label={t`On this device, also when Godwit is closed`}
        hint={
          cannot ?? (
            <Trans>
              The messages go encrypted over the push service of your browser’s maker, who cannot
              read them. They end when you log out.
            </Trans>
          )
        }
        checked={state === "on"}
        disabled={isBusy || cannot !== null || state === undefined || pushKey === undefined}
        onChecked={(on) =>
          void act(() => (on ? switchPushOn(pushKey ?? "", i18n.locale) : switchPushOff()))
        }
      />
      {trouble === "refused" && (
        <Banner tone="warning" live>
          <Trans>Not switched. Nothing has changed; try again.</Trans>
        </Banner>
      )}
      {trouble === "test-lost" && (
        <Banner tone="warning" live>
          <Trans>The test was not sent. Try again with a connection.</Trans>
        </Banner>
      )}
      {state === "on" && (
        <Button look="quiet" onClick={() => void test()}>
          {isTestSent ? t`Sent. Again?` : t`Send a test`}
        </Button>
      )}
    </>
  );
}
