import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { ownFreezeMemo } from "#protocol/api/security.ts";
import { Banner, type BannerTone } from "../../../ui/states/banner.tsx";
import { Button, buttonClass } from "../../../ui/actions/button.tsx";
import { SupportIcon } from "../../../ui/icons/navigation-icons.tsx";
import { ContactsSheet } from "../../platform/contacts-sheet.tsx";
import type { AccountStatus } from "./account-status.ts";
import styles from "./account-status-notice.module.css";

export interface AccountStatusNoticeProps {
  status: Exclude<AccountStatus, "normal">;
  /** What the operator wrote about it; empty where nothing is known. */
  reason?: string | undefined;
}

/** A notice about a limited account: what that means, what still works, why, and whom to ask. */
export function AccountStatusNotice({ status, reason = "" }: AccountStatusNoticeProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const states: Record<
    AccountStatusNoticeProps["status"],
    { tone: BannerTone; title: string; meaning: ReactNode; works: ReactNode }
  > = {
    prohibited: {
      tone: "danger",
      title: t`This account is barred`,
      meaning: <Trans>The venue lets it log in no more, and has ended all its sessions.</Trans>,
      works: <Trans>Markets stay open to you without an account.</Trans>,
    },
    blocked: {
      tone: "danger",
      title: t`This account is blocked`,
      meaning: (
        <Trans>
          The venue answers none of its calls: balances, history and orders can be neither read nor
          changed until it lifts the block.
        </Trans>
      ),
      works: <Trans>Markets stay open to you, and you can log out.</Trans>,
    },
    frozen: {
      tone: "warning",
      title: t`This account is frozen`,
      meaning: (
        <Trans>
          New orders, withdrawals and changes to the account are off until the venue lifts it.
        </Trans>
      ),
      works: <Trans>You can look at everything, cancel orders and close positions.</Trans>,
    },
    "closing-only": {
      tone: "warning",
      title: t`This account may only close`,
      meaning: <Trans>The venue has switched new orders off for it.</Trans>,
      works: <Trans>Cancelling orders, closing positions and everything else still work.</Trans>,
    },
  };
  if (status === "frozen" && reason === ownFreezeMemo) return <OwnFreeze />;
  const { tone, title, meaning, works } = states[status];
  return (
    <>
      <Banner tone={tone}>
        <div className={styles.notice} data-account-status={status}>
          <p className={styles.title}>{title}</p>
          <p>
            {meaning} {works}
          </p>
          {/* `Trans` would interpret tags in the reason as its own. */}
          {reason !== "" && <p className={styles.reason}>{t`The venue's reason: “${reason}”`}</p>}
          <div className={styles.act}>
            <Button
              size="small"
              icon={<SupportIcon size={20} />}
              onClick={() => setAsking(true)}
            >{t`Ask customer service`}</Button>
          </div>
        </div>
      </Banner>
      <ContactsSheet open={asking} onClose={() => setAsking(false)} />
    </>
  );
}

/** The owner froze the account themselves, and knows where to unfreeze it. */
function OwnFreeze() {
  const { t } = useLingui();
  return (
    <Banner tone="warning">
      <div className={styles.notice} data-account-status="frozen">
        <p className={styles.title}>{t`You froze this account`}</p>
        <p>
          <Trans>
            New orders, withdrawals and changes are off until you open it again. You can look at
            everything, cancel orders and close positions.
          </Trans>
        </p>
        <div className={styles.act}>
          <Link
            to="/security"
            hash="freeze"
            className={buttonClass({ size: "small" })}
          >{t`Open it again`}</Link>
        </div>
      </div>
    </Banner>
  );
}
