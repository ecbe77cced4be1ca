import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as codes from "#protocol/wire/error-codes.ts";
import { wantsFactor, wantsPasskey } from "#protocol/wire/second-factor.ts";
import { isErrorCode, type ErrorCode } from "#protocol/wire/error-messages.ts";

/**
 * `error.{status}`: for every error code its message, in English the specification's own, and
 * what to do. A new code without one does not compile.
 */
const errorTexts: Record<ErrorCode, MessageDescriptor> = {
  [codes.unauthorized]: msg({
    id: "error.401",
    message: "Unauthorized request. Log in to continue.",
  }),
  [codes.notPermitted]: msg({
    id: "error.402",
    message: "Account has no permission to operate. Customer service can say why.",
  }),
  [codes.unknownError]: msg({ id: "error.100000", message: "Unknown error. Try again." }),
  [codes.systemError]: msg({
    id: "error.100001",
    message: "System error. Nothing was changed; try again.",
  }),
  [codes.serverDisabled]: msg({
    id: "error.100002",
    message: "Server disable. The venue is closed for now; try again later.",
  }),
  [codes.unsupportedMedia]: msg({
    id: "error.100004",
    message: "Unsupported media types. Choose a file of another kind, at most 5 MB.",
  }),
  [codes.invalidParameters]: msg({
    id: "error.100005",
    message: "Invalid parameters. Check what you entered and try again.",
  }),
  [codes.busy]: msg({
    id: "error.100006",
    message: "System busy, retry later. Nothing was changed.",
  }),
  [codes.outcomeUnknown]: msg({
    id: "error.100007",
    message: "Network timeout. Look whether it was done before you try again.",
  }),
  [codes.badMessage]: msg({
    id: "error.100009",
    message: "Bad message. Check the clock of this device and try again.",
  }),
  [codes.remoteServiceError]: msg({
    id: "error.100010",
    message: "Remote service error. The market source cannot be reached; try again shortly.",
  }),
  [codes.wrongCredentials]: msg({
    id: "error.200001",
    message: "Invalid username or password. Check both and try again.",
  }),
  [codes.tooManyAttempts]: msg({
    id: "error.200002",
    message: "Max error count reached, retry later. Set a new password if you forgot yours.",
  }),
  [codes.sessionExpired]: msg({ id: "error.200003", message: "Token expired. Log in again." }),
  [codes.passwordMismatch]: msg({
    id: "error.200004",
    message: "Passwords do not match. Enter them again.",
  }),
  [codes.invalidAddress]: msg({
    id: "error.200005",
    message: "Invalid username or address. Check it and try again.",
  }),
  [codes.badAddress]: msg({
    id: "error.200006",
    message: "Bad address. Compare it with where it comes from, and check the network.",
  }),
  [codes.accountProhibited]: msg({
    id: "error.200007",
    message: "Account prohibited. It cannot log in; customer service can say why.",
  }),
  [codes.belowMinWithdrawal]: msg({
    id: "error.200008",
    message: "Below minimum withdrawal amount. Enter more.",
  }),
  [codes.withdrawalFailed]: msg({
    id: "error.200009",
    message: "Withdrawal failed. Your funds are unchanged; try again later.",
  }),
  [codes.accountBlocked]: msg({
    id: "error.300001",
    message: "Account blocked. Customer service can say why.",
  }),
  [codes.phoneTaken]: msg({
    id: "error.300002",
    message: "Phone already registered. Log in instead.",
  }),
  [codes.invalidInvitation]: msg({
    id: "error.300003",
    message: "Invitation code error. Check it with whoever invited you.",
  }),
  [codes.invalidEmail]: msg({
    id: "error.300004",
    message: "Invalid email. An address looks like name@example.com.",
  }),
  [codes.wrongCode]: msg({
    id: "error.300005",
    message: "SMS code error. It is wrong or has expired; have a new one sent.",
  }),
  [codes.alreadyCertified]: msg({
    id: "error.300006",
    message: "Already certified. There is nothing left to do.",
  }),
  [codes.reviewPending]: msg({
    id: "error.300007",
    message: "Records awaiting review. Wait until the earlier request is decided.",
  }),
  [codes.insufficientBalance]: msg({
    id: "error.300008",
    message: "Insufficient wallet currency. Enter less, or recharge first.",
  }),
  [codes.notPending]: msg({
    id: "error.300009",
    message: "Not a pending order, cannot be withdrawn. Look among the completed ones.",
  }),
  [codes.notTradable]: msg({
    id: "error.300010",
    message: "Temporarily unavailable for purchase. Prices are not fresh; try again shortly.",
  }),
  [codes.oddsMissing]: msg({
    id: "error.300011",
    message: "Time odds configuration missing. Choose another duration.",
  }),
  [codes.noSuchLeverage]: msg({
    id: "error.300012",
    message: "Leverage does not exist. Choose one from the list.",
  }),
  [codes.illegalLeverage]: msg({
    id: "error.300013",
    message: "Illegal leverage ratio. Choose a lower one.",
  }),
  [codes.noSuchOrder]: msg({
    id: "error.300014",
    message: "No related open order. It may be filled or cancelled already.",
  }),
  [codes.positionLocked]: msg({
    id: "error.300015",
    message: "Locked positions cannot be closed. Wait until this one is unlocked.",
  }),
  [codes.wrongOldPassword]: msg({
    id: "error.300016",
    message: "Wrong old password. Check it and try again.",
  }),
  [codes.passwordAlreadySet]: msg({
    id: "error.300017",
    message: "Password already set. Change it instead.",
  }),
  [codes.unknownCurrency]: msg({
    id: "error.300018",
    message: "Currency type missing. Choose a currency or market from the list.",
  }),
  [codes.deductionFailed]: msg({
    id: "error.300019",
    message: "Deduction failed. Nothing was changed; try again.",
  }),
  [codes.quantityMissing]: msg({
    id: "error.300020",
    message: "Quantity cannot be empty. Enter how much.",
  }),
  [codes.valueTooSmall]: msg({
    id: "error.300021",
    message: "Transaction value too small. Enter more.",
  }),
  [codes.wrongWithdrawalPassword]: msg({
    id: "error.300022",
    message: "Wrong withdrawal password. Check it and try again.",
  }),
  [codes.accountTaken]: msg({ id: "error.300023", message: "Account exists. Log in instead." }),
  [codes.emailTaken]: msg({ id: "error.300024", message: "Email account exists. Log in instead." }),
  [codes.certificationRequired]: msg({
    id: "error.300025",
    message: "Complete KYC verification. This needs a certified account.",
  }),
  [codes.cardAlreadyBound]: msg({
    id: "error.300026",
    message: "Card already bound. Choose it from your cards, or enter another.",
  }),
  [codes.bankDetailsMissing]: msg({
    id: "error.300027",
    message: "Bank info missing. Add your bank card first.",
  }),
  [codes.unsupportedCurrency]: msg({
    id: "error.300028",
    message: "Currency type unsupported. Choose another currency.",
  }),
};

