/**
 * Every code that the envelope's `status` may carry besides 0, with its English sentence from the
 * specification's error catalogue. The venue speaks codes only; the app has a translated sentence for
 * each (`src/i18n/error-texts.ts`), and the compiler holds the two together.
 */
export const errorMessages = {
  401: "Unauthorized request",
  402: "Account has no permission to operate",
  100000: "Unknown error",
  100001: "System error",
  100002: "Server disable",
  100004: "Unsupported media types",
  100005: "Invalid parameters",
  100006: "System busy, retry later",
  100007: "Network timeout",
  100009: "Bad message",
  100010: "Remote service error",
  200001: "Invalid username or password",
  200002: "Max error count reached, retry later",
  200003: "Token expired",
  200004: "Passwords do not match",
  200005: "Invalid username or address",
  200006: "Bad address",
  200007: "Account prohibited",
  200008: "Below minimum withdrawal amount",
  200009: "Withdrawal failed",
  300001: "Account blocked",
  300002: "Phone already registered",
  300003: "Invitation code error",
  300004: "Invalid email",
  300005: "SMS code error",
  300006: "Already certified",
  300007: "Records awaiting review",
  300008: "Insufficient wallet currency",
  300009: "Not a pending order, cannot be withdrawn",
  300010: "Temporarily unavailable for purchase",
  300011: "Time odds configuration missing",
  300012: "Leverage does not exist",
  300013: "Illegal leverage ratio",
  300014: "No related open order",
  300015: "Locked positions cannot be closed",
  300016: "Wrong old password",
  300017: "Password already set",
  300018: "Currency type missing",
  300019: "Deduction failed",
  300020: "Quantity cannot be empty",
  300021: "Transaction value too small",
  300022: "Wrong withdrawal password",
  300023: "Account exists",
  300024: "Email account exists",
  300025: "Complete KYC verification",
  300026: "Card already bound",
  300027: "Bank info missing",
  300028: "Currency type unsupported",
} as const;

export type ErrorCode = keyof typeof errorMessages;

export function isErrorCode(status: number): status is ErrorCode {
  return Object.hasOwn(errorMessages, status);
}

/**
 * What any call may answer, beside the refusals its own row lists. 100007 alone leaves open whether a write
 * happened: its sender asks by its own id. After every other one nothing was changed.
 */
export const commonRefusals = [
  401, 402, 100000, 100001, 100002, 100005, 100006, 100007, 100009, 200003, 300001,
] as const satisfies readonly ErrorCode[];
