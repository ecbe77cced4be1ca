import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  beginUpdates,
  leastMs,
  type UpdateEvent,
  updateFlow,
  type UpdateState,
} from "../../../../src/shell/update/update-flow.ts";

const at = 1_800_000_000_000;
const offer = { id: "bbbbbbbbbbbb", changes: [], elsewhere: false, goesBack: false };
/** A worker has served the page from its beginning. */
const served: UpdateState = { ...beginUpdates(true), reloadSuffices: false };

const states = {
  "first visit": beginUpdates(false),
  served,
  "newer worker": { ...served, reloadSuffices: true },
  offered: { ...served, offer },
  "left behind": { ...served, offer: { ...offer, elsewhere: true } },
  postponed: { ...served, postponed: { id: offer.id, at: at - 1000 } },
  busy: { ...served, offer, restart: ["typed"] },
  restarting: { ...served, offer, restart: [] },
  removed: { ...served, isServed: false, reloadSuffices: true, isRemoved: true },
} satisfies Record<string, UpdateState>;

const checked = (
  given: Partial<Extract<UpdateEvent<string>, { type: "checked" }>>,
): UpdateEvent<string> => ({
  type: "checked",
  served: "other",
  hasWorker: true,
  waiting: null,
  ...given,
});

const judged = (
  kind: "build" | "kill-switch" | "after-kill-switch",
  answer: "same" | "other" | "unknown" = "unknown",
): UpdateEvent<string> => ({ type: "waiting-judged", worker: "W", kind, served: answer });

const compared = (
  answer: "same" | "other" | "unknown",
  mustFollow: boolean,
  isBusy = false,
): UpdateEvent<string> => ({ type: "controller-compared", served: answer, mustFollow, isBusy });

const events: Record<string, UpdateEvent<string>> = {
  "registered, no worker yet": { type: "registered", hasActive: false, hasWaiting: false },
  "registered, one active": { type: "registered", hasActive: true, hasWaiting: false },
  "registered, one waits": { type: "registered", hasActive: true, hasWaiting: true },
  "registration gone": { type: "registration-gone" },
  "active serves": { type: "active-judged", isKillSwitch: false },
  "active is kill switch": { type: "active-judged", isKillSwitch: true },
  "kill switch replaced": { type: "kill-switch-checked", isReplaced: true },
  "kill switch alone": { type: "kill-switch-checked", isReplaced: false },
  "build waits": judged("build"),
  "build waits, this page's served": judged("build", "same"),
  "kill switch waits": judged("kill-switch", "same"),
  "kill switch waits, other build served": judged("kill-switch", "other"),
  "worker after the kill switch waits": judged("after-kill-switch"),
  "kill switch still waits": { type: "kill-switch-late", stillWaits: true },
  "kill switch no longer waits": { type: "kill-switch-late", stillWaits: false },
  "no controller": { type: "controlled", hasController: false, hasWaiting: false },
  controlled: { type: "controlled", hasController: true, hasWaiting: false },
  "controller serves": { type: "controller-judged", isKillSwitch: false },
  "controller is kill switch": { type: "controller-judged", isKillSwitch: true },
  "controller of this build": compared("same", true),
  "another tab's restart": compared("other", true),
  "another tab's restart, offline": compared("unknown", true),
  "another tab's restart, busy": compared("other", true, true),
  "controller of another build": compared("other", false),
  "controller of an unknown build": compared("unknown", false),
  "check due": { type: "check-due", isReturn: false, canCheck: true, at },
  "check due, hidden or offline": { type: "check-due", isReturn: false, canCheck: false, at },
  "checked: same build": checked({ served: "same" }),
  "checked: same build, one waits": checked({ served: "same", waiting: "W" }),
  "checked: other build": checked({}),
  "checked: other build, one waits": checked({ waiting: "W" }),
  "checked: other build, no worker": checked({ hasWorker: false }),
  "checked: not known": checked({ served: "unknown", waiting: "W" }),
  "checked: not known, no worker": checked({ served: "unknown", hasWorker: false }),
  "build read": { type: "build-read", id: offer.id, elsewhere: false, at },
  "next build read": { type: "build-read", id: "cccccccccccc", elsewhere: false, at },
  "build read, elsewhere": { type: "build-read", id: offer.id, elsewhere: true, at },
  "no build read": { type: "build-read", id: null, elsewhere: true, at },
  "changes read": { type: "changes-read", id: offer.id, changes: ["New."], goesBack: false },
  "older build's changes read": {
    type: "changes-read",
    id: offer.id,
    changes: ["Gone."],
    goesBack: true,
  },
  "changes of another build read": {
    type: "changes-read",
    id: "cccccccccccc",
    changes: ["Old."],
    goesBack: false,
  },
  "restart asked": { type: "restart-asked", busy: [], hasWaiting: true },
  "restart asked, nothing waits": { type: "restart-asked", busy: [], hasWaiting: false },
  "restart asked, busy": { type: "restart-asked", busy: ["order"], hasWaiting: true },
  "restart forced": { type: "restart-forced", hasWaiting: true },
  "retry due": { type: "retry-due", busy: [], hasWaiting: true },
  "retry due, busy": { type: "retry-due", busy: ["sheet"], hasWaiting: true },
  "take-over late": { type: "take-over-late" },
  "reload refused": { type: "reload-refused" },
  "follow due": { type: "follow-due", isBusy: false },
  "follow due, busy": { type: "follow-due", isBusy: true },
  "put off": { type: "postponed", at },
  "database upgraded": { type: "database-upgraded", isBusy: false },
  "database upgraded, busy": { type: "database-upgraded", isBusy: true },
  "renewal asked": { type: "renewal-asked" },
  "renewal: build waits": { type: "renewal-prepared", next: "build" },
  "renewal: nothing newer": { type: "renewal-prepared", next: "nothing" },
  "renewal: unreachable": { type: "renewal-prepared", next: "unreachable" },
};

