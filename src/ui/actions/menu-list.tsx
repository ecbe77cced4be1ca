import {
  useEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
} from "react";
import styles from "./menu.module.css";

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  tone?: "plain" | "danger" | undefined;
  onSelect: () => void;
}

export interface MenuListProps {
  /** What the button's `popoverTarget` names. */
  id: string;
  /** What it is a list of, in words. */
  label: string;
  /** The button that opens it. */
  trigger: RefObject<HTMLButtonElement | null>;
  /** Divided by hairlines. */
  groups: readonly (readonly MenuItem[])[];
  /** Above the entries, such as who is logged in. */
  header?: ReactNode;
  /** It was asked for before it was there. */
  opens?: boolean;
}

/** The list of acts that a button opens; arrow keys move, Escape closes and gives focus back. */
export function MenuList({ id, label, trigger, groups, header, opens = false }: MenuListProps) {
  const menu = useRef<HTMLDivElement>(null);
  const atOnce = useRef(opens);

  useEffect(() => {
    if (atOnce.current && trigger.current) menu.current?.showPopover({ source: trigger.current });
    atOnce.current = false;
  }, [trigger]);

  function place(event: ToggleEvent<HTMLElement>) {
    const anchor = trigger.current;
    const list = menu.current;
    if (event.newState !== "open" || anchor === null || list === null) return;
    const box = anchor.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const atRight = box.left + box.width / 2 > width / 2;
    list.style.top = `${Math.round(box.bottom + 4)}px`;
    list.style.right = atRight ? `${Math.max(8, Math.round(width - box.right))}px` : "auto";
    list.style.left = atRight ? "auto" : `${Math.max(8, Math.round(box.left))}px`;
  }

  function move(event: KeyboardEvent) {
    const entries = [...(menu.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const next =
      event.key === "ArrowDown"
        ? (at + 1) % entries.length
        : event.key === "ArrowUp"
          ? (at <= 0 ? entries.length : at) - 1
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? entries.length - 1
              : undefined;
    if (event.key === "Tab") menu.current?.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    entries[next]?.focus();
  }

  function select(item: MenuItem) {
    menu.current?.hidePopover();
    item.onSelect();
  }

  return (
    <div
      ref={menu}
      id={id}
      popover="auto"
      className={styles.popover}
      onBeforeToggle={place}
      onToggle={(event) =>
        event.newState === "open" &&
        menu.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus()
      }
    >
      {header !== undefined && <div className={styles.header}>{header}</div>}
      <div role="menu" aria-label={label}>
        {groups.map((group) => (
          <div key={group[0]?.id ?? "none"} role="group" className={styles.group}>
            {group.map((item) => (
              <button
                key={item.id}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={styles.item}
                data-tone={item.tone}
                onClick={() => select(item)}
                onKeyDown={move}
              >
                {item.icon}
                {item.label}
              </button>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
