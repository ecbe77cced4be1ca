import { useRef, type PointerEvent } from "react";
import { dragLook, moveSwipe, startSwipe, swipeDismisses, swipeOffset, type Swipe, type SwipeDirection } from "../lib/swipe.ts";
import { CloseIcon } from "./action-icons.tsx";
import { IconButton } from "./icon-button.tsx";
import { CheckCircleIcon, ErrorIcon, InfoIcon, WarningIcon } from "./status-icons.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";
import styles from "./toast.module.css";

export type ToastType = "success" | "error" | "warning" | "info";

export interface ToastItem {
  id: string;
  type: ToastType;
  title?: string | undefined;
  description: string;
  /** Milliseconds; 5000 when left out, 0 stays until closed. */
  duration?: number | undefined;
  /** True when left out. */
  closable?: boolean | undefined;
}

export interface ToastProps {
  toast: ToastItem;
  onClose: (id: string) => void;
  /** Told while a finger or pen drags it. */
  onHold: (held: boolean) => void;
  closeLabel: string;
  /** The type in words, for ears. */
  typeLabel: string;
}

const ICONS = { success: CheckCircleIcon, error: ErrorIcon, warning: WarningIcon, info: InfoIcon };
const DISMISSING: readonly SwipeDirection[] = ["up", "left", "right"];
const EXIT: Record<SwipeDirection, string> = { up: "0 -120%", down: "0 0", left: "-110% 0", right: "110% 0" };
const EXIT_MS = 140;

/** One notice: follows the finger, fades as it goes, and leaves by a swipe up or sideways. */
export function Toast({ toast, onClose, onHold, closeLabel, typeLabel }: ToastProps) {
  const swipe = useRef<Swipe | null>(null);
  const TypeIcon = ICONS[toast.type];
  const closable = toast.closable ?? true;

  function grab(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest("button"))) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    swipe.current = startSwipe(pointOf(event));
    onHold(true);
  }

  function drag(event: PointerEvent<HTMLElement>) {
    if (swipe.current === null) return;
    swipe.current = moveSwipe(swipe.current, pointOf(event));
    const look = dragLook(swipeOffset(swipe.current));
    event.currentTarget.style.translate = `${look.x}px ${look.y}px`;
    event.currentTarget.style.opacity = String(look.opacity);
  }

  function release(event: PointerEvent<HTMLElement>) {
    if (swipe.current === null) return;
    const element = event.currentTarget;
    const last = moveSwipe(swipe.current, pointOf(event));
    const direction = closable && event.type === "pointerup" ? swipeDismisses(last, DISMISSING) : undefined;
    swipe.current = null;
    onHold(false);
    if (direction !== undefined) return leave(element, direction);
    element.style.removeProperty("translate");
    element.style.removeProperty("opacity");
  }

  function leave(element: HTMLElement, direction: SwipeDirection) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return onClose(toast.id);
    const exit = element.animate({ translate: EXIT[direction], opacity: 0 }, { duration: EXIT_MS, easing: "ease-out", fill: "forwards" });
    exit.addEventListener("finish", () => onClose(toast.id));
  }

  return (
    <div
      className={styles.toast}
      data-type={toast.type}
      role={toast.type === "error" || toast.type === "warning" ? "alert" : "status"}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <span className={styles.mark}>
        <TypeIcon size={20} />
      </span>
      <div className={styles.words}>
        <VisuallyHidden>{typeLabel}</VisuallyHidden>
        {toast.title !== undefined && <p className={styles.title}>{toast.title}</p>}
        <p>{toast.description}</p>
      </div>
      {closable && <IconButton label={closeLabel} icon={<CloseIcon size={16} />} onClick={() => onClose(toast.id)} />}
    </div>
  );
}

function pointOf(event: PointerEvent) {
  return { x: event.clientX, y: event.clientY, atMs: event.timeStamp };
}
