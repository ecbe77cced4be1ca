import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { CopyButton } from "../../../ui/actions/copy-button.tsx";
import { QrCode } from "../../../ui/figures/qr-code.tsx";
import { ShareIcon } from "../../../ui/icons/action-icons.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { LoginWanted } from "../../session/login-wanted.tsx";
import { authorizedAtom, userAtom } from "../../session/session-atoms.ts";
import { userInfoQuery } from "../../session/session-queries.ts";
import { invitationLink, isOnThisMachine } from "./invitation-link.ts";
import styles from "./invite.module.css";

/** The link by which others register here, as a text and as a picture, and how many came by it. */
export function InviteScreen() {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const user = useAtomValue(userAtom);
  const asked = useQuery({ ...userInfoQuery(), enabled: authorized });
  const [isByHand, setByHand] = useState(false);

  if (!authorized)
    return (
      <div className={styles.screen}>
        <LoginWanted title={t`Your invitation stands here`}>
          <Trans>Log in to see your link, and how many came by it.</Trans>
        </LoginWanted>
      </div>
    );
  const code = String(user?.invite_code ?? "");
  const link = code === "" ? undefined : invitationLink(location.origin, code);
  const joined = Number(user?.invite_member_count ?? 0);

  async function share(url: string) {
    try {
      await navigator.share({ title: "Godwit", text: t`Paper trading, to learn on`, url });
    } catch (error) {
      // Somebody who closes the share sheet has changed their mind; nothing failed.
      if (!(error instanceof DOMException && error.name === "AbortError")) setByHand(true);
    }
  }

  return (
    <div className={styles.screen}>
      <Card title={t`Your link`}>
        <p className={styles.soft}>
          <Trans>
            A person who opens this link registers with your invitation code. They get an account of
            their own with its own paper money. You see how many came, and nothing of their account.
          </Trans>
        </p>
        {link === undefined && asked.error !== null ? (
          <ErrorState
            compact
            title={t`Your link could not be read`}
            retryLabel={t`Try again`}
            onRetry={() => void asked.refetch()}
            busy={asked.isFetching}
          />
        ) : link === undefined ? (
          <Skeleton shape="block" />
        ) : (
          <>
            <div className={styles.code}>
              <QrCode text={link} label={t`QR code of your invitation link`} />
            </div>
            <div className={styles.link}>
              <span>{link}</span>
              <CopyButton
                text={link}
                label={t`Copy the link`}
                copiedLabel={t`Link copied`}
                onRefused={() => setByHand(true)}
              />
            </div>
            {isOnThisMachine(location.hostname) && (
              <Banner tone="warning">
                <Trans>
                  This address opens on this machine only. Open the app by the address that others
                  use to get a link for them.
                </Trans>
              </Banner>
            )}
            {isByHand && (
              <p role="status" className={styles.soft}>
                <Trans>
                  This browser does not let the app copy or share. Select the link instead.
                </Trans>
              </p>
            )}
            {"share" in navigator && (
              <Button look="primary" wide onClick={() => void share(link)}>
                <ShareIcon size={20} /> {t`Share the link`}
              </Button>
            )}
          </>
        )}
      </Card>
      {(user !== null || asked.error === null) && (
        <Card title={t`Who came`}>
          <KeyValues>
            <KeyValue label={t`Invitation code`}>
              {code === "" ? <Skeleton width="half" /> : code}
            </KeyValue>
          </KeyValues>
          {user !== null && (
            <p className={styles.soft}>
              <Plural
                value={joined}
                _0="Nobody has registered with your code yet."
                one="One person has registered with your code."
                other="# people have registered with your code."
              />
            </p>
          )}
        </Card>
      )}
    </div>
  );
}