/** A venue that is full says for how many seconds in `data.wait`. */
function waitIn(data: unknown): number {
  const wait = typeof data === "object" && data !== null && "wait" in data ? data.wait : 0;
  return typeof wait === "number" && wait > 0 && wait <= longestWaitSec ? Math.ceil(wait) : 0;
}
const longestWaitSec = 24 * 3600;
/** Longer waits are given in minutes. */
const mostSeconds = 90;

function waitText(waitSec: number): MessageDescriptor {
  if (waitSec <= mostSeconds)
    return {
      ...msg({
        id: "error.100006.seconds",
        message:
          "That was too much at once. Try again in {wait, plural, one {# second} other {# seconds}}; nothing was changed.",
      }),
      values: { wait: waitSec },
    };
  return {
    ...msg({
      id: "error.100006.minutes",
      message:
        "That was too much at once. Try again in {wait, plural, one {# minute} other {# minutes}}; nothing was changed.",
    }),
    values: { wait: Math.ceil(waitSec / 60) },
  };
}

/**
 * The sentence of an envelope's status; an unlisted status has the text of unknownError, with its
 * number.
 * @param data the envelope's, where it is at hand: busy says there how long it lasts, wrongCode whose code it was
 */
export function errorText(status: number, data?: unknown): MessageDescriptor {
  const waitSec = status === codes.busy ? waitIn(data) : 0;
  if (waitSec > 0) return waitText(waitSec);
  if (wantsFactor(status, data))
    return wantsPasskey(data)
      ? msg({ id: "error.passkey", message: "Confirm with your passkey, and send it again." })
      : msg({ id: "error.factor", message: "Enter a new code of your authenticator." });
  if (isErrorCode(status)) return errorTexts[status];
  return {
    ...msg({ id: "error.unlisted", message: "Unknown error. Try again. (No. {number})" }),
    values: { number: String(status) },
  };
}

export const tokenExpiredText = msg({
  id: "auth.tokenExpired",
  message: "You have been logged out. Log in again to continue.",
});
export const keyLostText = msg({
  id: "auth.keyLost",
  message:
    "This browser has lost the key of your session. Log in again: what you typed is still here.",
});
export const transportText = msg({
  id: "error.transport",
  message: "No connection to the venue. What you typed is still here.",
});
