import { useEffect, useEffectEvent, useRef } from "react";

/** The first change is written at once; while somebody goes on typing, one write in this time. */
const writeEveryMs = 400;
const typedInto = "textarea, input:not([type=radio], [type=checkbox], [type=range], [type=file])";

/** The store of one form's drafts on the device, by their subject. */
export interface DraftStore<Of extends string, Draft, Found = Draft> {
  /** Resolves to undefined where there is no draft that fits the form. */
  read: (of: Of) => Promise<Found | undefined>;
  keep: (of: Of, draft: Draft) => unknown;
}

export interface PersistedDraftOptions<Of extends string, Draft, Found> {
  /** Created once, outside of any component. */
  store: DraftStore<Of, Draft, Found>;
  of: Of;
  /** The current input, as JSON to persist. */
  draft: Draft;
  /** Called with the persisted draft when no field has the focus, unless the user has typed meanwhile. */
  restore: (stored: Found) => void;
}

/**
 * Persists the input of a form, so that it survives a reload and a change of the screen. The form calls
 * `touched` when the user types, and `submitted` when its input was used, which stops further writes.
 */
export function usePersistedDraft<Of extends string, Draft, Found = Draft>({
  store,
  of,
  draft,
  restore,
}: PersistedDraftOptions<Of, Draft, Found>) {
  const isTouched = useRef(false);
  /** Writes the changes that are not persisted yet. */
  const pending = useRef<(() => void) | null>(null);
  const writtenAt = useRef(Number.NEGATIVE_INFINITY);
  // An effect event, so that a change of the language does not read the draft again.
  const restoreDraft = useEffectEvent(restore);

  useEffect(() => {
    const left = new AbortController();
    isTouched.current = false;
    void store.read(of).then((stored) => {
      if (stored === undefined) return;
      whenNobodyTypes(left.signal, () => {
        if (!isTouched.current) restoreDraft(stored);
      });
    });
    return () => {
      left.abort();
      // Input right before leaving is persisted as well.
      pending.current?.();
    };
  }, [store, of]);

  const text = JSON.stringify(draft);
  useEffect(() => {
    if (!isTouched.current) return;
    const write = () => {
      if (isTouched.current) void store.keep(of, JSON.parse(text) as Draft);
      pending.current = null;
      writtenAt.current = performance.now();
    };
    pending.current = write;
    const timer = setTimeout(write, writtenAt.current + writeEveryMs - performance.now());
    // A browser may still give up a write of a page that has gone.
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [store, of, text]);

  return {
    touched: () => {
      isTouched.current = true;
    },
    submitted: () => {
      isTouched.current = false;
      pending.current = null;
    },
  };
}

/**
 * Runs `act` when no text field has the focus: a text that is replaced while somebody types would be mixed
 * with their input.
 */
function whenNobodyTypes(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) return;
  if (document.activeElement?.matches(typedInto) !== true) return act();
  addEventListener("focusout", () => setTimeout(() => whenNobodyTypes(signal, act)), {
    once: true,
    signal,
  });
}