/** What a step changes and does, in one line. */
function summary(state: UpdateState, event: UpdateEvent<string>): string {
  const { state: next, effects } = updateFlow(state, event);
  const said = (key: keyof UpdateState) => {
    const value = next[key];
    if (typeof value === "number") return key;
    if (typeof value === "boolean") return value ? key : `not ${key}`;
    if (value === null) return `no ${key}`;
    if ("length" in value) return value.length === 0 ? "restarts" : `waits for ${value.join()}`;
    if ("at" in value) return `puts off ${value.id ?? "a build"}`;
    return [
      "offers",
      value.goesBack && "to go back to",
      value.id ?? "a build",
      ...value.changes,
      value.elsewhere && "elsewhere",
    ]
      .filter(Boolean)
      .join(" ");
  };
  const changes = (Object.keys(next) as (keyof UpdateState)[])
    .filter((key) => JSON.stringify(next[key]) !== JSON.stringify(state[key]))
    .map(said);
  return [
    ...changes,
    ...effects.map(({ type, ...facts }) =>
      [type, ...Object.values(facts).filter((fact) => typeof fact !== "object")].join(" "),
    ),
  ].join(", ");
}

type Outcomes = Partial<Record<keyof typeof states | "usual", string>>;

/** What each event changes and does, `usual` in every state that is not named; nothing where nothing stands. */
const outcomes: Record<string, Outcomes> = {
  "registered, no worker yet": {
    usual: "reloadSuffices",
    "first visit": "",
    "newer worker": "",
    removed: "",
  },
  "registered, one active": {
    usual: "judge-active, check-installed",
    "first visit": "not reloadSuffices, judge-active, check-installed",
    "newer worker": "not reloadSuffices, judge-active, check-installed",
    removed: "not reloadSuffices, judge-active, check-installed",
  },
  "registered, one waits": {
    "first visit": "not reloadSuffices",
    "newer worker": "not reloadSuffices",
    removed: "not reloadSuffices",
  },
  "registration gone": {
    usual: "reloadSuffices, register",
    "first visit": "register",
    "newer worker": "register",
    removed: "",
  },
  "active serves": {},
  "active is kill switch": {
    usual: "reloadSuffices, check-kill-switch",
    "first visit": "check-kill-switch",
    "newer worker": "check-kill-switch",
    removed: "check-kill-switch",
  },
  "kill switch replaced": {},
  "kill switch alone": { usual: "unregister" },
  "build waits": { usual: "read-build false" },
  "build waits, this page's served": { offered: "no offer" },
  "kill switch waits": {
    usual: "watch-kill-switch W",
    offered: "no offer, watch-kill-switch W",
    "left behind": "no offer, watch-kill-switch W",
    busy: "no offer, watch-kill-switch W",
    restarting: "no offer, watch-kill-switch W",
  },
  "kill switch waits, other build served": { usual: "watch-kill-switch W" },
  "worker after the kill switch waits": { usual: "skip-waiting" },
  "kill switch still waits": {
    usual: "not isServed, reloadSuffices, isRemoved, remove-worker",
    "first visit": "isRemoved, remove-worker",
    "newer worker": "not isServed, isRemoved, remove-worker",
    removed: "",
  },
  "kill switch no longer waits": {},
  "no controller": {},
  controlled: {
    usual: "reloadSuffices, judge-controller",
    "first visit": "isServed, not reloadSuffices, compare-controller false",
    "newer worker": "judge-controller",
    busy: "reloadSuffices",
    restarting: "reloadSuffices, reload",
    removed: "isServed, not reloadSuffices, compare-controller false",
  },
  "controller serves": { usual: "compare-controller true" },
  "controller is kill switch": {
    usual: "not isServed, compare-controller false",
    "first visit": "compare-controller false",
    removed: "compare-controller false",
  },
  "controller of this build": {},
  "another tab's restart": { usual: "reload" },
  "another tab's restart, offline": { usual: "reload" },
  "another tab's restart, busy": { usual: "read-build true" },
  "controller of another build": {
    usual: "reloadSuffices, read-build false",
    "first visit": "read-build false",
    "newer worker": "read-build false",
    removed: "read-build false",
  },
  "controller of an unknown build": {},
  "check due": { usual: "checkedAt, check" },
  "check due, hidden or offline": {},
  "checked: same build": { usual: "check-installed" },
  "checked: same build, one waits": { usual: "judge-waiting W" },
  "checked: other build": {
    usual: "ask-versions",
    "first visit": "ask-versions, read-build false",
    "newer worker": "ask-versions, read-build false",
    removed: "ask-versions, read-build false",
  },
  "checked: other build, one waits": { usual: "ask-versions, judge-waiting W" },
  "checked: other build, no worker": { usual: "ask-versions, read-build false" },
  "checked: not known": { usual: "check-installed" },
  "checked: not known, no worker": {},
  "build read": {
    usual: "offers bbbbbbbbbbbb, read-changes bbbbbbbbbbbb",
    offered: "",
    postponed: "",
    busy: "",
    restarting: "",
  },
  "next build read": { usual: "offers cccccccccccc, read-changes cccccccccccc" },
  "build read, elsewhere": {
    usual: "offers bbbbbbbbbbbb elsewhere, read-changes bbbbbbbbbbbb",
    "left behind": "",
  },
  "no build read": { usual: "offers a build elsewhere" },
  "changes read": {
    offered: "offers bbbbbbbbbbbb New.",
    "left behind": "offers bbbbbbbbbbbb New. elsewhere",
    busy: "offers bbbbbbbbbbbb New.",
    restarting: "offers bbbbbbbbbbbb New.",
  },
  "older build's changes read": {
    offered: "offers to go back to bbbbbbbbbbbb Gone.",
    "left behind": "offers to go back to bbbbbbbbbbbb Gone. elsewhere",
    busy: "offers to go back to bbbbbbbbbbbb Gone.",
    restarting: "offers to go back to bbbbbbbbbbbb Gone.",
  },
  "changes of another build read": {},
  "restart asked": {
    usual: "restarts, skip-waiting, wait-for-take-over",
    "first visit": "restarts, reload",
    "newer worker": "restarts, reload",
    restarting: "skip-waiting, wait-for-take-over",
    removed: "restarts, reload",
  },
  "restart asked, nothing waits": { usual: "restarts, reload", restarting: "reload" },
  "restart asked, busy": { usual: "waits for order, wait-to-retry" },
  "restart forced": {
    usual: "restarts, skip-waiting, wait-for-take-over",
    "first visit": "restarts, reload",
    "newer worker": "restarts, reload",
    restarting: "skip-waiting, wait-for-take-over",
    removed: "restarts, reload",
  },
  "retry due": {
    busy: "restarts, skip-waiting, wait-for-take-over",
    restarting: "skip-waiting, wait-for-take-over",
  },
  "retry due, busy": {
    busy: "waits for sheet, wait-to-retry",
    restarting: "skip-waiting, wait-for-take-over",
  },
  "take-over late": { restarting: "reloadSuffices, note-late-worker, reload" },
  "reload refused": {
    usual: "read-build true, wait-to-follow",
    "left behind": "",
    busy: "wait-to-retry",
    restarting: "wait-to-retry",
  },
  "follow due": { "left behind": "reload" },
  "follow due, busy": {},
  "put off": {
    usual: "puts off a build, keep-postponed",
    offered: "no offer, puts off bbbbbbbbbbbb, keep-postponed",
    "left behind": "no offer, puts off bbbbbbbbbbbb, keep-postponed",
    busy: "no restart, no offer, puts off bbbbbbbbbbbb, keep-postponed",
    restarting: "no restart, no offer, puts off bbbbbbbbbbbb, keep-postponed",
  },
  "database upgraded": { usual: "reload" },
  "database upgraded, busy": { usual: "read-build true" },
  "renewal asked": { usual: "restarts, prepare-renewal", restarting: "prepare-renewal" },
  "renewal: build waits": {
    usual: "restarts, skip-waiting, wait-for-take-over",
    "first visit": "not reloadSuffices, restarts, skip-waiting, wait-for-take-over",
    "newer worker": "not reloadSuffices, restarts, skip-waiting, wait-for-take-over",
    restarting: "skip-waiting, wait-for-take-over",
    removed: "not reloadSuffices, restarts, skip-waiting, wait-for-take-over",
  },
  "renewal: nothing newer": {
    usual: "reloadSuffices, unregister-and-reload",
    "first visit": "unregister-and-reload",
    "newer worker": "unregister-and-reload",
    removed: "unregister-and-reload",
  },
  "renewal: unreachable": { usual: "reload-now" },
};

