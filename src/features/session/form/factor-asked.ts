import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { securityEndpoints } from "#protocol/api/security.ts";
import { read } from "../../../api/query.ts";
import { authorizedAtom } from "../session-atoms.ts";

/** The fewest signs that a code of either kind has. */
const leastSigns = 6;

/** Whether the account has an authenticator as its second factor, and how many passkeys. */
export const totpQuery = () => read(securityEndpoints.totp, {});

/** Whether there are too few signs for a code of the second factor, where one is asked for. */
export function lacksFactor(code: string, isAsked: boolean): boolean {
  return isAsked && code.trim().length < leastSigns;
}

/** Whether this account's second factor is asked for: as the venue said last, and once a refusal has asked for it. */
export function useFactorAsked(): { isAsked: boolean; askFromNow: () => void } {
  const authorized = useAtomValue(authorizedAtom);
  const { data } = useQuery({ ...totpQuery(), enabled: authorized });
  const [isWanted, setWanted] = useState(false);
  return {
    isAsked: data?.enabled === 1 || (data?.passkeys ?? 0) > 0 || isWanted,
    askFromNow: () => setWanted(true),
  };
}
