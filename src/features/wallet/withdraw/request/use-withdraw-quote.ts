import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { quoteQuery, type QuoteRequest } from "../withdrawal-queries.ts";

const settleMs = 600;
const nothing: QuoteRequest = { flag: "", amount: "" };

/** The quote of the venue for the input, read once typing pauses; nothing is read while `request` is undefined. */
export function useWithdrawQuote(request: QuoteRequest | undefined) {
  const key = request && JSON.stringify(request);
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), settleMs);
    return () => clearTimeout(timer);
  }, [key]);
  const isAsked = request !== undefined && settled === key;
  const { data, error } = useQuery({
    ...quoteQuery(request ?? nothing),
    enabled: isAsked,
    refetchInterval: false,
  });
  return {
    quote: isAsked ? data : undefined,
    refusal: isAsked && error?.status !== null ? (error ?? undefined) : undefined,
  };
}
