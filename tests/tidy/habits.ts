/** Ways of working that hold everywhere or in a room: a pattern that its files may not contain. */
import { basename } from "node:path";
import { apiRows } from "#protocol/api/api.ts";
import type { SourceFile } from "./source-files.ts";

export interface Habit {
  title: string;
  /** Which files it holds for. */
  holdsFor: (path: string) => boolean;
  breach: RegExp;
  /** Files that it does not hold for, each with the reason. */
  except?: Readonly<Record<string, string>>;
  /** A breach, to see it found: a file that it holds for, and its text. */
  planted: readonly [path: string, text: string];
}

const within =
  (...rooms: string[]) =>
  (path: string) =>
    rooms.some((room) => path.startsWith(`${room}/`));

/** The only files of the app that load something by themselves: API answers, and files of the app's own origin. */
const loaders: ReadonlySet<string> = new Set([
  "src/api/http.ts",
  "src/api/config.ts",
  "src/api/early-reads.ts",
  "src/shell/update/builds.ts",
  "src/shell/update/missing-part.ts",
  "src/shell/update/route-payload.ts",
  "src/features/platform/icons/coin-icons.ts",
  "src/first-paint/watched-start.ts",
]);

/** Prices, fills and settlements: what decides about money without knowing whose. */
export const isBlind = (path: string): boolean =>
  /^(protocol|venue)\/.*(fill-model|spot-fill|funding|mark-price|settlement|simulator\/|simulated-day\/|receipt-check|feed\/|seconds\/(engine|orders\/(settle|rules|conf)|prices\/|proof\/tick-l))/.test(
    path,
  );

/** What changes something of a user's: the names of their POSTs in the endpoint tables. */
const writeNames = apiRows()
  .filter(({ endpoint: { method, access } }) => method === "POST" && access === "user")
  .map(({ name }) => name)
  .join("|");

