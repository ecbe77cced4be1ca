import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { accountStatus } from "#protocol/user.ts";
import { Banner } from "../../ui/banner.tsx";
import { contactsAtom } from "../platform/platform-atoms.ts";
import { userAtom } from "../session/session-atoms.ts";

/** What an account may not do at present, and whom to ask; nothing where all is well. */
export function AccountNotice() {
  const user = useAtomValue(userAtom);
  const contact = useAtomValue(contactsAtom)[0];
  if (!user) return null;
  const status = Number(user.status);
  const help: ReactNode = contact ? <a href={contact.url} rel="noreferrer"><Trans>Ask {contact.name}</Trans></a> : <Link to="/useragreement"><Trans>Read the rules</Trans></Link>;
  if (status === accountStatus.blocked || status === accountStatus.prohibited) {
    return <Banner tone="danger" action={help}><Trans>This account is blocked. Nothing can be read or changed until the venue lifts it.</Trans></Banner>;
  }
  if (status === accountStatus.frozen) {
    return <Banner tone="warning" action={help}><Trans>This account is frozen. You can look at everything, close positions and cancel orders, but not open new ones.</Trans></Banner>;
  }
  if (Number(user.trade_status) === 0) {
    return <Banner tone="warning" action={help}><Trans>Opening new orders is switched off for this account. Closing and cancelling still work.</Trans></Banner>;
  }
  return null;
}
