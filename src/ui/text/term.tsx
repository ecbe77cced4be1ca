import { useId, useRef, type MouseEvent, type ReactNode, type ToggleEvent } from "react";
import { rootPx } from "../../lib/root-px.ts";
import styles from "./term.module.css";

export interface TermProps {
  term: string;
  /** Over the meaning, where that is not the term itself. */
  title?: string | undefined;
  /** Shown under a mouse, for a term that is itself a figure: it stands there without a line under it. */
  tooltip?: string | undefined;
  /** What it means, in a sentence or two. */
  children: ReactNode;
}

const edgePx = 12;
const gapPx = 10;
const widthRem = 20;

/** A word of the trade that says what it is when tapped or pressed long: right below itself, or above where the page ends. */
export function Term({ term, title = term, tooltip, children }: TermProps) {
  const id = useId();
  const word = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLSpanElement>(null);

  function place(event: ToggleEvent<HTMLElement>) {
    const box = word.current?.getBoundingClientRect();
    const style = note.current?.style;
    if (event.newState !== "open" || !box || !style) return;
    const { clientWidth, clientHeight } = document.documentElement;
    const rem = rootPx();
    const width = Math.min(widthRem * rem, clientWidth - 2 * edgePx);
    const below = box.bottom <= clientHeight / 2;
    style.width = `${width}px`;
    style.left = `${Math.round(Math.max(edgePx, Math.min(box.left, clientWidth - width - edgePx)))}px`;
    style.top = below ? `${Math.round(box.bottom + gapPx)}px` : "auto";
    style.bottom = below ? "auto" : `${Math.round(clientHeight - box.top + gapPx)}px`;
    style.maxHeight = `${Math.round((below ? clientHeight - box.bottom : box.top) - gapPx - edgePx)}px`;
  }

  // Closes on scroll: it would stay while its word moves away.
  function follow(event: ToggleEvent<HTMLElement>) {
    const element = event.currentTarget;
    if (event.newState !== "open") return;
    const gone = new AbortController();
    const leave = ({ target }: Event) => target !== element && element.hidePopover();
    document.addEventListener("scroll", leave, {
      capture: true,
      passive: true,
      signal: gone.signal,
    });
    element.addEventListener("beforetoggle", () => gone.abort(), { once: true });
  }

  // A long press of a finger asks for a menu and makes no click.
  function open(event: MouseEvent<HTMLElement>) {
    if ((event.nativeEvent as PointerEvent).pointerType !== "touch") return;
    event.preventDefault();
    note.current?.showPopover();
  }

  return (
    <>
      <button
        ref={word}
        type="button"
        className={styles.term}
        title={tooltip}
        data-figure={tooltip === undefined ? undefined : ""}
        onContextMenu={open}
        popoverTarget={id}
        aria-haspopup="dialog"
      >
        {term}
      </button>
      <span
        ref={note}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        className={styles.note}
        onBeforeToggle={place}
        onToggle={follow}
      >
        <strong className={styles.title}>{title}</strong>
        <span className={styles.text}>{children}</span>
      </span>
    </>
  );
}
