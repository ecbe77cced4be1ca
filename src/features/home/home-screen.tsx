import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { LatePart } from "../../ui/late-part.tsx";
import {
  HistoryIcon,
  RechargeIcon,
  SupportIcon,
  WithdrawIcon,
} from "../../ui/navigation-icons.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { Announcements } from "./announcements.tsx";
import { HomeMarkets } from "./home-markets.tsx";
import { KycNudge } from "./kyc-nudge.tsx";
import { MyValue } from "./my-value.tsx";
import { ServiceList } from "./service-list.tsx";
import { VisitorCard } from "./visitor-card.tsx";
import styles from "./home-screen.module.css";

const loadContacts = () =>
  import("../platform/contacts-sheet.tsx").then((loaded) => loaded.ContactsSheet);

/**
 * Where one arrives: what I have, what the venue says, how the markets stand.
 * @param onMissing a part of the screen could not be fetched
 * @param find what to look for among the markets
 */
export function HomeScreen({
  onMissing,
  find,
}: {
  onMissing: () => void;
  find?: string | undefined;
}) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const [service, setService] = useState(false);

  return (
    <div className={styles.home}>
      {authorized ? <MyValue /> : <VisitorCard />}
      <nav className={styles.actions} aria-label={t`Quick actions`}>
        <Link to="/recharge" className={styles.action}>
          <RechargeIcon />
          {t`Recharge`}
        </Link>
        <Link to="/withdraw" className={styles.action}>
          <WithdrawIcon />
          {t`Withdraw`}
        </Link>
        <Link to="/history" className={styles.action}>
          <HistoryIcon />
          {t`History`}
        </Link>
        <button
          type="button"
          className={styles.action}
          aria-haspopup="dialog"
          onClick={() => setService(true)}
        >
          <SupportIcon />
          {t`Support`}
        </button>
      </nav>
      {authorized && <KycNudge />}
      <Announcements />
      <HomeMarkets find={find} />
      <ServiceList />
      <LatePart
        load={loadContacts}
        wanted={service}
        onMissing={() => {
          setService(false);
          onMissing();
        }}
        props={{ open: service, onClose: () => setService(false) }}
      />
    </div>
  );
}
