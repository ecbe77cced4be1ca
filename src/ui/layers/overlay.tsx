import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Spinner } from "../icons/spinner.tsx";
import { VisuallyHidden } from "../text/visually-hidden.tsx";
import { useModalHost } from "./modal-host.ts";
import styles from "./overlay.module.css";

interface OverlayProps {
  visible: boolean;
  /** What the person is waiting for; shown and announced. */
  label: string;
}

/** The veil over everything but the toasts, dialogs included, for calls a person waits for. Takes clicks, touch, wheel and keys. */
export function Overlay({ visible, label }: OverlayProps) {
  const host = useModalHost();
  const veil = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = veil.current;
    if (element === null || !visible) return;
    element.showPopover();
    return () => {
      if (element.isConnected) element.hidePopover();
    };
  }, [visible, host]);
  useVeil(visible);

  if (host === null) return null;
  return createPortal(
    <>
      <div ref={veil} popover="manual" className={styles.veil} aria-hidden="true">
        <div className={styles.card}>
          <Spinner size={28} />
          <span>{label}</span>
        </div>
      </div>
      <VisuallyHidden>
        <span role="status">{visible ? label : ""}</span>
      </VisuallyHidden>
    </>,
    host,
  );
}

/** What acts on the page; its own keys, wheel and pointers are listed apart. */
const acts = [
  "click",
  "auxclick",
  "dblclick",
  "contextmenu",
  "submit",
  "pointerdown",
  "pointermove",
  "mousedown",
  "touchstart",
  "touchmove",
  "beforeinput",
  "paste",
  "cut",
  "drop",
  "dragstart",
  "cancel",
  "keypress",
  "keyup",
] as const;

/**
 * While `veiled`, nothing a person does reaches the page: no click, touch, wheel or key. What lies above the
 * veil (`data-above-veil`) stays in use, and Tab goes round in it. The browser's own keys (reload, zoom, tabs)
 * pass. Focus stays where it is, and comes back where the waiting took it away.
 */
function useVeil(veiled: boolean): void {
  // It ends in the frame in which the veil goes: a key pressed right after that counts.
  useLayoutEffect(() => {
    if (!veiled) return;
    const before = document.activeElement;
    const stop = (event: Event) => {
      if (isAbove(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const stopWheel = (event: WheelEvent) => {
      // With Ctrl it is the browser's zoom.
      if (!event.ctrlKey) stop(event);
    };
    const stopKey = (event: KeyboardEvent) => {
      if (isAbove(event.target)) {
        if (event.key === "Tab") goRound(event);
        return;
      }
      // The event goes on to the layer above; see `useToastFocus`.
      if (event.key === "F8") return;
      if (!isBrowsers(event)) event.preventDefault();
      event.stopPropagation();
    };
    const options = { capture: true, passive: false } as const;
    for (const name of acts) document.addEventListener(name, stop, options);
    document.addEventListener("wheel", stopWheel, options);
    document.addEventListener("keydown", stopKey, options);
    return () => {
      for (const name of acts) document.removeEventListener(name, stop, options);
      document.removeEventListener("wheel", stopWheel, options);
      document.removeEventListener("keydown", stopKey, options);
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [veiled]);
}

function isAbove(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-above-veil]") !== null;
}

function isBrowsers(event: KeyboardEvent): boolean {
  if (/^F\d+$/.test(event.key)) return true;
  // Alt with an arrow opens a list of choices; with Enter some browsers open a link.
  const acting =
    /^(Arrow|Enter$| $)/.test(event.key) && event.key !== "ArrowLeft" && event.key !== "ArrowRight";
  return (event.ctrlKey || event.metaKey || event.altKey) && !acting;
}

function goRound(event: KeyboardEvent): void {
  const layer = event.target instanceof Element ? event.target.closest("[data-above-veil]") : null;
  const stops = [...(layer?.querySelectorAll<HTMLElement>("button") ?? [])];
  const at = stops.findIndex((one) => one === document.activeElement);
  event.preventDefault();
  stops.at((at + (event.shiftKey ? -1 : 1)) % stops.length)?.focus();
}