describe("every event in every state", () => {
  test("stands in the table", () => expect(Object.keys(outcomes)).toEqual(Object.keys(events)));

  for (const [stateName, state] of Object.entries(states)) {
    for (const [eventName, event] of Object.entries(events)) {
      const outcome = outcomes[eventName];
      const expected = outcome?.[stateName as keyof typeof states] ?? outcome?.usual ?? "";
      test(`${stateName} + ${eventName} → ${expected || "nothing"}`, () =>
        expect(summary(state, event)).toBe(expected));
    }
  }
});

describe("which worker calls for a reload", () => {
  /** Of each worker that takes over, in turn, whether the page asks if it has to follow. */
  const judgedOf = (begin: UpdateState, isKillSwitch: readonly boolean[]) => {
    let state = begin;
    return isKillSwitch.map((answer) => {
      const taken = updateFlow(state, {
        type: "controlled",
        hasController: true,
        hasWaiting: false,
      });
      const isJudged = taken.effects[0]?.type === "judge-controller";
      state = taken.state;
      if (isJudged)
        state = updateFlow(state, { type: "controller-judged", isKillSwitch: answer }).state;
      return isJudged;
    });
  };

  test("not the first of all, each later one, also on the page that saw the first", () => {
    expect(judgedOf(beginUpdates(false), [false, false, false])).toEqual([false, true, true]);
  });

  test("on a page that was controlled from the beginning a new one does, and what follows on the kill switch does not", () => {
    expect(judgedOf(beginUpdates(true), [true, false, false])).toEqual([true, false, true]);
  });
});

