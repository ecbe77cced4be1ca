import { useId, useRef, type KeyboardEvent, type ReactNode, type ToggleEvent } from "react";
import { IconButton } from "./icon-button.tsx";
import styles from "./menu.module.css";

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  tone?: "plain" | "danger" | undefined;
  onSelect: () => void;
}

export interface MenuProps {
  /** What the button opens, in words. */
  label: string;
  icon: ReactNode;
  /** Divided by hairlines. */
  groups: readonly (readonly MenuItem[])[];
  /** Above the entries, such as who is logged in. */
  header?: ReactNode;
}

/** A button and the list of acts it opens; arrow keys move, Escape closes and gives focus back. */
export function Menu({ label, icon, groups, header }: MenuProps) {
  const menuId = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

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
      event.key === "ArrowDown" ? (at + 1) % entries.length
      : event.key === "ArrowUp" ? (at <= 0 ? entries.length : at) - 1
      : event.key === "Home" ? 0
      : event.key === "End" ? entries.length - 1
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
    <>
      <IconButton ref={trigger} label={label} icon={icon} popoverTarget={menuId} aria-haspopup="menu" />
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        className={styles.popover}
        onBeforeToggle={place}
        onToggle={(event) => event.newState === "open" && menu.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus()}
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
    </>
  );
}
