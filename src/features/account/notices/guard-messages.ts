/** Notices about what guards an account: its factors, and what it may do. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Notice } from "#protocol/api/account.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { textOf } from "./notice-facts.ts";

export function factorText({
  event,
  left,
  name,
}: Notice["facts"]): [title: MessageDescriptor, content: MessageDescriptor] {
  if (event === "on")
    return [
      msg`Second factor turned on`,
      msg`Logging in asks for a code of your authenticator from now on.`,
    ];
  const codes = textOf(left);
  const passkey = textOf(name);
  if (event === "passkey_added")
    return [
      msg`Passkey added`,
      msg`“${passkey}” opens your account from now on. If it was not you, remove it and change your password.`,
    ];
  if (event === "passkey_removed")
    return [
      msg`Passkey removed`,
      msg`“${passkey}” no longer opens your account, and withdrawals are held for a while. If it was not you, ask customer service.`,
    ];
  if (event === "recovery")
    return [
      msg`Recovery code used`,
      msg`Somebody logged in with one of your recovery codes. Left: ${codes}. If it was not you, change your password.`,
    ];
  return [
    msg`Second factor turned off`,
    msg`Your password alone logs in now, and withdrawals are held for a while. If it was not you, ask customer service.`,
  ];
}

export function statusText(
  facts: Notice["facts"],
): [title: MessageDescriptor, content: MessageDescriptor] {
  if (facts["by"] === "owner" && facts["status"] === accountStatus.frozen)
    return [
      msg`You froze your account`,
      msg`You can look, close positions and cancel orders, but do nothing else, until you open it again.`,
    ];
  if (facts["by"] === "owner")
    return [
      msg`You opened your account again`,
      msg`Withdrawals are held for a while. If it was not you, ask customer service.`,
    ];
  if (facts["trade_status"] === 0)
    return [
      msg`Trading switched off`,
      msg`You can close positions and cancel orders, but open no new ones.`,
    ];
  if (facts["trade_status"] === 1)
    return [msg`Trading switched on`, msg`You can place orders again.`];
  if (facts["wstatus"] === 0)
    return [msg`Withdrawals switched off`, msg`You cannot withdraw at present.`];
  if (facts["wstatus"] === 1) return [msg`Withdrawals switched on`, msg`You can withdraw again.`];
  switch (facts["status"]) {
    case accountStatus.normal:
      return [msg`Account open`, msg`Your account has no restrictions.`];
    case accountStatus.frozen:
      return [
        msg`Account frozen`,
        msg`You can look, close positions and cancel orders, but do nothing else.`,
      ];
    case accountStatus.blocked:
      return [
        msg`Account blocked`,
        msg`Your account cannot be used at present. Ask customer service.`,
      ];
    case accountStatus.prohibited:
      return [msg`Account barred from logging in`, msg`Ask customer service why.`];
    default:
      return [msg`Account changed`, msg`What your account may do has changed.`];
  }
}
