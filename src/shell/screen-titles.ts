import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The title of each screen, for the header and the window. */
const titles: Record<string, MessageDescriptor> = {
  "/": msg`Godwit`,
  "/coins": msg`Coins`,
  "/contracts": msg`Contracts`,
  "/seconds": msg`Seconds`,
  "/assets": msg`Assets`,
  "/history": msg`Billing history`,
  "/recharge": msg`Recharge`,
  "/certification": msg`Certification`,
  "/login": msg`Log in`,
  "/register": msg`Register`,
  "/withdraw": msg`Withdraw`,
  "/withdraw/bankcard": msg`Withdraw`,
  "/useragreement": msg`User agreement`,
  "/currency/detail": msg`Currency`,
  "/password/forgot": msg`Forgot password`,
  "/password/modify": msg`Login password`,
  "/password/withdraw": msg`Withdrawal password`,
  "/security": msg`Security`,
  "/invite": msg`Invite others`,
};

export function titleOf(path: string): MessageDescriptor {
  return titles[path] ?? msg`Page Not Found`;
}

/** Screens of the tab bar; on all others the header leads back. */
export const tabPaths = ["/", "/coins", "/contracts", "/seconds", "/assets"] as const;
