import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AddressProblem } from "./address-read.ts";

/** Why a text is not taken for an address, and what to do. */
export const addressProblemTexts: Record<AddressProblem, MessageDescriptor> = {
  missing: msg`Enter the address the money should go to.`,
  several: msg`This is more than one address, or has a gap inside. Paste one address alone.`,
  link: msg`This is a web address. Paste the wallet address itself.`,
  request: msg`This payment request asks for more than an address can say. Paste the address alone.`,
  hidden: msg`There are characters in it that cannot be seen. Copy it again from where it comes from.`,
  foreign: msg`There are letters in it that no address has, though they may look right. Copy it again from where it comes from.`,
  shortened: msg`This address is shortened in the middle. Copy the whole of it.`,
};
