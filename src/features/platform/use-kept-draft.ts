import { useEffect, useEffectEvent, useRef } from "react";

const writeDelayMs = 400;

/** Where drafts of one form lie on the device, by what they are about. */
export interface DraftShelf<Of extends string, Draft, Found = Draft> {
  /** Undefined where nothing lies there that the form could hold. */
  read: (of: Of) => Promise<Found | undefined>;
  keep: (of: Of, draft: Draft) => unknown;
}

export interface KeptDraftSituation<Of extends string, Draft, Found> {
  /** Made once, outside of any component. */
  shelf: DraftShelf<Of, Draft, Found>;
  of: Of;
  /** What is typed now, as it is to be kept: plain JSON. */
  draft: Draft;
  /** What the device kept has come, and nothing was typed meanwhile. */
  restore: (found: Found) => void;
}

/**
 * Lets what is typed in a form survive a reload, and the way to another screen and back. The form says when
 * somebody has `touched` it, and that what stood in it was `taken`, which is then kept no more.
 */
export function useKeptDraft<Of extends string, Draft, Found = Draft>({
  shelf,
  of,
  draft,
  restore,
}: KeptDraftSituation<Of, Draft, Found>) {
  const isTouched = useRef(false);
  /** Writes what the device has not got yet. */
  const pending = useRef<(() => void) | null>(null);
  // An event: another language does not read the draft again.
  const found = useEffectEvent(restore);

  useEffect(() => {
    let current = true;
    isTouched.current = false;
    void shelf.read(of).then((kept) => {
      if (current && !isTouched.current && kept !== undefined) found(kept);
    });
    return () => {
      current = false;
      // Whoever leaves at once has typed it all the same.
      pending.current?.();
    };
  }, [shelf, of]);

  const text = JSON.stringify(draft);
  useEffect(() => {
    if (!isTouched.current) return;
    const write = () => {
      if (isTouched.current) void shelf.keep(of, JSON.parse(text) as Draft);
      pending.current = null;
    };
    pending.current = write;
    const timer = setTimeout(write, writeDelayMs);
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [shelf, of, text]);

  return {
    touched: () => {
      isTouched.current = true;
    },
    taken: () => {
      isTouched.current = false;
      pending.current = null;
    },
  };
}
