import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { Button } from "../actions/button.tsx";
import { useModalHost } from "./modal-host.ts";
import styles from "./toast-stack.module.css";
import { Toast, type ToastItem, type ToastType } from "./toast.tsx";

interface ToastStackProps {
  /** Newest first. */
  toasts: readonly ToastItem[];
  onClose: (id: string) => void;
  /** A toast expired; `attended` says whether the user pointed at it, touched it or focused it meanwhile. */
  onExpire: (id: string, attended: boolean) => void;
  /** The name of the region for screen readers; its key is added at the end. */
  label: string;
  closeLabel: string;
  closeAllLabel: string;
  typeLabels: Record<ToastType, string>;
}

/**
 * The toasts, from the top, above everything else, also above the loading overlay. While one is hovered, focused
 * or held, none expires.
 */
export function ToastStack({
  toasts,
  onClose,
  onExpire,
  label,
  closeLabel,
  closeAllLabel,
  typeLabels,
}: ToastStackProps) {
  const host = useModalHost();
  const region = useRef<HTMLElement>(null);
  const attendedToasts = useRef(new WeakSet<ToastItem>());
  const some = toasts.length > 0;
  const closable = toasts.filter((toast) => toast.closable ?? true);
  useTopLayer(region, some, host);
  const held = useAttended(region, some, host);
  useToastFocus(region, host, toasts);
  useToastTimers(toasts, some && held, (id) => {
    const toast = toasts.find((one) => one.id === id);
    onExpire(id, toast !== undefined && attendedToasts.current.has(toast));
  });

  if (host === null) return null;
  return createPortal(
    <section
      ref={region}
      popover="manual"
      className={styles.stack}
      aria-label={`${label} (${toastsKey})`}
      data-above-veil=""
    >
      <ol className={styles.list}>
        {toasts.map((toast) => (
          <Toast
            key={keyOf(toast)}
            toast={toast}
            onClose={onClose}
            onAttend={(attended) => attendedToasts.current.add(attended)}
            closeLabel={closeLabel}
            typeLabel={typeLabels[toast.type]}
          />
        ))}
      </ol>
      {closable.length > 1 && (
        <div className={styles.all}>
          <Button size="small" onClick={() => closable.forEach((toast) => onClose(toast.id))}>
            {closeAllLabel}
          </Button>
        </div>
      )}
    </section>,
    host,
  );
}

let lastKey = 0;
const keys = new WeakMap<ToastItem, number>();

/** A toast that replaces another with the same id is a new one: it is read out, and the others do not move. */
function keyOf(toast: ToastItem): number {
  const key = keys.get(toast) ?? ++lastKey;
  keys.set(toast, key);
  return key;
}

/** The key that moves focus to the toasts and back; the region's label names it. */
const toastsKey = "F8";

/**
 * Keyboard access to the toasts: F8 from anywhere, arrows between them, and F8 again to return. When the focused
 * toast goes, focus moves to the next one, and after the last one back to where it came from.
 */
function useToastFocus(
  region: RefObject<HTMLElement | null>,
  host: HTMLElement | null,
  toasts: readonly unknown[],
): void {
  const cameFrom = useRef<HTMLElement | null>(null);
  const focused = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key !== toastsKey ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        event.shiftKey
      )
        return;
      const inside = element.contains(document.activeElement);
      const target = inside ? cameFrom.current : newestOf(element);
      if (!inside && target === null) return;
      event.preventDefault();
      if (!inside)
        cameFrom.current =
          document.activeElement instanceof HTMLElement && document.activeElement !== document.body
            ? document.activeElement
            : null;
      if (inside && !target?.isConnected) (document.activeElement as HTMLElement | null)?.blur();
      else target?.focus();
    };
    const onIn = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement) focused.current = event.target;
      if (event.relatedTarget instanceof HTMLElement && !element.contains(event.relatedTarget))
        cameFrom.current = event.relatedTarget;
    };
    const onOut = (event: FocusEvent) => {
      // Some browsers also send the event for an element that is being removed.
      queueMicrotask(() => {
        if (event.target === focused.current && focused.current?.isConnected)
          focused.current = null;
      });
    };
    const onArrow = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const items = [...element.querySelectorAll<HTMLElement>("li")];
      const at = items.findIndex((item) => item.contains(document.activeElement));
      if (step === undefined || at === -1) return;
      event.preventDefault();
      items[at + step]?.focus();
    };
    // A press must not take focus from a field, and must not stop the timers after it ends.
    const onPress = (event: MouseEvent) => event.preventDefault();
    document.addEventListener("keydown", onKey);
    element.addEventListener("keydown", onArrow);
    element.addEventListener("mousedown", onPress);
    element.addEventListener("focusin", onIn);
    element.addEventListener("focusout", onOut);
    return () => {
      document.removeEventListener("keydown", onKey);
      element.removeEventListener("keydown", onArrow);
      element.removeEventListener("mousedown", onPress);
      element.removeEventListener("focusin", onIn);
      element.removeEventListener("focusout", onOut);
    };
  }, [region, host]);

  useLayoutEffect(() => {
    const element = region.current;
    if (element === null || focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    (newestOf(element) ?? (cameFrom.current?.isConnected ? cameFrom.current : host))?.focus({
      preventScroll: true,
    });
  }, [region, host, toasts]);
}

