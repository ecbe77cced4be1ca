import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { isErrorCode, type ErrorCode } from "#protocol/error-codes.ts";

/** `error.{status}`: a sentence for every code of the contract; a new code without one does not compile. */
const errorTexts: Record<ErrorCode, MessageDescriptor> = {
  401: msg({ id: "error.401", message: "You are not logged in. Log in to continue." }),
  402: msg({ id: "error.402", message: "This account may not do that at present." }),
  100000: msg({ id: "error.100000", message: "Something went wrong that we do not recognise. Try again." }),
  100001: msg({ id: "error.100001", message: "The venue had a fault of its own. Nothing was changed; try again." }),
  100002: msg({ id: "error.100002", message: "The venue is closed for maintenance. Try again later." }),
  100004: msg({ id: "error.100004", message: "This kind of file is not accepted, or it is too large." }),
  100005: msg({ id: "error.100005", message: "Something in this form is not valid. Check it and try again." }),
  100006: msg({ id: "error.100006", message: "The venue is busy. Wait a moment and try again." }),
  100007: msg({ id: "error.100007", message: "The network took too long to answer. Try again." }),
  100009: msg({ id: "error.100009", message: "The message was damaged or too old. Try again." }),
  100010: msg({ id: "error.100010", message: "The market source cannot be reached at present." }),
  200001: msg({ id: "error.200001", message: "The account or the password is wrong." }),
  200002: msg({ id: "error.200002", message: "Too many wrong tries. Wait a little before the next." }),
  200003: msg({ id: "error.200003", message: "Your session has ended. Log in again." }),
  200004: msg({ id: "error.200004", message: "The two passwords do not match." }),
  200005: msg({ id: "error.200005", message: "The name or the address is not valid." }),
  200006: msg({ id: "error.200006", message: "This address is not valid on the chosen network." }),
  200007: msg({ id: "error.200007", message: "This account is barred from logging in. Ask customer service why." }),
  200008: msg({ id: "error.200008", message: "The amount is below the minimum for withdrawals." }),
  200009: msg({ id: "error.200009", message: "The withdrawal could not be paid out. Your funds are unchanged." }),
  300001: msg({ id: "error.300001", message: "This account is blocked. Ask customer service why." }),
  300002: msg({ id: "error.300002", message: "This phone number already has an account. Log in instead." }),
  300003: msg({ id: "error.300003", message: "This invitation code does not exist." }),
  300004: msg({ id: "error.300004", message: "This is not a valid e-mail address." }),
  300005: msg({ id: "error.300005", message: "The verification code is wrong or has expired." }),
  300006: msg({ id: "error.300006", message: "This account is already certified." }),
  300007: msg({ id: "error.300007", message: "An earlier request is still under review." }),
  300008: msg({ id: "error.300008", message: "There is not enough available in your wallet." }),
  300009: msg({ id: "error.300009", message: "This order is no longer pending, so it cannot be withdrawn." }),
  300010: msg({ id: "error.300010", message: "Trading here is paused because prices are not fresh. Try again shortly." }),
  300011: msg({ id: "error.300011", message: "No odds are set for this duration." }),
  300012: msg({ id: "error.300012", message: "This leverage is not offered." }),
  300013: msg({ id: "error.300013", message: "This leverage is not allowed for this position." }),
  300014: msg({ id: "error.300014", message: "There is no open order that this belongs to." }),
  300015: msg({ id: "error.300015", message: "This position is locked and cannot be closed now." }),
  300016: msg({ id: "error.300016", message: "The old password is wrong." }),
  300017: msg({ id: "error.300017", message: "The password is already set." }),
  300018: msg({ id: "error.300018", message: "This currency or market does not exist here." }),
  300019: msg({ id: "error.300019", message: "The amount could not be reserved. Nothing was changed." }),
  300020: msg({ id: "error.300020", message: "Enter a quantity." }),
  300021: msg({ id: "error.300021", message: "The value of this order is below the minimum." }),
  300022: msg({ id: "error.300022", message: "The withdrawal password is wrong." }),
  300023: msg({ id: "error.300023", message: "This account already exists. Log in instead." }),
  300024: msg({ id: "error.300024", message: "This e-mail address already has an account. Log in instead." }),
  300025: msg({ id: "error.300025", message: "Complete your certification first." }),
  300026: msg({ id: "error.300026", message: "This card is already bound." }),
  300027: msg({ id: "error.300027", message: "Bank details are missing." }),
  300028: msg({ id: "error.300028", message: "This currency is not supported here." }),
};

/** The sentence of an envelope's status; an unlisted status has the text of 100000. */
export function errorText(status: number): MessageDescriptor {
  return errorTexts[isErrorCode(status) ? status : 100000];
}

export const tokenExpiredText = msg({ id: "auth.tokenExpired", message: "You have been logged out. Log in again to continue." });
export const transportText = msg({ id: "error.transport", message: "No connection to the venue. What you typed is still here." });
