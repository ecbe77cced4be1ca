/**
 * The plan of the house (docs/house.md). Folders from bottom to top: a folder may import those on the lines
 * above its own and nothing else. Folders on one line do not import one another.
 */
const plan = `
protocol/wire
protocol/rules
protocol/rules/address | protocol/rules/contracts
protocol/api
protocol/proof/simulated-day
protocol/proof

sw

src/styles
src/lib
src/lib/indicators
src/ui/icons | src/ui/text
src/ui/actions | src/ui/figures | src/ui/chart
src/ui/chart/drawings
src/ui/fields | src/ui/layers | src/ui/lists | src/ui/states
src/gallery
src/storage
src/api | src/i18n
src/writes
src/features/platform
src/features/platform/forms | src/features/platform/icons | src/features/platform/lists
src/features/session
src/features/session/passkeys | src/features/session/account-status
src/features/session/form
src/features/session/login | src/features/session/register | src/features/session/forgot
src/features/upload
src/features/account
src/features/account/notices
src/features/account/certification | src/features/account/push | src/features/account/security | src/features/account/invite
src/features/market/feed
src/features/market/alerts
src/features/market/chart/drawings
src/features/market/book | src/features/market/chart | src/features/market/favourites
src/features/market/list
src/features/market/share
src/features/market/header
src/features/wallet/assets
src/features/wallet/bills
src/features/wallet/bills/export
src/features/wallet/bills/history | src/features/wallet/recharge | src/features/wallet/withdraw
src/features/wallet/withdraw/password
src/features/wallet/withdraw/address | src/features/wallet/withdraw/bank-card
src/features/wallet/withdraw/records
src/features/wallet/withdraw/request
src/features/trade
src/features/trade/slips
src/features/trade/writes | src/features/trade/ticket | src/features/trade/own-orders | src/features/trade/chart-room
src/features/trade/desk
src/features/trade/confirm
src/features/spot/orders
src/features/spot/ticket
src/features/spot/confirm
src/features/spot
src/features/contracts/figures
src/features/contracts/what-if
src/features/contracts/open | src/features/contracts/positions | src/features/contracts/orders
src/features/contracts
src/features/seconds/figures
src/features/seconds/limits | src/features/seconds/running | src/features/seconds/verify
src/features/seconds/ticket | src/features/seconds/result
src/features/seconds/history
src/features/seconds
src/features/home | src/features/home/currency
src/shell
src/shell/install | src/shell/toasts
src/shell/update
src/shell/travel-set
src/shell/connection | src/shell/errors | src/shell/notice-centre | src/shell/session | src/shell/settings
src/shell/keys
src/shell/frame
src/routes | src/routes/currency | src/routes/password | src/routes/withdraw
src
src/first-paint

venue/lib
venue/store
venue/settings
venue/keys | venue/feed
venue/feed/htx | venue/feed/simulator/model
venue/feed/simulator/candles
venue/feed/simulator
venue/ledger
venue/deps
venue/matching | venue/review | venue/http
venue/http/api | venue/http/files
venue/platform | venue/platform/icons
venue/session/users | venue/session/tokens | venue/session/throttle | venue/session/second-factor | venue/session/passkeys
venue/session/audit | venue/session/codes | venue/session/password | venue/session/invitations
venue/session/access
venue/session/login | venue/session/mail
venue/session
venue/upload
venue/account/push
venue/account/notices
venue/account/alerts | venue/account/security | venue/account/certification
venue/account
venue/market/quotes | venue/market/house-pnl
venue/market/stream
venue/market/htx-compatibility
venue/market
venue/wallet/channels
venue/wallet/assets | venue/wallet/recharge | venue/wallet/withdrawal/records
venue/wallet/bank-card | venue/wallet/saved-addresses
venue/wallet/withdrawal
venue/wallet
venue/spot/records
venue/spot/rules
venue/spot/orders
venue/spot/fills | venue/spot/review
venue/spot
venue/contracts/records
venue/contracts/rules
venue/contracts/orders
venue/contracts/positions
venue/contracts/fills
venue/contracts/funding
venue/contracts
venue/seconds/prices
venue/seconds/proof
venue/seconds/records
venue/seconds/limits | venue/seconds/history
venue/seconds/orders
venue/seconds
venue/heads
venue/operator/acts | venue/operator/lookups
venue/operator/accounts | venue/operator/conf | venue/operator/queues
venue/operator/watch | venue/operator/backup
venue/operator/desk/page
venue/operator/desk
venue/operator/commands
venue/operator
venue

scripts/build
tests/harness
tests/harness/samples | tests/harness/database
tests/harness/venue | tests/harness/proxy
tests/harness/browser
tests/harness/stages
scripts/prove
scripts
`;

/** The folders of the plan, line by line. */
export const tiers: readonly (readonly string[])[] = plan
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.split(" | "));

/** Words that never import one another, though the plan writes one below the other. */
export const apart: readonly (readonly string[])[] = [
  ["src/features/spot", "src/features/contracts", "src/features/seconds"],
  ["venue/spot", "venue/contracts", "venue/seconds"],
];

/** Rooms that know less than the plan's order would let them: what begins so may import what begins so. */
export const only: Readonly<Record<string, readonly string[]>> = {
  protocol: ["protocol"],
  sw: ["sw", "protocol"],
  src: ["src", "protocol"],
  "src/lib": ["src/lib"],
  "src/ui": ["src/ui", "src/lib"],
  "src/writes": ["src/writes", "src/api", "src/storage", "src/lib", "protocol"],
  "src/gallery": ["src/gallery", "src/ui", "src/lib", "src/styles"],
  venue: ["venue", "protocol"],
  "venue/lib": ["venue/lib"],
  "venue/store": ["venue/store", "venue/lib", "protocol"],
  "venue/settings": ["venue/settings", "protocol"],
  "venue/keys": ["venue/keys", "venue/settings", "venue/lib", "protocol"],
  "venue/ledger": ["venue/ledger", "venue/store", "venue/lib", "protocol"],
  "venue/operator/desk/page": ["venue/operator/desk/page", "protocol"],
  "venue/http": [
    "venue/http",
    "venue/deps",
    "venue/ledger",
    "venue/settings",
    "venue/store",
    "venue/lib",
    "protocol",
  ],
};

/** The rooms that each folder of tests is for: `tests/app/market/book` is for `src/features/market/book`. */
export const testedRooms: Readonly<Record<string, readonly string[]>> = {
  "tests/app": ["src", "src/features"],
  "tests/protocol": ["protocol"],
  "tests/sw": ["sw"],
  "tests/venue": ["venue"],
};

/** Folders of tests that are for more than one room, each with the reason. */
export const testedTogether: Readonly<Record<string, string>> = {
  "tests/venue/attack": "what a stranger sends to all of the venue",
  "tests/venue/attack/riskless": "what a user tries on all of the venue to gain without risk",
  "tests/venue/feed/chaos": "both feeds while their line fails",
};

/** What tests may import beside the harness and the packages: those of one side know nothing of the other. */
export const testsKnow: Readonly<Record<string, readonly string[]>> = {
  "tests/app": ["tests/app", "src", "protocol", "venue", "sw", "scripts", "tests/venue"],
  "tests/browser": ["tests/browser", "tests/conformance", "src/i18n", "protocol", "venue"],
  "tests/sw": ["tests/sw", "sw", "protocol"],
  "tests/venue": ["tests/venue", "venue", "protocol", "scripts"],
};

/** The most code files that one folder holds by itself. */
export const mostFiles = 40;
