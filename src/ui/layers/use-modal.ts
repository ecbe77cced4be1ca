import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
} from "react";
import { flushSync } from "react-dom";
import { holdBusy } from "../../lib/busy-flags.ts";
import { nextPaint } from "../../lib/next-paint.ts";
import { useSteady } from "../../lib/use-steady.ts";
import { enterHistory } from "./layer-history.ts";
import { lowerModal, raiseModal } from "./modal-host.ts";
import { showModal } from "./show-modal.ts";

export interface Modal {
  /** Whether to draw the contents: while open, and until the closing transition has ended. */
  shown: boolean;
  /** Closes it as a press asks for: it is seen to leave before the page beneath is laid open. */
  leave: () => void;
  dialogProps: {
    tabIndex: -1;
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => void;
    onClick: (event: SyntheticEvent<HTMLDialogElement>) => void;
    onClickCapture: (event: MouseEvent<HTMLDialogElement>) => void;
    onKeyDownCapture: (event: KeyboardEvent<HTMLDialogElement>) => void;
    onKeyUpCapture: () => void;
  };
}

/** Nobody has read a sheet in this time: a press on it was meant for what lay beneath. */
const freshMs = 400;
/** The system's longest double click, counted from the opening: its second press belongs to the opener. */
const doubleClickMs = 900;

/**
 * Binds a native modal dialog to `open`. Escape, the device's back and a press on the backdrop ask to close when
 * `dismissible`, and else let it nod: it was felt, and it stays. The browser gives focus back; `data-autofocus` inside
 * names the field that gets it first. Where what had it goes, such as the button of a question that has been answered,
 * the title of what stands there now gets it. Freshly open it takes no press (`data-fresh`, see the reset), nor the rest
 * of the press or held key that opened it.
 */
export function useModal(
  ref: RefObject<HTMLDialogElement | null>,
  open: boolean,
  onClose: () => void,
  dismissible: boolean,
): Modal {
  const pressedBackdrop = useRef(false);
  const openedAt = useRef(0);
  const keyHeld = useRef(false);
  const pressed = useRef(false);
  const [lingering, setLingering] = useState(open);
  if (open && !lingering) setLingering(true);
  const askToClose = useSteady(() => (dismissible ? onClose() : nod(ref.current)));
  const leave = () => {
    const layer = ref.current;
    if (!dismissible) return nod(layer);
    if (layer === null || "leaving" in layer.dataset) return;
    layer.dataset["leaving"] = "";
    void nextPaint().then(() => {
      // To close it computes the styles of the whole page. Who is asked may keep it open: then it comes back.
      if (layer.open) flushSync(askToClose);
      delete layer.dataset["leaving"];
    });
  };

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || dialog === null) return;
    // Before it is shown, which computes the styles of everything inside it.
    dialog.dataset["fresh"] = "";
    const passFocusOn = new MutationObserver(() => {
      if (document.activeElement === document.body && dialog.matches(":modal"))
        (dialog.querySelector<HTMLElement>("h2[tabindex]") ?? dialog).focus();
    });
    const takeAway = showModal(dialog, () => {
      raiseModal(dialog);
      (dialog.querySelector<HTMLElement>("[data-autofocus]") ?? dialog).focus();
      passFocusOn.observe(dialog, { childList: true, subtree: true });
    });
    const release = holdBusy("sheet");
    const leaveHistory = enterHistory({ back: askToClose });
    openedAt.current = performance.now();
    keyHeld.current = true;
    pressed.current = false;
    const settled = setTimeout(() => delete dialog.dataset["fresh"], freshMs);
    return () => {
      passFocusOn.disconnect();
      clearTimeout(settled);
      delete dialog.dataset["fresh"];
      lowerModal(dialog);
      takeAway();
      leaveHistory();
      release();
    };
  }, [ref, open, askToClose]);

  useEffect(() => {
    if (open || !lingering) return;
    let current = true;
    const leaving = ref.current?.getAnimations() ?? [];
    void Promise.allSettled(leaving.map((animation) => animation.finished)).then(() => {
      if (current) setLingering(false);
    });
    return () => {
      current = false;
    };
  }, [ref, open, lingering]);

  return {
    shown: open || lingering,
    leave,
    dialogProps: {
      tabIndex: -1,
      onCancel(event) {
        // A file input inside fires a bubbling `cancel` of its own.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        askToClose();
      },
      onClose(event) {
        // The browser may close by itself on a second Escape.
        if (open && event.target === event.currentTarget && !event.currentTarget.open) onClose();
      },
      onClickCapture(event) {
        // A key's click has no count.
        const { detail, timeStamp } = event.nativeEvent;
        const age = timeStamp - openedAt.current;
        const ofOpener = age < freshMs || (detail > 1 && !pressed.current && age < doubleClickMs);
        if (detail === 0 || !ofOpener) {
          pressed.current = true;
          return;
        }
        event.preventDefault();
        event.stopPropagation();
        // What it swallowed shows that it was felt.
        if (event.target !== event.currentTarget) nod(event.currentTarget);
      },
      onKeyDownCapture(event) {
        if (!event.repeat) keyHeld.current = false;
        else if (keyHeld.current && event.key === "Enter") {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      onKeyUpCapture() {
        keyHeld.current = false;
      },
      onPointerDown(event) {
        const { currentTarget, target } = event;
        pressedBackdrop.current = target === currentTarget && !("fresh" in currentTarget.dataset);
      },
      onClick(event) {
        if (pressedBackdrop.current && event.target === event.currentTarget) leave();
      },
    },
  };
}

/** Shows that a layer noticed the attempt to close it, and stays. */
function nod(layer: HTMLElement | null): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches)
    layer?.animate({ opacity: [1, 0.85, 1] }, { duration: 240 });
  else
    layer?.animate({ translate: ["0 0", "0 -8px", "0 0"] }, { duration: 240, easing: "ease-out" });
}
