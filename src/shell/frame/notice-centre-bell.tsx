import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { noticePagesQuery } from "../../features/account/notices/notices-query.ts";
import { authorizedAtom } from "../../features/session/session-atoms.ts";
import { withTexts } from "../../i18n/activate.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { LatePart } from "../../ui/states/late-part.tsx";
import { BellIcon } from "../../ui/icons/navigation-icons.tsx";
import { showBadge } from "./app-badge.ts";
import { initializedAtom, store } from "../app-context.ts";
import { useNewNotices } from "../notice-centre/use-new-notices.ts";
import { missedToastsAtom, showToast } from "../toasts/toasts.ts";
import styles from "./notice-centre-bell.module.css";

const loadCentre = () =>
  withTexts("sheets", () => import("../notice-centre/notice-centre.tsx")).then(
    (loaded) => loaded.NoticeCentre,
  );

/** The largest number shown; above it the badge shows a plus. */
const mostShown = 99;

/** Opens the notice centre and shows the number of unread notices: missed toasts and the account's. */
export function NoticeBell() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const authorized = useAtomValue(authorizedAtom);
  const initialized = useAtomValue(initializedAtom);
  const missed = useAtomValue(missedToastsAtom).filter((toast) => toast.unread).length;
  const { data } = useInfiniteQuery({ ...noticePagesQuery(), enabled: authorized && initialized });
  const unreadNotices = authorized ? data?.pages[0]?.unread : 0;
  const unread = missed + (unreadNotices ?? 0);
  const label =
    unread === 0
      ? t`Notices`
      : t`Notices, ${plural(unread, { one: "# unread", other: "# unread" })}`;

  useNewNotices(authorized ? data?.pages[0]?.list : undefined);
  useEffect(() => {
    if (unreadNotices !== undefined) void showBadge(navigator, unreadNotices);
  }, [unreadNotices]);

  return (
    <>
      <span className={styles.bell}>
        <IconButton
          label={label}
          icon={<BellIcon />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread > mostShown ? `${mostShown}+` : unread}
          </span>
        )}
      </span>
      <LatePart
        load={loadCentre}
        wanted={open}
        onMissing={() => {
          setOpen(false);
          showToast(store, {
            type: "error",
            description: t`This part could not be loaded. Try again with a connection.`,
          });
        }}
        props={{ open, onClose: () => setOpen(false) }}
      />
    </>
  );
}
