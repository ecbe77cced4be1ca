import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import * as v from "valibot";
import { symbolsQuery } from "../../features/market/feed/market-queries.ts";
import { symbolName } from "../../features/market/feed/symbol-name.ts";
import { searchSymbols } from "../../features/market/list/market-search.ts";
import { authorizedAtom } from "../../features/session/session-atoms.ts";
import { readLocal, writeLocal } from "../../storage/web-storage.ts";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { Sheet } from "../../ui/layers/sheet.tsx";
import { titleOf } from "../screen-titles.ts";
import { changeAppearance } from "../settings/appearance.ts";
import { type Command, commandNames, commands } from "./key-map.ts";
import styles from "./keys.module.css";

interface Entry {
  id: string;
  label: string;
  /** What kind of thing it is, in a word. */
  kind: string;
  run: () => void;
}

export interface PaletteProps {
  open: boolean;
  onClose: () => void;
  /** What a key does was chosen instead. */
  onCommand: (command: Command) => void;
}

/** Entries shown at a time. */
const most = 12;
const mostRecent = 5;
const screens = ["/", "/coins", "/contracts", "/seconds", "/useragreement"] as const;
const ownScreens = [
  "/assets",
  "/history",
  "/recharge",
  "/withdraw",
  "/security",
  "/certification",
  "/invite",
] as const;
const visitorScreens = ["/login", "/register"] as const;

/** Finds a market, a screen, a setting or what a key does by a few letters, typed with slips, too. */
export function Palette({ open, onClose, onCommand }: PaletteProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Search`} closeLabel={t`Close`}>
      <Finder onClose={onClose} onCommand={onCommand} />
    </Sheet>
  );
}

function Finder({ onClose, onCommand }: Omit<PaletteProps, "open">) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(typed);
  const entries = useEntries(onCommand);
  const found = matching(entries, wanted, readRecent());
  const chosen = Math.min(at, found.length - 1);

  useEffect(() => {
    box.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  function take(entry: Entry | undefined) {
    if (!entry) return;
    writeRecent(entry.id);
    onClose();
    entry.run();
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + found.length) % Math.max(1, found.length));
    else if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) take(found[chosen]);
    else return;
    event.preventDefault();
  }

  return (
    <div ref={box} className={styles.finder}>
      <SearchField
        data-autofocus
        label={t`Search markets, screens and settings`}
        clearLabel={t`Clear search`}
        value={typed}
        onValue={(text) => {
          setTyped(text);
          setAt(0);
        }}
        onKeyDown={press}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[chosen] && `${listId}-${chosen}`}
        aria-autocomplete="list"
      />
      <div id={listId} role="listbox" aria-label={t`Found`} className={styles.found}>
        {found.map((entry, index) => (
          <button
            key={entry.id}
            type="button"
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.entry}
            onClick={() => take(entry)}
            onPointerMove={() => setAt(index)}
          >
            <span>{entry.label}</span>
            <span className={styles.kind}>{entry.kind}</span>
          </button>
        ))}
      </div>
      <p role="status" className={styles.note}>
        {found.length === 0 ? t`Nothing is called so` : ""}
      </p>
    </div>
  );
}

/** All that can be found, in the order in which it is shown where nothing is typed. */
function useEntries(onCommand: (command: Command) => void): Entry[] {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const authorized = useAtomValue(authorizedAtom);
  const rules = useQuery(symbolsQuery()).data ?? [];
  const screenEntry = (path: string): Entry => ({
    id: path,
    label: path === "/" ? t`Home` : i18n._(titleOf(path)),
    kind: t`Screen`,
    run: () => void navigate({ to: path }),
  });
  const theme = (id: "light" | "dark" | "system", label: string): Entry => ({
    id: `theme:${id}`,
    label,
    kind: t`Setting`,
    run: () => changeAppearance({ theme: id }),
  });
  return [
    ...[...screens, ...(authorized ? ownScreens : visitorScreens)].map(screenEntry),
    ...rules.flatMap(({ symbol, name, contract, second }) => {
      const pair = symbolName(symbol);
      const market = (id: string, kind: string, to: string): Entry => ({
        id: `${id}:${symbol}`,
        label: name ? `${pair} · ${name}` : pair,
        kind,
        run: () => void navigate({ to, search: { symbol } as never }),
      });
      return [
        market("coin", t`Coins`, "/coins"),
        ...(contract ? [market("contract", t`Contracts`, "/contracts")] : []),
        ...(second ? [market("second", t`Seconds`, "/seconds")] : []),
      ];
    }),
    ...commandNames
      .filter((name) => name !== "palette")
      .map((name): Entry => ({
        id: `key:${name}`,
        label: i18n._(commands[name].label),
        kind: t`Action`,
        run: () => onCommand(name),
      })),
    theme("light", t`Light`),
    theme("dark", t`Dark`),
    theme("system", t`As the device`),
  ];
}

/** What was taken last stands first as long as nothing is typed. */
function matching(entries: readonly Entry[], typed: string, recent: readonly string[]): Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  if (typed.trim() === "") {
    const last = recent.flatMap((id) => byId.get(id) ?? []);
    return [...last, ...entries.filter((entry) => !last.includes(entry))].slice(0, most);
  }
  const rows = entries.map(({ id, label }) => {
    const [pair = label, name = label] = label.split(" · ");
    const [base = pair, quote = ""] = pair.split("/");
    return { symbol: id, base: base.replaceAll(" ", ""), quote, name };
  });
  return searchSymbols(rows, typed)
    .slice(0, most)
    .flatMap((id) => byId.get(id) ?? []);
}

const recentIds = v.fallback(v.pipe(v.array(v.string()), v.maxLength(mostRecent)), []);

function readRecent(): string[] {
  try {
    return v.parse(recentIds, JSON.parse(readLocal("godwit:palette") ?? "[]"));
  } catch {
    return [];
  }
}

function writeRecent(id: string): void {
  const ids = [id, ...readRecent().filter((one) => one !== id)].slice(0, mostRecent);
  writeLocal("godwit:palette", JSON.stringify(ids));
}
