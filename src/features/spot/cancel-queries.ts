import { spotEndpoints } from "#protocol/spot.ts";
import { call } from "../../api/call.ts";

/** What the sheet itself tells: over already, not found, outcome unknown. */
const handles = [300009, 300014, 100000, 100007];

/** One message, never repeated by itself. Throws `ApiError`; without a status the outcome is unknown. */
export const cancelOnce = (id: string) =>
  call(spotEndpoints.coinCancelOrder, { id }, { quiet: true, handles });

/** Cancels what waits in one market, or in all where none is named. */
export const cancelAllOnce = (symbol: string | undefined) =>
  call(spotEndpoints.coinCancelAll, symbol === undefined ? {} : { symbol }, {
    quiet: true,
    handles,
  });

/** The order as it is now. */
export const askOrder = (id: string, signal?: AbortSignal) =>
  call(spotEndpoints.coinOrder, { id }, { handles: [300014], ...(signal && { signal }) });
