import { apiVersion, type platformEndpoints } from "#protocol/api/platform.ts";
import { seedKind } from "../settings/settings.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import type { HandlersOf } from "../deps/handler.ts";
import { announcements } from "./announcements.ts";
import { countries } from "./countries.ts";
import { currencyConf } from "./currencies.ts";

/** Tells what this platform is. */
export function createPlatformHandlers({
  source,
  settings,
  currencies,
}: Pick<VenueDeps, "source" | "settings" | "currencies">): HandlersOf<typeof platformEndpoints> {
  const banners = announcements(settings.market);
  return {
    platBase: () => ({
      platformbase: {
        name: settings.name,
        logo: "/icon-192.png",
        paper: true,
        market_source: settings.market,
        market_seed: settings.market === "sim" ? seedKind(settings.seed) : "",
        version: settings.version,
        download_url: "",
        reg: {
          email: 1,
          phone: 1,
          invite_required: settings.reg.inviteRequired ? 1 : 0,
          code_required: settings.reg.codeRequired ? 1 : 0,
        },
        withdraw_fee_rate: settings.withdrawFeeRate,
        kyc_required: [...settings.kycRequired],
        risk_text_version: "1",
        sig: ["v1"],
        min_build: settings.minBuild ?? "",
        api: apiVersion,
        review: settings.review,
        welcome: { ...settings.welcome },
      },
      secondContractConf: [...settings.secondsConf],
    }),

    view({ request: { keys } }) {
      return keys.includes("onlineService")
        ? { onlineService: { list: JSON.stringify(settings.contacts) } }
        : {};
    },

    language: () => [...countries],
    currencyConf: () => ({ currencyConf: currencyConf(source, currencies) }),
    banner: () => banners,
  };
}
