import { useEffect, useRef, useState, type RefObject } from "react";

export interface FormProblems<Field extends string> {
  formRef: RefObject<HTMLFormElement | null>;
  /** Whether the problem of a field may be shown: it was left with something in it, or the form was sent. */
  mayShow: (field: Field) => boolean;
  leave: (field: Field, value: string) => void;
  /** Shows every problem and moves the focus to the first field that has one. */
  showAll: () => void;
  /** Moves the focus to the first field with a problem, once it is drawn. */
  focusFirst: () => void;
}

/** When problems are told: not while one types, not for a field passed over, all of them once the form was sent. */
export function useFormProblems<Field extends string>(): FormProblems<Field> {
  const formRef = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [all, setAll] = useState(false);
  const [focusing, setFocusing] = useState(0);

  useEffect(() => {
    if (focusing > 0) formRef.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [focusing]);

  return {
    formRef,
    mayShow: (field) => all || left.has(field),
    leave(field, value) {
      if (value !== "" && !left.has(field)) setLeft(new Set([...left, field]));
    },
    showAll() {
      setAll(true);
      setFocusing((count) => count + 1);
    },
    focusFirst: () => setFocusing((count) => count + 1),
  };
}