describe("pace", () => {
  const isChecked = (sinceMs: number, isReturn: boolean) =>
    updateFlow(
      { ...served, checkedAt: at - sinceMs },
      { type: "check-due", isReturn, canCheck: true, at },
    ).effects.length > 0;

  test("a return checks once in half a minute, the timer always, and a clock that was set back stops no check", () => {
    expect([leastMs - 1, leastMs, -1].map((sinceMs) => isChecked(sinceMs, true))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isChecked(1, false)).toBe(true);
  });

  test("a build that was put off is offered again after a day, the next one at once, as what another tab restarted into", () => {
    const isOffered = (sinceMs: number, read: string | null, putOff: string | null = offer.id) =>
      updateFlow(beginUpdates(true, { id: putOff, at: at - sinceMs }), {
        type: "build-read",
        id: read,
        elsewhere: false,
        at,
      }).state.offer !== null;
    const dayMs = 24 * 3_600_000;
    expect([0, dayMs - 1, dayMs, -1].map((ms) => isOffered(ms, offer.id))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect([
      isOffered(0, "cccccccccccc"),
      isOffered(0, null),
      isOffered(0, offer.id, null),
    ]).toEqual([true, false, false]);
    expect(summary(states.postponed, compared("other", true, true))).toBe("read-build true");
  });
});

test("whatever happens in whatever order, nothing that would be lost is reloaded over, and a removed worker stays away", () => {
  const busy = { busy: ["typed"], isBusy: true } as const;
  const harmless = Object.values(events)
    .filter(({ type }) => !type.startsWith("renewal") && type !== "restart-forced")
    .map((event) => Object.assign({ ...event }, busy));
  fc.assert(
    fc.property(fc.boolean(), fc.array(fc.constantFrom(...harmless)), (isControlled, given) => {
      let state = beginUpdates(isControlled);
      for (const event of given) {
        const wasRemoved = state.isRemoved;
        const step = updateFlow(state, event);
        const done = step.effects.map(({ type }) => type);
        expect(done).not.toContain("reload");
        if (wasRemoved) expect(done).not.toContain("register");
        state = step.state;
      }
    }),
  );
});
