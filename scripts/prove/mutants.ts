/**
 * Bugs that `npm run prove:mutants` plants, one at a time, into a copy of the project. Each must be caught by the
 * tests that stand beside it: a test that no bug can fail proves nothing.
 */
export interface Mutant {
  id: string;
  /** The bug, in a few words. */
  what: string;
  file: string;
  /** Stands in the file once. */
  from: string;
  to: string;
  /** Test files, of which one must fail. */
  tests: readonly string[];
}

const posts = ["tests/venue/ledger/post.test.ts"];
const holds = ["tests/venue/ledger/holds.test.ts"];
const roundings = ["tests/venue/ledger/rounding.test.ts"];
const amounts = ["tests/protocol/wire/amount.test.ts"];
const idempotents = ["tests/venue/ledger/idempotent.test.ts"];
const logins = ["tests/venue/session/login.test.ts"];
const factors = ["tests/venue/session/totp.test.ts", "tests/venue/account/totp-setting.test.ts"];
const spotFills = ["tests/protocol/rules/spot-fill.test.ts", "tests/venue/spot/fill-model.test.ts"];
const risks = ["tests/protocol/rules/contracts/contracts-rules.test.ts"];
const guards = ["tests/app/shell/session/guard.test.ts"];
const precaches = ["tests/sw/precache-guard.test.ts"];

