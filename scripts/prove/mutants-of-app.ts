import type { Mutant } from "./mutant.ts";

const guards = ["tests/app/shell/session/guard.test.ts"];
const precaches = ["tests/sw/precache-guard.test.ts"];

/** Bugs of the app without a network, and of its updates. */
export const appMutants: readonly Mutant[] = [
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
  {
    id: "other-windows-user",
    what: "a window takes in what the stream tells another user",
    file: "src/features/market/feed/live-feed.ts",
    from: "if (isOwn && this.#authenticatedId === undefined) return;",
    to: "",
    tests: ["tests/app/market/feed/live-feed.test.ts"],
  },
  {
    id: "late-log-out",
    what: "a log-out on another page does not count while the browser still shows the cookie",
    file: "src/features/session/session-flow.ts",
    from: "if (before === message.loggedOut && readSessionCookie()",
    to: "if (before === null && readSessionCookie()",
    tests: ["tests/app/session/session-flow.test.ts"],
  },
];
