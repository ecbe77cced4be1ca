import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useEffectEvent, useState } from "react";
import type { Endpoint } from "#protocol/endpoint.ts";
import { invalidate } from "../../api/query.ts";
import { openWriteId, settleWriteId } from "../../api/write-id.ts";
import { sessionAtom } from "../session/session-atoms.ts";

/**
 * What became of a write that an earlier life of this page sent without learning it, and the way to put that
 * aside; null where there is none, or the venue has not got it.
 * @param what as `useWrite` was told
 * @param ask what became of the message of this id
 */
export function useLostWrite<Answer>(
  what: string,
  ask: (id: string) => Promise<Answer | undefined>,
  spoils: readonly Endpoint[],
) {
  const client = useQueryClient();
  const userId = useAtomValue(sessionAtom)?.id;
  const [found, setFound] = useState<Answer | null>(null);

  const askOnce = useEffectEvent(ask);
  const learn = useEffectEvent((key: string, answer: Answer) => {
    setFound(answer);
    void settleWriteId(key);
    void invalidate(client, ...spoils);
  });
  useEffect(() => {
    if (userId === undefined) return;
    const key = `${userId}:${what}`;
    let gone = false;
    void openWriteId(key, Date.now())
      .then((id) => (id === undefined ? undefined : askOnce(id).catch(() => undefined)))
      // Nobody is there to be told: it is asked for again.
      .then((answer) => gone || answer === undefined || learn(key, answer));
    return () => {
      gone = true;
    };
  }, [userId, what]);

  return { found, putAside: () => setFound(null) };
}
