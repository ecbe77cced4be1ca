import { useEffect, useRef, useState, type RefObject } from "react";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { errorText } from "../../../i18n/error-messages.ts";

export interface FormProblems<Field extends string> {
  formRef: RefObject<HTMLFormElement | null>;
  /** Whether the problem of a field may be shown: the field was left with a value, or the form was sent. */
  mayShow: (field: Field) => boolean;
  leave: (field: Field, value: string) => void;
  /** Shows every problem and moves the focus to the first field that has one. */
  showAll: () => void;
  /** Moves the focus to the first field with a problem, after the next render. */
  focusFirst: () => void;
}

/** Decides when problems are shown: not while the user types, not for an empty field that was passed, all of them once the form was sent. */
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

interface FieldProblemsOptions<Field extends string, Problem extends string> {
  /** What sends the form: a write, or the call of a visitor. */
  sending: {
    error: { status: number | null; data: unknown } | null;
    isError: boolean;
    reset: () => void;
  };
  /** The problems of the draft by field. */
  problems: Partial<Record<Field, Problem>>;
  texts: Record<Problem, MessageDescriptor>;
  /** The field beside which a refusal is shown, and its problem where the code alone does not determine it. */
  refusalOf: (status: number, data: unknown) => { field: Field; problem?: Problem } | undefined;
  mayShow: (field: Field, problem: Problem) => boolean;
}

interface FieldProblems<Field extends string> {
  /** The message of a field: the problem of the draft, or the venue's refusal. */
  problemOf: (field: Field) => string | undefined;
  /** Wraps a setter so that the first change removes the refusal. */
  edit: <Value>(set: (value: Value) => void) => (value: Value) => void;
  /** A refusal that belongs to no field. */
  refusal: string | undefined;
}

/** The messages of a form beside its fields and about the whole form. */
export function useFieldProblems<Field extends string, Problem extends string>({
  sending,
  problems,
  texts,
  refusalOf,
  mayShow,
}: FieldProblemsOptions<Field, Problem>): FieldProblems<Field> {
  const { i18n } = useLingui();
  const status = sending.error?.status ?? null;
  const refused = status === null ? undefined : refusalOf(status, sending.error?.data);
  return {
    problemOf(field) {
      const problem = problems[field];
      if (problem && mayShow(field, problem)) return i18n._(texts[problem]);
      if (status === null || refused?.field !== field) return undefined;
      return i18n._(
        refused.problem ? texts[refused.problem] : errorText(status, sending.error?.data),
      );
    },
    edit: (set) => (value) => {
      if (sending.isError) sending.reset();
      set(value);
    },
    refusal:
      status === null || refused ? undefined : i18n._(errorText(status, sending.error?.data)),
  };
}