function newestOf(region: HTMLElement): HTMLElement | null {
  return region.querySelector<HTMLElement>("li");
}

interface Timed {
  id: string;
  duration?: number | undefined;
}

const DEFAULT_DURATION_MS = 5_000;

/**
 * Calls back when a toast expires (0 never does); while `held` or the page is hidden, all timers are paused. The
 * timer belongs to the object: a toast that replaces another with the same id starts again.
 */
function useToastTimers(
  toasts: readonly Timed[],
  held: boolean,
  onOver: (id: string) => void,
): void {
  const remainingMs = useRef(new WeakMap<Timed, number>());
  const hidden = usePageHidden();
  const tell = useEffectEvent(onOver);

  useEffect(() => {
    if (held || hidden) return;
    const remaining = remainingMs.current;
    const startedAt = performance.now();
    const running = toasts.filter((toast) => toast.duration !== 0);
    const timers = running.map((toast) => {
      const leftMs = remaining.get(toast) ?? toast.duration ?? DEFAULT_DURATION_MS;
      remaining.set(toast, leftMs);
      return setTimeout(() => tell(toast.id), leftMs);
    });
    return () => {
      const elapsedMs = performance.now() - startedAt;
      for (const timer of timers) clearTimeout(timer);
      for (const toast of running)
        remaining.set(toast, Math.max(0, (remaining.get(toast) ?? 0) - elapsedMs));
    };
  }, [toasts, held, hidden]);
}

function usePageHidden(): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const look = () => setHidden(document.visibilityState === "hidden");
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return hidden;
}

/**
 * Whether a mouse is over the element, a finger or button is down on it, or focus is inside it. `active` and
 * `host` change when the element appears or moves.
 */
function useAttended(
  ref: RefObject<HTMLElement | null>,
  active: boolean,
  host: HTMLElement | null,
): boolean {
  const [attended, setAttended] = useState(false);

  useEffect(() => {
    const element = ref.current;
    if (element === null || !active) return;
    const pressing = new Set<number>();
    const look = () =>
      setAttended(
        pressing.size > 0 ||
          element.matches(":focus-within") ||
          (matchMedia("(hover: hover)").matches && element.matches(":hover")),
      );
    const events = ["pointerover", "pointerleave", "focusin", "focusout"] as const;
    // After the event, when the browser has updated hover and focus; a toast that is removed under the mouse sends no event.
    const later = () => requestAnimationFrame(look);
    const press = (event: PointerEvent) => {
      pressing.add(event.pointerId);
      look();
    };
    // At the window: the pressed element may be gone before the release.
    const letGo = (event: PointerEvent) => {
      if (pressing.delete(event.pointerId)) later();
    };
    for (const name of events) element.addEventListener(name, later);
    element.addEventListener("pointerdown", press);
    addEventListener("pointerup", letGo, { capture: true });
    addEventListener("pointercancel", letGo, { capture: true });
    const watcher = new MutationObserver(later);
    watcher.observe(element, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
      for (const name of events) element.removeEventListener(name, later);
      element.removeEventListener("pointerdown", press);
      removeEventListener("pointerup", letGo, { capture: true });
      removeEventListener("pointercancel", letGo, { capture: true });
      setAttended(false);
    };
  }, [ref, active, host]);

  return attended;
}

/**
 * Shows a manual popover while `active`, and shows it again after another layer has opened: the top layer is in the
 * order of showing. `host` changes when the element moves.
 */
function useTopLayer(
  ref: RefObject<HTMLElement | null>,
  active: boolean,
  host: HTMLElement | null,
): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || !active) return;
    element.showPopover();
    const lift = (event: Event) => {
      if (
        event.target === element ||
        !(event instanceof ToggleEvent) ||
        event.newState !== "open" ||
        !element.isConnected
      )
        return;
      element.hidePopover();
      element.showPopover();
    };
    document.addEventListener("toggle", lift, { capture: true });
    return () => {
      document.removeEventListener("toggle", lift, { capture: true });
      if (element.isConnected) element.hidePopover();
    };
  }, [ref, active, host]);
}
