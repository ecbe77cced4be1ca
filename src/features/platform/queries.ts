import { platformEndpoints } from "#protocol/api/platform.ts";
import type { CallOptions } from "../../api/call.ts";
import { read } from "../../api/query.ts";

const hourMs = 3600_000;

/** How a read of the startup is asked: at first somebody waits for it, later it is a background read. */
type Asked = Pick<CallOptions, "quiet">;

export const platformBaseQuery = (asked: Asked = {}) => ({
  ...read(platformEndpoints.platBase, {}, asked),
  staleTime: hourMs,
});
export const languageQuery = (asked: Asked = {}) => ({
  ...read(platformEndpoints.language, {}, asked),
  staleTime: hourMs,
});
export const currencyConfQuery = (asked: Asked = {}) => ({
  ...read(platformEndpoints.currencyConf, {}, asked),
  staleTime: hourMs,
});
export const bannerQuery = () => ({ ...read(platformEndpoints.banner, {}), staleTime: hourMs });
