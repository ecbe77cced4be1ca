import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import styles from "./tabs.module.css";

export interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
  /** A small count behind the label. */
  count?: number | string | undefined;
}

export interface TabsProps<Id extends string> {
  /** The name of the set, for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** At the right end of the row, outside the tab order of the tabs. */
  aside?: ReactNode;
  /** Stands in place of the tabs while what the panel shows belongs to none of them. The panel stays as it is. */
  instead?: ReactNode;
  /** The panel of the selected tab. */
  children: ReactNode;
}

const STEP_BY_KEY: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Views of one thing; arrow keys move between tabs and select at once. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  aside,
  instead,
  children,
}: TabsProps<Id>) {
  const setId = useId();
  const row = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const step = STEP_BY_KEY[event.key];
    const target =
      event.key === "Home"
        ? tabs[0]
        : event.key === "End"
          ? tabs.at(-1)
          : step === undefined
            ? undefined
            : tabs[(at + step + tabs.length) % tabs.length];
    if (target === undefined) return;
    event.preventDefault();
    onSelect(target.id);
    row.current?.querySelector<HTMLElement>(`[id="${setId}-${target.id}"]`)?.focus();
  }

  const panel = { role: "tabpanel", "aria-labelledby": `${setId}-${selected}` };
  return (
    <div className={styles.tabs}>
      {instead ?? (
        <div className={styles.bar}>
          <div ref={row} role="tablist" aria-label={label} className={styles.row}>
            {tabs.map((tab) => (
              <button
                key={tab.id}
                id={`${setId}-${tab.id}`}
                type="button"
                role="tab"
                className={styles.tab}
                aria-selected={tab.id === selected}
                aria-controls={`${setId}-panel`}
                tabIndex={tab.id === selected ? 0 : -1}
                onClick={() => onSelect(tab.id)}
                onKeyDown={move}
              >
                <span>{tab.label}</span>
                {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
              </button>
            ))}
          </div>
          {aside !== undefined && <div className={styles.aside}>{aside}</div>}
        </div>
      )}
      <div id={`${setId}-panel`} {...(instead === undefined ? panel : {})}>
        {children}
      </div>
    </div>
  );
}
