import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { noticePagesQuery } from "../features/account/notices-query.ts";
import { authorizedAtom } from "../features/session/session-atoms.ts";
import { withTexts } from "../i18n/activate.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { LatePart } from "../ui/late-part.tsx";
import { BellIcon } from "../ui/navigation-icons.tsx";
import { showBadge } from "./app-badge.ts";
import { store } from "./app-context.ts";
import { initializedAtom } from "./initialized.ts";
import { missedToastsAtom, showToast } from "./toasts.ts";
import styles from "./notice-centre-bell.module.css";

const loadCentre = () =>
  withTexts("sheets", () => import("./notice-centre.tsx")).then((loaded) => loaded.NoticeCentre);

/** How much is unread, beyond which nobody counts. */
const mostShown = 99;

/** The way to the notice centre, with how many notices are unread: missed toasts and the account's. */
export function NoticeBell() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const authorized = useAtomValue(authorizedAtom);
  const initialized = useAtomValue(initializedAtom);
  const missed = useAtomValue(missedToastsAtom).filter((toast) => toast.unread).length;
  const { data } = useInfiniteQuery({ ...noticePagesQuery(), enabled: authorized && initialized });
  const kept = authorized ? data?.pages[0]?.unread : 0;
  const unread = missed + (kept ?? 0);
  const label =
    unread === 0
      ? t`Notices`
      : t`Notices, ${plural(unread, { one: "# unread", other: "# unread" })}`;

  useEffect(() => {
    if (kept !== undefined) void showBadge(navigator, kept);
  }, [kept]);

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
