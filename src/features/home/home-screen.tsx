import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { formatAmount } from "../../lib/format.ts";
import { buttonClass } from "../../ui/actions/button.tsx";
import {
  HistoryIcon,
  RechargeIcon,
  SupportIcon,
  WithdrawIcon,
} from "../../ui/icons/navigation-icons.tsx";
import { Card } from "../../ui/lists/card.tsx";
import { ListRow } from "../../ui/lists/list-row.tsx";
import { LatePart } from "../../ui/states/late-part.tsx";
import { MarketList } from "../market/list/market-list.tsx";
import { marketPlaces } from "../market/share/shared-entry.ts";
import { contactsAtom, platformAtom } from "../platform/platform-atoms.ts";
import { authorizedAtom } from "../session/session-atoms.ts";
import { NoticeLine } from "./notice-line.tsx";
import styles from "./home-screen.module.css";

const loadContacts = () =>
  import("../platform/contacts-sheet.tsx").then((loaded) => loaded.ContactsSheet);

/** What only those who are logged in see: no part of a visitor's first load. */
export const loadMyHome = () => import("./my-home.tsx").then((loaded) => loaded.MyHome);

/**
 * Home: the user's own, a line of news and the markets.
 * @param onMissing called where a part of the screen could not be loaded; one that was pressed for does not come by itself
 * @param find initial search text for the markets
 */
export function HomeScreen({
  onMissing,
  find,
}: {
  onMissing: (comesByItself: boolean) => void;
  find?: string | undefined;
}) {
  const authorized = useAtomValue(authorizedAtom);
  return (
    <div className={styles.home} data-window="">
      {authorized ? (
        <>
          <div className={styles.mine}>
            <LatePart load={loadMyHome} wanted onMissing={() => onMissing(true)} props={{}} />
          </div>
          <QuickActions onMissing={() => onMissing(false)} />
        </>
      ) : (
        <VisitorCard />
      )}
      <NoticeLine />
      <HomeMarkets find={find} />
      <ServiceList />
    </div>
  );
}

/** Where money comes in and goes out, and who helps where the venue names somebody. */
function QuickActions({ onMissing }: { onMissing: () => void }) {
  const { t } = useLingui();
  const hasSupport = useAtomValue(contactsAtom).length > 0;
  const [service, setService] = useState(false);
  return (
    <>
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
        {hasSupport && (
          <button
            type="button"
            className={styles.action}
            aria-haspopup="dialog"
            onClick={() => setService(true)}
          >
            <SupportIcon />
            {t`Support`}
          </button>
        )}
      </nav>
      <LatePart
        load={loadContacts}
        wanted={service}
        onMissing={() => {
          setService(false);
          onMissing();
        }}
        props={{ open: service, onClose: () => setService(false) }}
      />
    </>
  );
}

const shortCount = 30;

/**
 * The markets on Home; a row leads to the screen of its product.
 * @param find initial search text, from an entry shared by another app
 */
function HomeMarkets({ find }: { find: string | undefined }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (find !== undefined) section.current?.scrollIntoView();
  }, [find]);
  return (
    <section ref={section} className={styles.markets} aria-label={t`Markets`}>
      <MarketList
        key={find}
        place="home"
        short={shortCount}
        find={find}
        onOpen={(symbol, scope) => void navigate({ to: marketPlaces[scope], search: { symbol } })}
      />
    </section>
  );
}

/** The customer-service contacts; nothing where the venue names none. */
function ServiceList() {
  const { t } = useLingui();
  const contacts = useAtomValue(contactsAtom);
  if (contacts.length === 0) return null;
  return (
    <div className={styles.service}>
      <Card title={t`Customer service`} flush>
        <ul>
          {contacts.map((contact) => (
            <li key={contact.url}>
              <ListRow
                lead={<SupportIcon />}
                title={contact.name}
                detail={contact.url.replace(/^(mailto|tel):/i, "")}
                chevron
                link={({ className, children }) => (
                  <a
                    href={contact.url}
                    target="_blank"
                    rel="noopener noreferrer"
                    className={className}
                  >
                    {children}
                  </a>
                )}
              />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** Shown to visitors in place of the total: how to get an account, and what it starts with. */
function VisitorCard() {
  const { i18n } = useLingui();
  const welcome = useAtomValue(platformAtom)?.base.welcome ?? {};
  const funds = Object.entries(welcome)
    .map(([currency, amount]) => `${formatAmount(amount, i18n.locale)}\u00a0${currency}`)
    .join(", ");
  return (
    <section className={styles.visitor} aria-labelledby="visitor-title">
      <h2 id="visitor-title">
        <Trans>Trade with paper money</Trans>
      </h2>
      <p>
        {funds === "" ? (
          <Trans>Open an account to trade and to keep favourites.</Trans>
        ) : (
          <Trans>A new account starts with {funds}.</Trans>
        )}
      </p>
      <div className={styles.enter}>
        <Link to="/login" className={buttonClass({ look: "secondary", wide: true })}>
          <Trans>Log in</Trans>
        </Link>
        <Link to="/register" className={buttonClass({ look: "primary", wide: true })}>
          <Trans>Register</Trans>
        </Link>
      </div>
    </section>
  );
}
