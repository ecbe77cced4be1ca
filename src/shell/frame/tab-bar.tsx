import { useLingui } from "@lingui/react/macro";
import { Link, useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, type MouseEvent } from "react";
import { askRefresh } from "../../features/market/list/refresh-event.ts";
import {
  AssetsIcon,
  CoinsIcon,
  ContractsIcon,
  HomeIcon,
  SecondsIcon,
} from "../../ui/icons/navigation-icons.tsx";
import { leaveTab, returnToTab } from "./tab-places.ts";
import styles from "./tab-bar.module.css";

/** Home, coins, contracts, seconds, assets. */
export function TabBar() {
  const { t } = useLingui();
  const router = useRouter();
  const path = useLocation({ select: (location) => location.pathname });
  const tabs = [
    { to: "/", label: t`Home`, Icon: HomeIcon },
    { to: "/coins", label: t`Coins`, Icon: CoinsIcon },
    { to: "/contracts", label: t`Contracts`, Icon: ContractsIcon },
    { to: "/seconds", label: t`Seconds`, Icon: SecondsIcon },
    { to: "/assets", label: t`Assets`, Icon: AssetsIcon },
  ] as const;

  useEffect(
    () => router.subscribe("onRendered", ({ toLocation }) => returnToTab(toLocation.pathname)),
    [router],
  );

  function press(event: MouseEvent, to: string) {
    // Another window or tab of the browser takes nothing from this one.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (to !== path) return leaveTab(path, to);
    event.preventDefault();
    scrollTo({
      top: 0,
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    });
    askRefresh();
  }

  return (
    <nav className={styles.bar} aria-label={t`Main`}>
      {tabs.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          aria-current={path === to ? "page" : undefined}
          resetScroll={false}
          onClick={(event) => press(event, to)}
        >
          <Icon />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
