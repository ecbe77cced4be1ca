import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { heldLaunchAtom } from "./launches.ts";
import { titleOf } from "../screen-titles.ts";

/** Another place was asked for from outside while something typed is on screen: the person decides. */
export function LaunchBanner() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const [to, setTo] = useAtom(heldLaunchAtom);
  if (to === null) return null;
  const place = i18n._(titleOf(to.split(/[?#]/)[0] ?? "/"));
  const open = () => {
    setTo(null);
    void navigate({ href: to });
  };
  return (
    <Banner
      flush
      live
      tone="info"
      closeLabel={t`Stay here`}
      onClose={() => setTo(null)}
      action={
        <Button size="small" look="primary" onClick={open}>
          <Trans context="a place of the app">Open</Trans>
        </Button>
      }
    >
      <p>
        <Trans>You were about to open “{place}”. What you began here would be lost.</Trans>
      </p>
    </Banner>
  );
}
