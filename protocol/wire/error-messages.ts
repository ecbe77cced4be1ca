import * as codes from "./error-codes.ts";

/**
 * Every code that the envelope's `status` may carry besides 0, with its English sentence from the
 * specification's error catalogue. The venue answers codes only; the app has a translated sentence for
 * each (`src/i18n/error-messages.ts`), and the compiler holds the three together.
 */
export const errorMessages = {
  [codes.unauthorized]: "Unauthorized request",
  [codes.notPermitted]: "Account has no permission to operate",
  [codes.unknownError]: "Unknown error",
  [codes.systemError]: "System error",
  [codes.serverDisabled]: "Server disable",
  [codes.unsupportedMedia]: "Unsupported media types",
  [codes.invalidParameters]: "Invalid parameters",
  [codes.busy]: "System busy, retry later",
  [codes.outcomeUnknown]: "Network timeout",
  [codes.badMessage]: "Bad message",
  [codes.remoteServiceError]: "Remote service error",
  [codes.wrongCredentials]: "Invalid username or password",
  [codes.tooManyAttempts]: "Max error count reached, retry later",
  [codes.sessionExpired]: "Token expired",
  [codes.passwordMismatch]: "Passwords do not match",
  [codes.invalidAddress]: "Invalid username or address",
  [codes.badAddress]: "Bad address",
  [codes.accountProhibited]: "Account prohibited",
  [codes.belowMinWithdrawal]: "Below minimum withdrawal amount",
  [codes.withdrawalFailed]: "Withdrawal failed",
  [codes.accountBlocked]: "Account blocked",
  [codes.phoneTaken]: "Phone already registered",
  [codes.invalidInvitation]: "Invitation code error",
  [codes.invalidEmail]: "Invalid email",
  [codes.wrongCode]: "SMS code error",
  [codes.alreadyCertified]: "Already certified",
  [codes.reviewPending]: "Records awaiting review",
  [codes.insufficientBalance]: "Insufficient wallet currency",
  [codes.notPending]: "Not a pending order, cannot be withdrawn",
  [codes.notTradable]: "Temporarily unavailable for purchase",
  [codes.oddsMissing]: "Time odds configuration missing",
  [codes.noSuchLeverage]: "Leverage does not exist",
  [codes.illegalLeverage]: "Illegal leverage ratio",
  [codes.noSuchOrder]: "No related open order",
  [codes.positionLocked]: "Locked positions cannot be closed",
  [codes.wrongOldPassword]: "Wrong old password",
  [codes.passwordAlreadySet]: "Password already set",
  [codes.unknownCurrency]: "Currency type missing",
  [codes.deductionFailed]: "Deduction failed",
  [codes.quantityMissing]: "Quantity cannot be empty",
  [codes.valueTooSmall]: "Transaction value too small",
  [codes.wrongWithdrawalPassword]: "Wrong withdrawal password",
  [codes.accountTaken]: "Account exists",
  [codes.emailTaken]: "Email account exists",
  [codes.certificationRequired]: "Complete KYC verification",
  [codes.cardAlreadyBound]: "Card already bound",
  [codes.bankDetailsMissing]: "Bank info missing",
  [codes.unsupportedCurrency]: "Currency type unsupported",
} as const satisfies Record<(typeof codes)[keyof typeof codes], string>;

export type ErrorCode = keyof typeof errorMessages;

export function isErrorCode(status: number): status is ErrorCode {
  return Object.hasOwn(errorMessages, status);
}

/**
 * What any call may answer, beside the refusals its own row lists. `outcomeUnknown` alone leaves open whether
 * a write happened: its sender asks by its own id. After every other code nothing was changed.
 */
export const commonRefusals = [
  codes.unauthorized,
  codes.notPermitted,
  codes.unknownError,
  codes.systemError,
  codes.serverDisabled,
  codes.invalidParameters,
  codes.busy,
  codes.outcomeUnknown,
  codes.badMessage,
  codes.sessionExpired,
  codes.accountBlocked,
] as const satisfies readonly ErrorCode[];
