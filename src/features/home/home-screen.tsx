import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { LatePart } from "../../ui/late-part.tsx";
import { HistoryIcon, SupportIcon } from "../../ui/navigation-icons.tsx";
import { liveFeed } from "../market/live-feed-instance.ts";
import { PullToRefresh } from "../market/pull-to-refresh.tsx";
import { useRefresh } from "../market/use-refresh.ts";
import { bannerQuery } from "../platform/queries.ts";
import { authorizedAtom } from "../session/session-atoms.ts";
import { walletBalanceQuery } from "../wallet/queries.ts";
import { Announcements } from "./announcements.tsx";
import { HomeMarkets } from "./home-markets.tsx";
import { MyValue } from "./my-value.tsx";
import { ServiceList } from "./service-list.tsx";
import { VisitorCard } from "./visitor-card.tsx";
import styles from "./home-screen.module.css";

const loadContacts = () => import("../platform/contacts-sheet.tsx").then((loaded) => loaded.ContactsSheet);

/**
 * Where one arrives: what I have, what the venue says, how the markets stand.
 * @param onMissing a part of the screen could not be fetched
 */
export function HomeScreen({ onMissing }: { onMissing: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const authorized = useAtomValue(authorizedAtom);
  const [service, setService] = useState(false);

  async function refresh(): Promise<void> {
    await Promise.all([
      liveFeed.refresh(),
      client.invalidateQueries({ queryKey: bannerQuery().queryKey }),
      authorized && client.invalidateQueries({ queryKey: walletBalanceQuery().queryKey }),
    ]);
  }
  // A refresh that fails leaves the rows with their age, which says it.
  useRefresh(() => void refresh().catch(() => undefined));

  return (
    <div className={styles.home}>
      <PullToRefresh onRefresh={refresh} />
      {authorized ? <MyValue /> : <VisitorCard />}
      <nav className={styles.actions} aria-label={t`Quick actions`}>
        <Link to="/history" className={styles.action}>
          <HistoryIcon />
          {t`History`}
        </Link>
        <button type="button" className={styles.action} aria-haspopup="dialog" onClick={() => setService(true)}>
          <SupportIcon />
          {t`Support`}
        </button>
      </nav>
      <Announcements />
      <HomeMarkets />
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
