import { linkOptions } from "@tanstack/react-router";
import type { Notice } from "#protocol/api/account.ts";

type Facts = Notice["facts"];

/** The screen where a notice is dealt with, for a link; undefined where it has none. */
export function placeOfNotice({ kind, facts }: Pick<Notice, "kind" | "facts">) {
  switch (kind) {
    case "order":
      return orderPlace(facts);
    case "price_alert":
      return facts["contract_code"] === undefined
        ? linkOptions({ to: "/coins", search: pairOf(facts) })
        : linkOptions({ to: "/contracts", search: contractOf(facts) });
    case "position_closed":
    case "liquidation":
      return linkOptions({ to: "/contracts", search: { ...contractOf(facts), tab: "closed" } });
    case "liquidation_near":
    case "funding":
      return linkOptions({ to: "/contracts", search: { ...contractOf(facts), tab: "position" } });
    case "seconds_result":
    case "seconds_void":
      return linkOptions({ to: "/seconds", search: { tab: "closed" } });
    case "recharge":
      return linkOptions({ to: "/recharge" });
    case "withdrawal":
      return linkOptions({ to: "/withdraw" });
    case "bank_card":
      return linkOptions({ to: "/withdraw/bankcard" });
    case "certification":
      return linkOptions({ to: "/certification" });
    case "paper_funds":
    case "restored":
    case "settled":
      return linkOptions({ to: "/history" });
    case "login":
    case "password":
    case "sessions_ended":
    case "second_factor":
    case "withdrawal_locked":
      return linkOptions({ to: "/security" });
    case "withdrawal_password":
      return linkOptions({ to: "/password/withdraw" });
    default:
      return undefined;
  }
}

function orderPlace(facts: Facts) {
  const isOver = facts["event"] === "filled" || facts["event"] === "ended";
  if (facts["contract_code"] !== undefined) {
    const tab = facts["event"] === "filled" ? "position" : "pending";
    return linkOptions({ to: "/contracts", search: { ...contractOf(facts), tab } });
  }
  return linkOptions({
    to: "/coins",
    search: { ...pairOf(facts), tab: isOver ? "completed" : "pending" },
  });
}

function pairOf(facts: Facts): { symbol?: string } {
  return symbolOf(`${facts["base"] ?? ""}${facts["quote"] ?? ""}`);
}

function contractOf(facts: Facts): { symbol?: string } {
  return symbolOf(String(facts["contract_code"] ?? "").replace("-", ""));
}

/** A market as the routes name it; the usual one where the venue named none. */
function symbolOf(text: string): { symbol?: string } {
  const symbol = text.toLowerCase();
  return /^[a-z0-9]{5,24}$/.test(symbol) ? { symbol } : {};
}
