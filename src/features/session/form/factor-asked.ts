import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as codes from "#protocol/wire/error-codes.ts";
import { totpQuery } from "../session-queries.ts";

/** The fewest signs that a code of either kind has. */
const leastSigns = 6;

/** Whether a refusal asks for a code of the second factor, or says that the one given was wrong. */
export function isFactorRefusal(status: number | null, data: unknown): boolean {
  return (
    status === codes.wrongCode &&
    typeof data === "object" &&
    data !== null &&
    "factor" in data &&
    data.factor === "totp"
  );
}

/** Whether there are too few signs for a code of the second factor, where one is asked for. */
export function lacksFactor(code: string, isAsked: boolean): boolean {
  return isAsked && code.trim().length < leastSigns;
}

/**
 * Whether this account's second factor is asked for: as the venue said last, and from a refusal on that asks for it.
 */
export function useFactorAsked(): { isAsked: boolean; onRefused: (isOfFactor: boolean) => void } {
  const { data } = useQuery(totpQuery());
  const [isWanted, setWanted] = useState(false);
  return {
    isAsked: data?.enabled === 1 || isWanted,
    onRefused: (isOfFactor) => isOfFactor && setWanted(true),
  };
}
