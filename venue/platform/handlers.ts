import { apiVersion, type platformEndpoints } from "#protocol/api/platform.ts";
import { deviceSignatureVersion } from "#protocol/wire/device-signature.ts";
import { passkeyHost, seedKind } from "../settings/settings.ts";
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
  clock,
}: Pick<VenueDeps, "source" | "settings" | "currencies" | "clock">): HandlersOf<
  typeof platformEndpoints
> {
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
        sig: ["v1", deviceSignatureVersion],
        passkey_host: passkeyHost(settings),
        min_build: settings.minBuild ?? "",
        api: apiVersion,
        review: settings.review,
        maintenance: plannedMaintenance(settings, clock.now()),
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

/** What is not over yet, the next first. */
function plannedMaintenance({ maintenance }: VenueDeps["settings"], now: number) {
  return maintenance
    .map(({ from, to, note }) => ({ from_time: Date.parse(from), to_time: Date.parse(to), note }))
    .filter(({ to_time }) => to_time > now)
    .toSorted((a, b) => a.from_time - b.from_time);
}
