import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { lowerModal, raiseModal } from "../../../ui/layers/modal-host.ts";

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
 * Lets an element fill the screen: by the Fullscreen API where the browser has it, in landscape on phones that
 * can rotate, else as a popover over the whole page. Escape and the back button leave it. The rest of the page
 * is inert meanwhile.
 */
export function useFullScreen(ref: RefObject<HTMLElement | null>): FullScreen {
  const [full, setFull] = useState(false);
  const leave = useEffectEvent(() => setFull(false));

  useEffect(() => {
    const element = ref.current;
    if (!full || element === null) return;
    const release = makeOthersInert(element);
    const stop = new AbortController();
    const { signal } = stop;
    // Without the element the page is shorter and may lose its scroll position.
    const scrollTop = scrollY;
    let entered = false;
    // The back gesture must return to the page and not leave it.
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
      // Where the browser refuses, the popover is used at once.
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
      scrollTo({ top: scrollTop, behavior: "instant" });
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

/** Makes everything on the page but `element` inert. Returns a function that undoes it. */
function makeOthersInert(element: HTMLElement): () => void {
  const madeInert: HTMLElement[] = [];
  for (
    let at: HTMLElement = element;
    at !== document.body && at.parentElement;
    at = at.parentElement
  ) {
    for (const sibling of at.parentElement.children) {
      if (sibling === at || !(sibling instanceof HTMLElement) || sibling.inert) continue;
      sibling.inert = true;
      madeInert.push(sibling);
    }
  }
  raiseModal(element);
  return () => {
    for (const each of madeInert) each.inert = false;
    lowerModal(element);
  };
}
