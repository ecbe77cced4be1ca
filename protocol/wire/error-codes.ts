/**
 * The error codes of the specification by name, for `import * as codes`. They are single constants and no
 * object, so that the bundler writes the number where the name stands. Their sentences are in
 * `error-messages.ts`, which does not compile without one for each.
 */
export const unauthorized = 401;
export const notPermitted = 402;
export const unknownError = 100000;
export const systemError = 100001;
export const serverDisabled = 100002;
export const unsupportedMedia = 100004;
export const invalidParameters = 100005;
export const busy = 100006;
export const outcomeUnknown = 100007;
export const badMessage = 100009;
export const remoteServiceError = 100010;
export const wrongCredentials = 200001;
export const tooManyAttempts = 200002;
export const sessionExpired = 200003;
export const passwordMismatch = 200004;
export const invalidAddress = 200005;
export const badAddress = 200006;
export const accountProhibited = 200007;
export const belowMinWithdrawal = 200008;
export const withdrawalFailed = 200009;
export const accountBlocked = 300001;
export const phoneTaken = 300002;
export const invalidInvitation = 300003;
export const invalidEmail = 300004;
export const wrongCode = 300005;
export const alreadyCertified = 300006;
export const reviewPending = 300007;
export const insufficientBalance = 300008;
export const notPending = 300009;
export const notTradable = 300010;
export const oddsMissing = 300011;
export const noSuchLeverage = 300012;
export const illegalLeverage = 300013;
export const noSuchOrder = 300014;
export const positionLocked = 300015;
export const wrongOldPassword = 300016;
export const passwordAlreadySet = 300017;
export const unknownCurrency = 300018;
export const deductionFailed = 300019;
export const quantityMissing = 300020;
export const valueTooSmall = 300021;
export const wrongWithdrawalPassword = 300022;
export const accountTaken = 300023;
export const emailTaken = 300024;
export const certificationRequired = 300025;
export const cardAlreadyBound = 300026;
export const bankDetailsMissing = 300027;
export const unsupportedCurrency = 300028;
