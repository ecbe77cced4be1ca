import * as codes from "#protocol/wire/error-codes.ts";
import { codeProblem } from "../../session/form/new-password.ts";

/** What is asked for beside the password: a code that was sent, or one of the second factor. */
export type ProofCode = "sent" | "factor";
export type ProofField = "password" | "code";
export type ProofProblem = "password-missing" | "code-missing" | "code-malformed";

export interface ProofDraft {
  password: string;
  code: string;
}

/** What keeps the proof from being sent, by field. A second factor may be a recovery code, so its form is not judged here. */
export function proofProblems(
  { password, code }: ProofDraft,
  asks: ProofCode | undefined,
): Partial<Record<ProofField, ProofProblem>> {
  const factorProblem = code.trim().length < 6 ? "code-missing" : undefined;
  const wrongCode =
    asks === "sent" ? codeProblem(code, true) : asks === "factor" ? factorProblem : undefined;
  return {
    ...(password === "" && { password: "password-missing" as const }),
    ...(wrongCode && { code: wrongCode }),
  };
}

/** The field a refusal belongs beside. */
export function proofRefusal(status: number): ProofField | undefined {
  if (status === codes.wrongCredentials) return "password";
  return status === codes.wrongCode ? "code" : undefined;
}
