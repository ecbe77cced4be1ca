import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useAtom, useAtomValue } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { type ReactNode, useState } from "react";
import { certStatus } from "#protocol/api/user.ts";
import type { Banner } from "#protocol/api/platform.ts";
import { localKey } from "../../storage/web-storage.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { ChevronDownIcon, CloseIcon } from "../../ui/icons/action-icons.tsx";
import { InfoIcon, WarningIcon } from "../../ui/icons/status-icons.tsx";
import { isSafeAddress } from "../platform/contacts.ts";
import { platformAtom } from "../platform/platform-atoms.ts";
import { bannerQuery } from "../platform/queries.ts";
import { userAtom } from "../session/session-atoms.ts";
import { bannersFor } from "./banners-for.ts";
import styles from "./notice-line.module.css";

/** One line of what the venue has to say, until it is put away: the certification that is missing, else its announcements. */
export function NoticeLine() {
  const nudge = useCertificationNudge();
  return nudge ?? <Announcements />;
}

/** The announcements that were put away, as one text; a new one comes back. */
const readAtom = atomWithStorage<string>(localKey("godwit:announcements"), "", undefined, {
  getOnInit: true,
});

/** The first title in one line; a tap unfolds all announcements with their texts and links. */
function Announcements() {
  const { t, i18n } = useLingui();
  const { data, isPending } = useQuery(bannerQuery());
  const [read, setRead] = useAtom(readAtom);
  const [open, setOpen] = useState(false);
  const banners = bannersFor(data ?? [], i18n.locale);
  const key = banners.map(({ id }) => id).join(" ");
  const [first] = banners;

  // The line is kept free until they are there, unless they were put away before.
  if (isPending) return read === "" ? <div className={styles.place} /> : null;
  if (!first || read === key) return null;
  return (
    <section className={styles.notice} data-notice="" aria-label={t`Announcements`}>
      <Line onClose={() => setRead(key)}>
        <button
          type="button"
          className={styles.face}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <InfoIcon size={16} />
          <span className={styles.words}>{first.title === "" ? first.text : first.title}</span>
          <ChevronDownIcon size={16} />
        </button>
      </Line>
      {open && (
        <ul className={styles.all}>
          {banners.map((banner) => (
            <li key={banner.id}>
              <Announcement banner={banner} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.line}>
      {children}
      <IconButton label={t`Put this away`} icon={<CloseIcon size={16} />} onClick={onClose} />
    </div>
  );
}

function Announcement({ banner }: { banner: Banner }) {
  const router = useRouter();
  const content = (
    <>
      {banner.image !== "" && (
        <img src={banner.image} alt="" className={styles.image} loading="lazy" decoding="async" />
      )}
      <span>
        <strong>{banner.title}</strong>
        <span>{banner.text}</span>
      </span>
    </>
  );
  if (isSafeAddress(banner.link))
    return (
      <a href={banner.link} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  if (!/^\/(?![/\\])/.test(banner.link)) return <span>{content}</span>;
  return (
    <a
      href={banner.link}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void router.navigate({ href: banner.link });
      }}
    >
      {content}
    </a>
  );
}

/** The user and status of the dismissed hint: after a failed review it is shown again. */
const dismissedAtom = atomWithStorage<string>(localKey("godwit:kyc-nudge"), "", undefined, {
  getOnInit: true,
});

/** That withdrawals need a certification, while the user can act on it. */
function useCertificationNudge(): ReactNode {
  const { t } = useLingui();
  const user = useAtomValue(userAtom);
  const kyc = useAtomValue(platformAtom)?.base.kyc_required;
  const [dismissed, setDismissed] = useAtom(dismissedAtom);
  const status = Number(user?.certstatus ?? certStatus.certified);
  const failed = status === certStatus.failed;
  const key = `${user?.id ?? ""}:${status}`;
  if (
    !user ||
    !kyc?.includes("withdrawal") ||
    (status !== certStatus.none && !failed) ||
    dismissed === key
  )
    return null;
  return (
    <div className={styles.notice} data-notice="" data-tone={failed ? "warning" : undefined}>
      <Line onClose={() => setDismissed(key)}>
        <Link to="/certification" className={styles.face}>
          {failed ? <WarningIcon size={16} /> : <InfoIcon size={16} />}
          <span className={styles.words}>
            {failed ? t`Certification not accepted: correct it` : t`Get certified for withdrawals`}
          </span>
        </Link>
      </Line>
    </div>
  );
}