export const habits: readonly Habit[] = [
  {
    title: "what changes something of a user's is sent by a kind of src/writes",
    holdsFor: (path) => within("src")(path) && !within("src/api", "src/writes")(path),
    // A file that declares a kind imports what makes one.
    breach: new RegExp(
      `^(?![^]*/(plain-kind|run-write|order-kind|cancel-kind)\\.ts")[^]*\\b(call|upload)\\(\\s*(endpoint\\b|\\w+\\.(${writeNames})\\b)`,
    ),
    except: {
      "src/features/session/session-flow.ts":
        "a logout ends the session that writes belong to, whether it is answered or not",
      "src/features/session/login-queries.ts": "there is no session yet that a write belongs to",
      "src/features/session/passkeys/ask-browser.ts":
        "what a browser is to be asked is a read with a body",
      "src/features/account/security/forget-device.tsx": "the same, before the device is wiped",
      "src/features/account/push/push-device.ts":
        "the address is the browser's, and goes to the venue again at each start",
      "src/features/upload/use-upload.ts":
        "a picture counts for nothing until a write names it, and has its own progress and resend",
      "src/features/wallet/withdraw/withdrawal-queries.ts": "a quote is a read with a body",
    },
    planted: [
      "src/features/wallet/planted.tsx",
      "await call(walletEndpoints.setWpass, { wpassword });",
    ],
  },
  {
    title: "nothing is sent by a mutation but what a visitor sends",
    holdsFor: (path) => within("src")(path) && path !== "src/api/query.ts",
    breach: /\b(useMutation|mutationOptions|unrepeated)\b/,
    except: {
      "src/features/session/login-queries.ts": "there is no session yet that a write belongs to",
      "src/features/session/form/secret-fields.tsx": "asks for a code, also as a visitor",
      "src/features/session/login/login-form.tsx": "opens the session",
      "src/features/session/login/passkey-login.tsx": "opens the session, too",
      "src/features/session/register/register-screen.tsx": "opens the account",
      "src/features/session/forgot/forgot-screen.tsx": "is for who cannot log in",
      "src/features/market/list/market-list.tsx": "asks again for prices, and sends nothing",
    },
    planted: [
      "src/features/wallet/planted.tsx",
      "const save = useMutation(saveAddressMutation());",
    ],
  },
  {
    title: "the app calls the venue through api/http.ts alone",
    holdsFor: (path) => within("src")(path) && !loaders.has(path),
    breach: /(?<![.\w])fetch\(/,
    planted: ["src/features/market/planted.ts", 'await fetch("/api/htx/getMergedTicker");'],
  },
  {
    title: "figures and dates are written by the formatters of src/lib alone",
    holdsFor: (path) => within("src")(path) && !path.startsWith("src/lib/"),
    // `Intl.DateTimeFormat()` without arguments only names the device's zone.
    breach:
      /Intl\.(NumberFormat|DateTimeFormat)\((?!\))|\.toLocale\w*String\(|\.to(Fixed|Precision)\(/,
    except: {
      "src/ui/chart/chart-scale.ts": "the steps of an axis are numbers without a float's dust",
      "src/features/market/chart/candle-time.ts": "an axis of time names only what changes",
      "src/features/trade/ticket/market-units.ts": "a number of the wire becomes an integer",
      "src/features/spot/orders/order-list.tsx": "the length of a bar",
      "src/features/trade/chart-room/chart-room.tsx": "a place on a line",
      "src/features/market/book/book-line.tsx": "the length of a bar",
      "src/features/contracts/what-if/what-if-curve.tsx": "a path",
    },
    planted: ["src/features/wallet/planted.tsx", "<td>{Number(amount).toFixed(2)}</td>"],
  },
  {
    title: "money is written as a sum of its currency, never as a price of so many decimals",
    holdsFor: within("src/features", "src/shell", "src/routes"),
    breach: /format(Price|Quantity)\([^;{}]*?, [0-4], /,
    planted: ["src/features/wallet/planted.tsx", "formatPrice(bill.amount, 2, locale)"],
  },
  {
    title: "the parts of ui know no domain, no language and no calls",
    holdsFor: within("src/ui"),
    breach: /from "(@lingui|@tanstack|jotai|#protocol)/,
    planted: ["src/ui/planted.tsx", 'import { atom } from "jotai";'],
  },
  {
    title: "the venue has one clock and one source of chance, both passed in",
    // The operators' page runs in a browser.
    holdsFor: (path) =>
      within("venue")(path) &&
      path !== "venue/main.ts" &&
      !within("venue/operator/desk/page")(path),
    breach: /Date\.now|new Date\(\)|Math\.random|performance\.now/,
    planted: ["venue/spot/planted.ts", "const now = Date.now();"],
  },
  {
    title: "SQL stands in rows, migrations, ledger and store",
    holdsFor: (path) =>
      within("venue")(path) &&
      !/\/rows\.ts$|-rows\.ts$|migrations\.ts$|^venue\/(ledger|store)\//.test(path),
    breach: /from "kysely|\.selectFrom\(|\.insertInto\(|\.updateTable\(|\.deleteFrom\(/,
    planted: ["venue/wallet/planted.ts", 'db.selectFrom("users")'],
  },
  {
    title: "no price, fill or settlement function can see a user",
    holdsFor: isBlind,
    breach: /user_?id|SessionUser/i,
    planted: ["venue/seconds/orders/settlement.ts", "if (order.user_id === 7) lose();"],
  },
  {
    title: "money is not parsed as a float",
    holdsFor: within(
      "protocol",
      "venue/ledger",
      "venue/spot",
      "venue/contracts",
      "venue/seconds",
      "venue/wallet",
    ),
    breach: /parseFloat\(/,
    planted: ["venue/wallet/planted.ts", "parseFloat(amount)"],
  },
  {
    title: "what is imported late is named in place, so that the plan can judge it",
    holdsFor: within("src", "sw", "venue", "protocol"),
    breach: /\bimport\((?!\s*"[^"]+"\s*\))|import\.meta\.glob|\brequire\(/,
    planted: ["src/ui/planted.tsx", "await import(name);"],
  },
  {
    title: "raw HTML and evaluated code have no place",
    holdsFor: within("src", "sw", "venue", "protocol"),
    breach: /dangerouslySetInnerHTML|\.innerHTML|\beval\(|new Function\(/,
    planted: ["src/ui/planted.tsx", "element.innerHTML = text;"],
  },
  {
    title:
      "what styles the whole page again when it comes, a registered property or a rule of the root, is in the first sheet",
    holdsFor: (path) => path.endsWith(".css") && within("src")(path) && !within("src/styles")(path),
    breach: /@property|(?:^|[\n,}])\s*(?::root|html|\*)(?:\[[^\]]*\])?\s*[,{]/,
    planted: ["src/ui/planted.css", ".a { color: red }\n:root {\n  --x: 1px;\n}"],
  },
  {
    title:
      "what a :has() shows or hides is a class: with another part each new element styles the whole page",
    holdsFor: (path) => path.endsWith(".css"),
    breach:
      /:has\((?:[^(){}]|\([^(){}]*\))*\)[^{},]*[\s>~+](?=[*a-z:])(?:\*|[a-z][\w-]*)?(?::[\w-]+(?:\([^(){}]*\))?)*\s*[,{]/,
    planted: [
      "src/ui/planted.module.css",
      ".bar:has(b) > .tools > :not(:first-child) { color: red }",
    ],
  },
  {
    title: "no test is focused or skipped, no rule silenced, nothing put off",
    holdsFor: (path) => path !== "tests/tidy/habits.ts",
    breach:
      /\b(describe|test|it)\.(only|skip|todo)\(|@ts-(ignore|nocheck|expect-error)|(oxlint|eslint|biome)-(disable|ignore)|\b(TODO|FIXME|XXX)\b/,
    planted: ["tests/app/planted.test.ts", 'test.only("one", () => {});'],
  },
  {
    title: "files are kebab-case",
    holdsFor: (path) =>
      !/^(__root\.tsx|[a-z0-9]+(-[a-z0-9]+)*((\.test)?\.tsx?|(\.module)?\.css))$/.test(
        basename(path),
      ),
    breach: /^/,
    planted: ["src/lib/aFile.ts", ""],
  },
  {
    title: "files say what they hold",
    holdsFor: (path) =>
      /\/(utils|helpers|common|types|index)\.tsx?$/.test(path) &&
      !/^src\/routes\/(withdraw\/)?index\.tsx$/.test(path),
    breach: /^/,
    planted: ["src/lib/utils.ts", ""],
  },
];

/** Paths of the files that break a habit. */
export function broken(
  { holdsFor, breach, except = {} }: Habit,
  files: readonly Pick<SourceFile, "path" | "text">[],
): string[] {
  return files
    .filter(({ path, text }) => holdsFor(path) && !Object.hasOwn(except, path) && breach.test(text))
    .map(({ path }) => path);
}
