import { useRequestWords } from "../account/use-request-words.ts";
import { useVenueSecond } from "../market/venue-second.ts";

/** Until when a request is looked at, counted down; `due` in Unix ms, null where a person decides. */
export function ReviewDue({ due }: { due: number | null }) {
  return useRequestWords().due(due, useVenueSecond() * 1000);
}