export const mutants: readonly Mutant[] = [
  // The ledger
  {
    id: "unbalanced",
    what: "legs that do not sum to zero are posted",
    file: "venue/ledger/post.ts",
    from: "if (sum !== 0n)",
    to: "if (sum > 10n ** 12n)",
    tests: posts,
  },
  {
    id: "overdraft",
    what: "a balance may fall below zero",
    file: "venue/ledger/post.ts",
    from: "if (balance >= 0n || account.allowNegative) return;",
    to: "if (balance >= -(10n ** 6n) || account.allowNegative) return;",
    tests: [...posts, ...holds],
  },
  {
    id: "too-large",
    what: "an amount beyond 64 bits is posted",
    file: "venue/ledger/post.ts",
    from: "if (amount > maxMinor || amount < -maxMinor)",
    to: "if (amount > 4n * maxMinor)",
    tests: posts,
  },
  {
    id: "other-request",
    what: "another request under a used key gets the first one's answer",
    file: "venue/ledger/idempotent.ts",
    from: "if (stored.request_hash !== requestHash)",
    to: 'if (stored.request_hash === "never")',
    tests: idempotents,
  },
  {
    id: "twice",
    what: "a repeated command runs again",
    file: "venue/ledger/idempotent.ts",
    from: "if (inserted === undefined) return replay<T>(tx, key, requestHash);",
    to: 'if (inserted === undefined && key === "never") return replay<T>(tx, key, requestHash);',
    tests: idempotents,
  },
  {
    id: "hold-beyond",
    what: "more is taken from a hold than it has",
    file: "venue/ledger/hold-changes.ts",
    from: "const remaining = (hold?.remaining ?? 0n) - change.amount;",
    to: "const remaining = hold?.remaining ?? 0n;",
    tests: holds,
  },
  {
    id: "hold-apart",
    what: "holds and frozen balance may differ",
    file: "venue/ledger/hold-changes.ts",
    from: "if (difference !== 0n) {",
    to: "if (difference > 10n ** 15n) {",
    tests: holds,
  },
  {
    id: "hold-sign",
    what: "a hold of nothing, or less, is opened",
    file: "venue/ledger/hold-changes.ts",
    from: "if (change.amount <= 0n)",
    to: "if (change.amount < -(10n ** 15n))",
    tests: holds,
  },
  // Rounding and amounts
  {
    id: "truncates",
    what: "quotients of losses are cut towards zero",
    file: "protocol/wire/rounding.ts",
    from: "dividend < 0n !== divisor < 0n ? quotient - 1n : quotient",
    to: "dividend < 0n !== divisor < 0n ? quotient : quotient",
    tests: roundings,
  },
  {
    id: "fee-down",
    what: "fees round down",
    file: "protocol/wire/rounding.ts",
    from: "return divideUp(amount * rate, pow10(rateScale));",
    to: "return divideDown(amount * rate, pow10(rateScale));",
    tests: [...roundings, ...spotFills],
  },
  {
    id: "owes-down",
    what: "what a user owes rounds down",
    file: "protocol/wire/rounding.ts",
    from: ": divideUp(amount, pow10(from - to));",
    to: ": divideDown(amount, pow10(from - to));",
    tests: [...roundings, ...spotFills],
  },
  {
    id: "half-down",
    what: "halves round towards zero",
    file: "protocol/wire/rounding.ts",
    from: "(2n * a + b) / (2n * b)",
    to: "(2n * a + b - 1n) / (2n * b)",
    tests: roundings,
  },
  {
    id: "leading-zero",
    what: "amounts with leading zeros are read",
    file: "protocol/wire/amount.ts",
    from: "const amountPattern = /^(0|[1-9]\\d{0,17})",
    to: "const amountPattern = /^(\\d{1,18})",
    tests: amounts,
  },
  {
    id: "beyond-64",
    what: "amounts beyond 64 bits are read",
    file: "protocol/wire/amount.ts",
    from: "return minor !== undefined && minor <= maxMinor ? minor : undefined;",
    to: "return minor;",
    tests: amounts,
  },
  {
    id: "too-fine",
    what: "decimals that a currency does not have are read as if it had",
    file: "protocol/wire/amount.ts",
    from: "if (fraction.length > scale) return undefined;",
    to: "if (fraction.length > 99) return undefined;",
    tests: amounts,
  },
  {
    id: "doubled-key",
    what: "JSON with the same key twice is read",
    file: "protocol/wire/strict-json.ts",
    from: "if (top.keys.has(value)) return false;",
    to: "",
    tests: ["tests/protocol/wire/strict-json.test.ts"],
  },
  // Authentication
  {
    id: "from-tomorrow",
    what: "a signature from an hour ahead is accepted",
    file: "protocol/wire/signature.ts",
    from: "timestampSec <= nowSec + signatureWindow.ahead",
    to: "timestampSec <= nowSec + 3600",
    tests: ["tests/protocol/wire/signature.test.ts", "tests/venue/http/signature-gate.test.ts"],
  },
  {
    id: "replay",
    what: "a signed request is accepted again",
    file: "venue/session/session-gate.ts",
    from: "return insertNonce(tx.db, {",
    to: "return !!insertNonce(tx.db, {",
    tests: ["tests/venue/http/signature-gate.test.ts"],
  },
  {
    id: "prohibited",
    what: "a prohibited account's session goes on",
    file: "venue/session/session-gate.ts",
    from: "if (!session || session.status === accountStatus.prohibited)",
    to: "if (!session)",
    tests: ["tests/venue/account/account-status.test.ts", "tests/venue/http/permissions.test.ts"],
  },
  {
    id: "for-ever",
    what: "a session never ends by age",
    file: "venue/session/session-gate.ts",
    from: "if (this.isOver(session, now)) throw",
    to: "if (this.isOver(session, 0)) throw",
    tests: ["tests/venue/session/accounts.test.ts", "tests/venue/http/signature-gate.test.ts"],
  },
  {
    id: "code-again",
    what: "a code of the authenticator is good twice",
    file: "venue/session/second-factor/second-factor.ts",
    from: 'step !== undefined && (await spendStep(tx.db, userId, step)) ? "code" : "wrong"',
    to: 'step !== undefined ? "code" : "wrong"',
    tests: factors,
  },
  {
    id: "old-code",
    what: "a code of minutes ago is accepted",
    file: "venue/session/second-factor/totp.ts",
    from: "[current - 1, current, current + 1]",
    to: "[current - 9, current - 8, current - 7, current - 6, current - 5, current - 4, current - 3, current - 2, current - 1, current, current + 1]",
    tests: factors,
  },
  {
    id: "recovery-again",
    what: "a recovery code is good twice",
    file: "venue/session/second-factor/second-factor-rows.ts",
    from: '.where("used_at", "is", null)\n    .returning("user_id")',
    to: '.returning("user_id")',
    tests: factors,
  },
  {
    id: "no-wait",
    what: "nobody waits after a wrong password",
    file: "venue/session/throttle/login-throttle.ts",
    from: "until_at: isLast ? neverMs : now + this.waitAfter(count, isKnownPlace) * 1000,",
    to: "until_at: now,",
    tests: logins,
  },
  {
    id: "uncounted",
    what: "wrong passwords are not counted",
    file: "venue/session/throttle/login-throttle.ts",
    from: "const count = row.count + 1;",
    to: "const count = row.count;",
    tests: logins,
  },
  {
    id: "used-code",
    what: "a code that was used, or has run out, is good",
    file: "venue/session/codes/codes.ts",
    from: "if (!row || row.used_at !== null || row.expires_at <= now) return undefined;",
    to: "if (!row) return undefined;",
    tests: ["tests/venue/session/forgot.test.ts", "tests/venue/session/accounts.test.ts"],
  },
  {
    id: "code-tries",
    what: "a code may be guessed without end",
    file: "venue/session/codes/codes.ts",
    from: "if (!(await countTry(tx.db, row.id, this.limits.codeTries))) return undefined;",
    to: "await countTry(tx.db, row.id, 1e9);",
    tests: ["tests/venue/session/forgot.test.ts", "tests/venue/session/accounts.test.ts"],
  },
  // Spot
  {
    id: "slips-far",
    what: "a market order walks half the book",
    file: "protocol/rules/spot-fill.ts",
    from: "const maxSlip: Rate = { value: 5n, scale: 2 };",
    to: "const maxSlip: Rate = { value: 50n, scale: 2 };",
    tests: spotFills,
  },
  {
    id: "pays-less",
    what: "a buyer pays less than a level is worth",
    file: "protocol/rules/spot-fill.ts",
    from: "return rescaleUp(price * lots, scales.price + scales.amount, scales.quote);",
    to: "return rescaleDown(price * lots, scales.price + scales.amount, scales.quote);",
    tests: spotFills,
  },
  {
    id: "beyond-held",
    what: "many small fills cost more than was set aside",
    file: "venue/spot/rules/settlement.ts",
    from: "if (fill.value > free) fill.value = free;",
    to: "",
    tests: ["tests/venue/spot/makers-matching.test.ts"],
  },
  // Seconds contracts
  {
    id: "draw-wins",
    what: "two equal prices are no draw for a call up",
    file: "protocol/rules/seconds-settlement.ts",
    from: 'if (from === to) return "draw";',
    to: 'if (from === to && direction === "down") return "draw";',
    tests: ["tests/venue/seconds/settlement.test.ts"],
  },
  {
    id: "extremes",
    what: "the highest and the lowest sample count",
    file: "protocol/rules/seconds-settlement.ts",
    from: "const middle = there.slice(1, -1);",
    to: "const middle = there;",
    tests: ["tests/venue/seconds/settlement.test.ts"],
  },
  {
    id: "locks-at-once",
    what: "the price is locked at acceptance, where it has been seen",
    file: "protocol/rules/seconds-settlement.ts",
    from: "export const priceLockDelaySec = 5;",
    to: "export const priceLockDelaySec = 0;",
    tests: ["tests/venue/seconds/settlement.test.ts", "tests/venue/seconds/place-order.test.ts"],
  },
  {
    id: "too-early",
    what: "a window that lacks samples decides at once",
    file: "venue/seconds/orders/settlement.ts",
    from: "return missing === 0 || lateMs >=",
    to: "return missing <= 5 || lateMs >=",
    tests: ["tests/venue/seconds/settlement.test.ts", "tests/venue/seconds/simulation.test.ts"],
  },
  // Perpetual contracts
  {
    id: "liquidates-late",
    what: "a ratio of exactly 100 % does not liquidate",
    file: "protocol/rules/contracts/contract-risk.ts",
    from: "return equityAt(exposure, mark, terms) <= requiredAt(",
    to: "return equityAt(exposure, mark, terms) < requiredAt(",
    tests: [...risks, "tests/venue/contracts/liquidation.test.ts"],
  },
  {
    id: "no-tier-credit",
    what: "maintenance margin forgets the tier's amount",
    file: "protocol/rules/contracts/contract-risk.ts",
    from: "moneyScale) - cum;",
    to: "moneyScale) - cum * 0n;",
    tests: [...risks, "tests/venue/contracts/rules.test.ts"],
  },
  {
    id: "loses-more",
    what: "a close takes more than the margin that is left",
    file: "protocol/rules/contracts/contract-settlement.ts",
    from: "const more = -net < closed.left.margin ? -net : closed.left.margin;",
    to: "const more = -net;",
    tests: ["tests/venue/contracts/close.test.ts", "tests/venue/contracts/simulation.test.ts"],
  },
  {
    id: "funding-cap",
    what: "a funding rate of any height is settled",
    file: "venue/contracts/funding/settle-funding.ts",
    from: "const cap = 30n * 10n ** 14n;",
    to: "const cap = 30_000n * 10n ** 14n;",
    tests: ["tests/venue/contracts/funding.test.ts"],
  },
  {
    id: "funding-late",
    what: "a funding instant of hours ago is settled by prices of now",
    file: "venue/contracts/funding/settle-funding.ts",
    from: "const late = now - fundingAt > latestMs;",
    to: "const late = now - fundingAt > 1000 * latestMs;",
    tests: ["tests/venue/contracts/funding.test.ts"],
  },
  // Withdrawals
  {
    id: "day-limit",
    what: "more leaves in a day than may",
    file: "venue/wallet/withdrawal/withdrawal-rules.ts",
    from: "if (left !== null && amount > left)",
    to: "if (left !== null && amount > 1000n * left)",
    tests: ["tests/venue/wallet/withdrawal-quote.test.ts", "tests/venue/wallet/withdrawal.test.ts"],
  },
  {
    id: "fee-outside",
    what: "a fee that is taken out of what arrives is paid on top",
    file: "protocol/rules/withdrawal-fee.ts",
    from: 'charge.feeMode === "inside" ? amount : amount + fee',
    to: 'charge.feeMode === "inside" ? amount + fee : amount',
    tests: ["tests/venue/wallet/withdrawal-quote.test.ts"],
  },
  {
    id: "fee-most",
    what: "a fee has no largest",
    file: "protocol/rules/withdrawal-fee.ts",
    from: "return maxFee !== null && least > maxFee ? maxFee : least;",
    to: "return least;",
    tests: ["tests/venue/wallet/withdrawal-quote.test.ts"],
  },
  // The app without a network, and its updates
  {
    id: "open-redirect",
    what: "a log-in leads to a page that is none of ours",
    file: "src/shell/session/route-guard.ts",
    from: "url.origin !== anyOrigin || !isKnown(path) || loginPaths.has(path)",
    to: "loginPaths.has(path)",
    tests: guards,
  },
  {
    id: "backslash",
    what: "a log-in leads on by backslashes",
    file: "src/shell/session/route-guard.ts",
    from: 'to.includes("\\\\") ||',
    to: "",
    tests: guards,
  },
  {
    id: "portal-file",
    what: "a portal's page is installed as a file of the app",
    file: "sw/precache-guard.ts",
    from: '(wanted?.test(headers.get("content-type") ?? "") ?? false)',
    to: "(wanted !== undefined)",
    tests: precaches,
  },
  {
    id: "redirected-file",
    what: "a file that came by a redirect is installed",
    file: "sw/precache-guard.ts",
    from: "!redirected &&",
    to: "",
    tests: precaches,
  },
  {
    id: "one-absence",
    what: "one answer without the order says that it was never placed",
    file: "src/writes/write.ts",
    from: "const absencesNeeded = 2;",
    to: "const absencesNeeded = 1;",
    tests: ["tests/app/writes/write.test.ts", "tests/app/writes/writer.test.ts"],
  },
  {
    id: "given-up",
    what: "a message that may still arrive is forgotten",
    file: "src/writes/message-lifetime.ts",
    from: "export const acceptedForMs = 95_000;",
    to: "export const acceptedForMs = 30_000;",
    tests: ["tests/app/writes/write.test.ts", "tests/app/writes/writer.test.ts"],
  },
  {
    id: "update-offline",
    what: "updates are looked for while hidden or offline",
    file: "src/shell/update/update-flow.ts",
    from: "return !event.canCheck || isTooSoon ? stay()",
    to: "return isTooSoon ? stay()",
    tests: ["tests/app/shell/update/update-flow.test.ts"],
  },
  {
    id: "update-unasked",
    what: "a missing part is not asked for again where the venue did not answer",
    file: "src/shell/update/update-flow.ts",
    from: 'effects: hasWorker ? [{ type: "check-installed" }] : []',
    to: "effects: []",
    tests: ["tests/app/shell/update/update-flow.test.ts"],
  },
];
