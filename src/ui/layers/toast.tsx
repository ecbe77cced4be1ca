import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "../actions/icon-button.tsx";
import { CloseIcon } from "../icons/action-icons.tsx";
import { CheckCircleIcon, ErrorIcon, InfoIcon, WarningIcon } from "../icons/status-icons.tsx";
import { VisuallyHidden } from "../text/visually-hidden.tsx";
import {
  type Swipe,
  type SwipeDirection,
  dragLook,
  moveSwipe,
  startSwipe,
  swipeDismisses,
  swipeOffset,
} from "./swipe.ts";
import styles from "./toast.module.css";

export type ToastType = "success" | "error" | "warning" | "info";

export interface ToastItem {
  id: string;
  type: ToastType;
  title?: string | undefined;
  description: string;
  /** Milliseconds, 5000 by default; 0 stays until closed. */
  duration?: number | undefined;
  /** True by default. */
  closable?: boolean | undefined;
}

interface ToastProps {
  toast: ToastItem;
  onClose: (id: string) => void;
  /** The user pointed at it, touched it or focused it. */
  onAttend: (toast: ToastItem) => void;
  closeLabel: string;
  /** The name of the type for screen readers. */
  typeLabel: string;
}

export const toastIcons = {
  success: CheckCircleIcon,
  error: ErrorIcon,
  warning: WarningIcon,
  info: InfoIcon,
};
/** A live region announces changes only, so it has to exist before its text. */
const WORDS_AFTER_MS = 60;

/** Toasts that were read out, so that a toast that moves to another layer is not read out again. */
const announced = new WeakSet<ToastItem>();

/**
 * One toast. It follows the finger, fades, and is removed by a swipe up or sideways. Escape closes the focused
 * one. A press that does not drag it goes on to the control that it covers.
 */
export function Toast({ toast, onClose, onAttend, closeLabel, typeLabel }: ToastProps) {
  const item = useRef<HTMLLIElement>(null);
  const [isNews] = useState(() => !announced.has(toast));
  const [speaking, setSpeaking] = useState(!isNews);
  const TypeIcon = toastIcons[toast.type];
  const closable = toast.closable ?? true;
  const urgent = toast.type === "error" || toast.type === "warning";

  useSwipeAway(item, closable, () => onClose(toast.id));
  usePressThrough(item);

  const attend = useEffectEvent(() => onAttend(toast));
  const closeIfMayBe = useEffectEvent(() => closable && onClose(toast.id));
  useEffect(() => {
    const element = item.current;
    if (element === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The key must not reach the dialog below or the screen.
      event.preventDefault();
      event.stopPropagation();
      closeIfMayBe();
    };
    const look = () => attend();
    const attending = ["pointerenter", "pointerdown", "focusin"] as const;
    for (const name of attending) element.addEventListener(name, look);
    element.addEventListener("keydown", onKey);
    return () => {
      for (const name of attending) element.removeEventListener(name, look);
      element.removeEventListener("keydown", onKey);
    };
  }, []);

  useEffect(() => {
    if (speaking) return;
    const timer = setTimeout(() => {
      announced.add(toast);
      setSpeaking(true);
    }, WORDS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [speaking, toast]);

  return (
    <li ref={item} className={styles.toast} data-type={toast.type} tabIndex={-1}>
      <span className={styles.mark}>
        <TypeIcon size={20} />
      </span>
      <div
        className={styles.words}
        role={isNews ? (urgent ? "alert" : "status") : undefined}
        data-silent={!speaking || undefined}
      >
        <VisuallyHidden>{typeLabel}</VisuallyHidden>
        {toast.title !== undefined && <p className={styles.title}>{toast.title}</p>}
        <p>{toast.description}</p>
      </div>
      {closable && (
        <IconButton
          label={closeLabel}
          icon={<CloseIcon size={16} />}
          onClick={() => onClose(toast.id)}
        />
      )}
    </li>
  );
}

const DISMISSING: readonly SwipeDirection[] = ["up", "left", "right"];
const EXIT: Record<SwipeDirection, string> = {
  up: "0 -120%",
  down: "0 0",
  left: "-110% 0",
  right: "110% 0",
};
const EXIT_MS = 140;

/**
 * Lets one finger, pen or mouse drag the element, which follows and fades. A swipe up or sideways removes it where
 * `dismissible`; after a short or cancelled drag it springs back.
 */
function useSwipeAway(
  ref: RefObject<HTMLElement | null>,
  dismissible: boolean,
  onAway: () => void,
): void {
  const mayLeave = useEffectEvent(() => dismissible);
  const away = useEffectEvent(onAway);

  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let pointerId: number | null = null;
    let swipe: Swipe | null = null;
    const grab = (event: PointerEvent) => {
      if (
        pointerId !== null ||
        event.button !== 0 ||
        (event.target instanceof Element && event.target.closest("button"))
      )
        return;
      element.setPointerCapture(event.pointerId);
      pointerId = event.pointerId;
      swipe = startSwipe(pointOf(event));
    };
    const drag = (event: PointerEvent) => {
      if (swipe === null || event.pointerId !== pointerId) return;
      swipe = moveSwipe(swipe, pointOf(event));
      const look = dragLook(swipeOffset(swipe));
      element.dataset["dragged"] = "";
      element.style.translate = `${look.x}px ${look.y}px`;
      element.style.opacity = String(look.opacity);
    };
    const release = (event: PointerEvent) => {
      if (swipe === null || event.pointerId !== pointerId) return;
      const letGo = event.type === "pointerup" && mayLeave();
      const direction = letGo
        ? swipeDismisses(moveSwipe(swipe, pointOf(event)), DISMISSING)
        : undefined;
      swipe = null;
      pointerId = null;
      if (direction !== undefined) return leave(direction);
      delete element.dataset["dragged"];
      element.style.removeProperty("translate");
      element.style.removeProperty("opacity");
    };
    const leave = (direction: SwipeDirection) => {
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return away();
      const exit = element.animate(
        { translate: EXIT[direction], opacity: 0 },
        { duration: EXIT_MS, easing: "ease-out", fill: "forwards" },
      );
      exit.addEventListener("finish", () => away());
    };
    const listeners = {
      pointerdown: grab,
      pointermove: drag,
      pointerup: release,
      pointercancel: release,
      lostpointercapture: release,
    };
    const entries = Object.entries(listeners) as [
      keyof typeof listeners,
      (event: PointerEvent) => void,
    ][];
    for (const [name, listener] of entries) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) element.removeEventListener(name, listener);
    };
  }, [ref]);
}

const PRESS_PX = 10;
const CONTROLS = "a[href], button, input, select, textarea, summary, label, [role=button]";

/** Hands a press on the element to the control below it. Presses of its own buttons, and drags, stay here. */
function usePressThrough(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let down: { x: number; y: number } | null = null;
    const start = ({ clientX, clientY }: PointerEvent) => (down = { x: clientX, y: clientY });
    const press = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest("button") !== null) return;
      const { clientX: x, clientY: y } = event;
      if (down === null || Math.hypot(x - down.x, y - down.y) > PRESS_PX) return;
      const control = document
        .elementsFromPoint(x, y)
        .find((one) => !element.contains(one))
        ?.closest<HTMLElement>(CONTROLS);
      control?.focus({ preventScroll: true });
      control?.click();
    };
    element.addEventListener("pointerdown", start);
    element.addEventListener("click", press);
    return () => {
      element.removeEventListener("pointerdown", start);
      element.removeEventListener("click", press);
    };
  }, [ref]);
}

function pointOf(event: PointerEvent) {
  return { x: event.clientX, y: event.clientY, atMs: event.timeStamp };
}
