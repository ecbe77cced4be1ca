import { useState } from "react";

/**
 * What a ticket showed when its numbers were typed, to tell at the tap that the market has moved since.
 * @param key says what was typed; undefined while nothing is to be remembered
 */
export function useSeen<Look>(key: string | undefined, look: () => Look): Look | undefined {
  const [held, setHeld] = useState<{ key: string | undefined; look: Look | undefined }>({
    key: undefined,
    look: undefined,
  });
  if (key === held.key) return held.look;
  const seen = key === undefined ? undefined : look();
  setHeld({ key, look: seen });
  return seen;
}
