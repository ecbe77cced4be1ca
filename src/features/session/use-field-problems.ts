import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import type { ApiError } from "../../api/api-error.ts";
import { errorText } from "../../i18n/error-texts.ts";

export interface FieldProblemsOptions<Field extends string, Problem extends string> {
  /** The call that sends the form. */
  sending: { error: ApiError | null; isError: boolean; reset: () => void };
  /** What keeps the draft from being sent, by field. */
  problems: Partial<Record<Field, Problem>>;
  texts: Record<Problem, MessageDescriptor>;
  /** The field a refusal belongs beside, and what is wrong there where the code alone does not say it. */
  refusalOf: (status: number, data: unknown) => { field: Field; problem?: Problem } | undefined;
  mayShow: (field: Field, problem: Problem) => boolean;
}

export interface FieldProblems<Field extends string> {
  /** What is wrong with a field, in words: in the draft, or by the venue's refusal. */
  problemOf: (field: Field) => string | undefined;
  /** A setter with which a refusal goes away at the first change. */
  edit: <Value>(set: (value: Value) => void) => (value: Value) => void;
  /** A refusal that belongs to no field. */
  refusal: string | undefined;
}

/** What a form says beside its fields, and what it says of itself as a whole. */
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
      return i18n._(refused.problem ? texts[refused.problem] : errorText(status));
    },
    edit: (set) => (value) => {
      if (sending.isError) sending.reset();
      set(value);
    },
    refusal: status === null || refused ? undefined : i18n._(errorText(status)),
  };
}
