import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { askRefresh } from "../../features/market/list/refresh-event.ts";
import {
  AssetsIcon,
  CoinsIcon,
  ContractsIcon,
  HomeIcon,
  SecondsIcon,
} from "../../ui/icons/navigation-icons.tsx";
import styles from "./tab-bar.module.css";

/** Home, coins, contracts, seconds, assets. */
export function TabBar() {
  const { t } = useLingui();
  const path = useLocation({ select: (location) => location.pathname });
  const tabs = [
    { to: "/", label: t`Home`, Icon: HomeIcon },
    { to: "/coins", label: t`Coins`, Icon: CoinsIcon },
    { to: "/contracts", label: t`Contracts`, Icon: ContractsIcon },
    { to: "/seconds", label: t`Seconds`, Icon: SecondsIcon },
    { to: "/assets", label: t`Assets`, Icon: AssetsIcon },
  ] as const;

  function press(event: MouseEvent, active: boolean) {
    if (!active) return;
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
          onClick={(event) => press(event, path === to)}
        >
          <Icon />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
