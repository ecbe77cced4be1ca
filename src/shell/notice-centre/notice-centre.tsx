import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { NoticesList } from "../../features/account/notices/notices-list.tsx";
import { authorizedAtom } from "../../features/session/session-atoms.ts";
import { hideAmountsAtom } from "../../features/wallet/assets/wallet-atoms.ts";
import { formatRelative, formatTime } from "../../lib/format.ts";
import { Button } from "../../ui/actions/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { BellIcon } from "../../ui/icons/navigation-icons.tsx";
import { Sheet } from "../../ui/layers/sheet.tsx";
import { toastIcons } from "../../ui/layers/toast.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";
import { store } from "../app-context.ts";
import { clearMissedToasts, missedToastsAtom, readMissedToasts } from "../toasts/toasts.ts";
import { useToastTypeLabels } from "../toasts/toasts-host.tsx";
import styles from "./notice-centre.module.css";

/** The missed toasts, and the venue's notices to the account. */
export function NoticeCentre({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const missed = useAtomValue(missedToastsAtom);
  const hidden = useAtomValue(hideAmountsAtom);

  function leave() {
    readMissedToasts(store);
    onClose();
  }

  return (
    <Sheet open={open} onClose={leave} title={t`Notices`} closeLabel={t`Close`}>
      {missed.length > 0 && <MissedToasts />}
      {authorized && <NoticesList hidden={hidden} onLeave={leave} />}
      {missed.length === 0 && !authorized && (
        <EmptyState icon={<BellIcon />} title={t`No notices`}>
          <Trans>
            Short messages that you did not get to see stay here until you close the app. Log in for
            the notices of your account.
          </Trans>
        </EmptyState>
      )}
    </Sheet>
  );
}

function MissedToasts() {
  const { t, i18n } = useLingui();
  const missed = useAtomValue(missedToastsAtom);
  const typeLabels = useToastTypeLabels();
  const [now] = useState(Date.now);
  return (
    <section className={styles.section} aria-labelledby="missed-toasts">
      <div className={styles.head}>
        <h3 id="missed-toasts" className={styles.name}>
          <Trans>You may have missed</Trans>
        </h3>
        <Button
          size="small"
          look="quiet"
          onClick={() => clearMissedToasts(store)}
        >{t`Clear all`}</Button>
      </div>
      <ul>
        {missed.map((toast) => {
          const TypeIcon = toastIcons[toast.type];
          return (
            <li
              key={`${toast.id} ${toast.at}`}
              className={styles.toast}
              data-type={toast.type}
              data-unread={toast.unread || undefined}
            >
              <span className={styles.mark}>
                <TypeIcon size={20} />
              </span>
              <div className={styles.words}>
                <VisuallyHidden>
                  {toast.unread
                    ? t`Unread, ${typeLabels[toast.type]}:`
                    : `${typeLabels[toast.type]}:`}
                </VisuallyHidden>
                {toast.title !== undefined && <p className={styles.title}>{toast.title}</p>}
                <p>{toast.description}</p>
                <p className={styles.time}>
                  <time dateTime={new Date(toast.at).toISOString()}>
                    {formatTime(toast.at, i18n.locale, { seconds: true })} ·{" "}
                    {formatRelative(toast.at, Math.max(now, toast.at), i18n.locale)}
                  </time>
                </p>
              </div>
              {toast.unread && <span className={styles.dot} aria-hidden="true" />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
