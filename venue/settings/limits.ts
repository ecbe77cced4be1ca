/** Every limit on load and guessing (reliability.md, 2.2 and 4.5). */
export interface Limits {
  /** Calls without a session, per client address. */
  publicPerSecond: number;
  publicBurst: number;
  /** Files of the app and icons, per client address: the first visit asks for all of them. */
  filesPerSecond: number;
  filesBurst: number;
  /** Calls with a session, per client address, counted before the signature is looked at: many users may share one. */
  signedPerSecond: number;
  signedBurst: number;
  /** Signed reads and settings, per user. */
  privatePerSecond: number;
  privateBurst: number;
  /** Calls that move money, per user. */
  ordersPerSecond: number;
  ordersBurst: number;
  /** Failed logins of an account before waits begin, and the longest wait. */
  loginFreeFailures: number;
  loginMaxWaitSec: number;
  /** Failures in a row after which only a reset helps, so that slow guessing ends too. */
  loginFailuresInRow: number;
  /** Failed logins per address in ten minutes. */
  loginFailuresPerAddress: number;
  /** Longest wait of an account at an address from which it has logged in before. */
  loginKnownMaxWaitSec: number;
  /** Registrations per address and hour; of tries, refused ones included, twelve times as many. */
  registrationsPerHour: number;
  /** Password resets with a code, failed ones included, per address and hour. */
  resetsPerHour: number;
  /** Codes sent to one account in an hour, and codes requested by one address in an hour. */
  codesPerHour: number;
  codesPerAddress: number;
  codeResendSec: number;
  codeLifeSec: number;
  codeTries: number;
  /** Wrong withdrawal passwords in a row before a wait, and the wait. */
  withdrawalFailuresInRow: number;
  withdrawalWaitSec: number;
  /** Wrong withdrawal passwords in a day before withdrawals are blocked, and for how long. */
  withdrawalFailuresPerDay: number;
  withdrawalLockSec: number;
  /** How long withdrawals are blocked after a password was changed or reset. */
  moneyOutHoldSec: number;
  /** How long a mail server may take for one step, the attempts of a mail, and the first pause between them. */
  mailTimeoutMs: number;
  mailTries: number;
  mailRetrySec: number;
  /** How long the secret of a second factor waits to be turned on. */
  totpSetupSec: number;
  /** Sessions an account may have at once. */
  sessionsPerUser: number;
  sessionIdleSec: number;
  sessionLifeSec: number;
  /** Cost of a password hash, hashes computed at once, and hashes that may wait. */
  argonMemoryKiB: number;
  argonPasses: number;
  argonPool: number;
  argonQueue: number;
  /** Most stakes of a user in running seconds contracts, in whole USDT, and most running at once. */
  secondsAtStake: number;
  secondsRunning: number;
  bodyBytes: number;
  /** Size of an upload with its form encoding, and how long it may take. */
  uploadBytes: number;
  uploadTimeoutMs: number;
  /** Uploads per user: a burst, then one in so many seconds; and how many run at once, of one user and in all. */
  uploadBurst: number;
  uploadEverySec: number;
  uploadsAtOncePerUser: number;
  uploadsAtOnce: number;
  /** New pictures of a user in a day, and most stored bytes of a user. */
  picturesPerDay: number;
  pictureBytesPerUser: number;
  /** How long a picture is stored that no request names. */
  unusedPictureSec: number;
  /** Recharges of a user under review at once. */
  rechargesPending: number;
  /** Withdrawals of a user under review at once. */
  withdrawalsPending: number;
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  /** How long a connection may have nothing to do; a proxy in front ends its own earlier. */
  keepAliveMs: number;
  /** Connections in all and of one address; a stream counts as a stream only. */
  sockets: number;
  socketsPerAddress: number;
  /** Streams of one address. */
  streamsPerAddress: number;
  /** How late the event loop may run before reads are turned away. */
  loopLateMs: number;
}

export const defaultLimits: Limits = {
  publicPerSecond: 50,
  publicBurst: 200,
  filesPerSecond: 200,
  filesBurst: 2000,
  signedPerSecond: 200,
  signedBurst: 600,
  privatePerSecond: 20,
  privateBurst: 60,
  ordersPerSecond: 10,
  ordersBurst: 20,
  loginFreeFailures: 5,
  loginMaxWaitSec: 900,
  loginFailuresInRow: 100,
  loginFailuresPerAddress: 30,
  loginKnownMaxWaitSec: 10,
  registrationsPerHour: 5,
  resetsPerHour: 5,
  codesPerHour: 5,
  codesPerAddress: 30,
  codeResendSec: 60,
  codeLifeSec: 600,
  codeTries: 5,
  withdrawalFailuresInRow: 5,
  withdrawalWaitSec: 900,
  withdrawalFailuresPerDay: 10,
  withdrawalLockSec: 86_400,
  moneyOutHoldSec: 86_400,
  mailTimeoutMs: 10_000,
  mailTries: 4,
  mailRetrySec: 5,
  totpSetupSec: 600,
  sessionsPerUser: 5,
  sessionIdleSec: 86_400,
  sessionLifeSec: 604_800,
  argonMemoryKiB: 47_104,
  argonPasses: 1,
  argonPool: 2,
  argonQueue: 32,
  secondsAtStake: 5000,
  secondsRunning: 20,
  bodyBytes: 65_536,
  uploadBytes: 5_505_024,
  uploadTimeoutMs: 60_000,
  uploadBurst: 30,
  uploadEverySec: 10,
  uploadsAtOncePerUser: 2,
  uploadsAtOnce: 32,
  picturesPerDay: 20,
  pictureBytesPerUser: 200_000_000,
  unusedPictureSec: 86_400,
  rechargesPending: 3,
  withdrawalsPending: 3,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  keepAliveMs: 5000,
  sockets: 2000,
  socketsPerAddress: 64,
  streamsPerAddress: 64,
  loopLateMs: 200,
};

/**
 * Who the venue is run for, and the limits that follow. `class`: two hundred people behind one address, who open,
 * register and log in within the same minute; nobody of them is stopped for what the others do.
 */
export const audiences = {
  public: defaultLimits,
  class: {
    ...defaultLimits,
    publicPerSecond: 1000,
    publicBurst: 6000,
    filesPerSecond: 4000,
    filesBurst: 80_000,
    signedPerSecond: 4000,
    signedBurst: 12_000,
    loginFailuresPerAddress: 600,
    registrationsPerHour: 400,
    resetsPerHour: 200,
    codesPerAddress: 600,
    argonQueue: 400,
    sockets: 4000,
    socketsPerAddress: 2000,
    streamsPerAddress: 1000,
  },
} as const satisfies Record<string, Limits>;

export type Audience = keyof typeof audiences;

/** The changes of a JSON text; `undefined` for an unknown name or a value that is no positive integer. */
export function readLimits(text: string): Partial<Limits> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  const isKnown = entries.every(
    ([name, figure]) =>
      Object.hasOwn(defaultLimits, name) && Number.isSafeInteger(figure) && figure > 0,
  );
  return isKnown ? Object.fromEntries(entries) : undefined;
}
