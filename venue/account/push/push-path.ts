type Facts = Readonly<Record<string, string | number>>;

/** The address in the app that a push leads to: the screen where the notice is dealt with (`notice-place.ts` of the app). */
export function pushPath(kind: string, facts: Facts): string {
  const market = (name: "contract_code" | "pair"): string => {
    const text =
      name === "pair" ? `${facts["base"] ?? ""}${facts["quote"] ?? ""}` : String(facts[name] ?? "");
    const symbol = text.replace("-", "").toLowerCase();
    return /^[a-z0-9]{5,24}$/.test(symbol) ? `symbol=${symbol}&` : "";
  };
  switch (kind) {
    case "order": {
      const isFilled = facts["event"] === "filled";
      if (facts["contract_code"] !== undefined)
        return `/contracts?${market("contract_code")}tab=${isFilled ? "position" : "pending"}`;
      return `/coins?${market("pair")}tab=${isFilled || facts["event"] === "ended" ? "completed" : "pending"}`;
    }
    case "price_alert":
      return facts["contract_code"] === undefined
        ? `/coins?${market("pair").slice(0, -1)}`
        : `/contracts?${market("contract_code").slice(0, -1)}`;
    case "position_closed":
    case "liquidation":
      return `/contracts?${market("contract_code")}tab=closed`;
    case "liquidation_near":
    case "funding":
      return `/contracts?${market("contract_code")}tab=position`;
    case "seconds_result":
    case "seconds_void":
      return "/seconds?tab=closed";
    case "recharge":
      return "/recharge";
    case "withdrawal":
      return "/withdraw";
    case "bank_card":
      return "/withdraw/bankcard";
    case "certification":
      return "/certification";
    case "paper_funds":
    case "restored":
    case "settled":
      return "/history";
    case "login":
    case "password":
    case "sessions_ended":
    case "second_factor":
    case "withdrawal_locked":
      return "/security";
    case "withdrawal_password":
      return "/password/withdraw";
    default:
      return "/";
  }
}
