import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { lowerModal, raiseModal } from "../../ui/modal-host.ts";

interface LockableOrientation {
  lock?: (orientation: "landscape") => Promise<void>;
  unlock?: () => void;
}

export interface FullScreen {
  full: boolean;
  enter: () => void;
  leave: () => void;
}

/**
 * Lets an element fill the screen: by the browser's full screen where it is offered, on its side on phones that
 * can be turned; else as a popover over the whole page. Escape and the way back leave it; all else on the page
 * is out of reach meanwhile.
 */
export function useFullScreen(ref: RefObject<HTMLElement | null>): FullScreen {
  const [full, setFull] = useState(false);
  const leave = useEffectEvent(() => setFull(false));

  useEffect(() => {
    const element = ref.current;
    if (!full || element === null) return;
    const release = holdAlone(element);
    const stop = new AbortController();
    const { signal } = stop;
    // Without the element the page is shorter and may lose its place.
    const place = scrollY;
    let entered = false;
    // The gesture that goes back must come back to the page and not leave it.
    history.pushState(history.state, "");
    let stepped = true;
    addEventListener(
      "popstate",
      () => {
        stepped = false;
        leave();
      },
      { signal },
    );
    document.addEventListener(
      "fullscreenchange",
      () => {
        if (document.fullscreenElement === element) entered = true;
        else if (entered) leave();
      },
      { signal },
    );
    document.addEventListener(
      "keydown",
      (event) => {
        if (
          event.key !== "Escape" ||
          event.defaultPrevented ||
          (event.target instanceof Element && event.target.closest("dialog[open]"))
        )
          return;
        leave();
      },
      { signal },
    );

    const orientation: LockableOrientation = screen.orientation;
    const cover = () => {
      element.popover = "manual";
      element.showPopover();
    };
    if (document.fullscreenEnabled) {
      // A sheet inside would be cut off from a refusal's way out, so a refusal falls back at once.
      element.requestFullscreen().then(
        () => {
          if (signal.aborted) void document.exitFullscreen().catch(() => undefined);
          else orientation.lock?.("landscape").catch(() => undefined);
        },
        () => signal.aborted || cover(),
      );
    } else cover();

    return () => {
      stop.abort();
      release();
      scrollTo({ top: place, behavior: "instant" });
      orientation.unlock?.();
      if (element.popover !== null) {
        if (element.matches(":popover-open")) element.hidePopover();
        element.popover = null;
      }
      if (document.fullscreenElement === element)
        void document.exitFullscreen().catch(() => undefined);
      if (stepped) history.back();
    };
  }, [ref, full]);

  return { full, enter: () => setFull(true), leave: () => setFull(false) };
}

/** Puts all that stands beside `element` on the page out of reach; answers the way to undo it. */
function holdAlone(element: HTMLElement): () => void {
  const held: HTMLElement[] = [];
  for (
    let at: HTMLElement = element;
    at !== document.body && at.parentElement;
    at = at.parentElement
  ) {
    for (const sibling of at.parentElement.children) {
      if (sibling === at || !(sibling instanceof HTMLElement) || sibling.inert) continue;
      sibling.inert = true;
      held.push(sibling);
    }
  }
  raiseModal(element);
  return () => {
    for (const each of held) each.inert = false;
    lowerModal(element);
  };
}
