/**
 * The writes of this page, one run a kind, outside React: the user may leave a screen and come back, and its write
 * goes on. Each user has their own; with the session all of them end here.
 */
import type { WriteContext } from "./write-context.ts";
import {
  startRun,
  type RunDeps,
  type WriteKind,
  type WriteRun,
  type WriteSnapshot,
} from "./run-write.ts";
import { idleWrite, type Write } from "./write.ts";

export type WriterDeps = Pick<RunDeps, "now" | "newId" | "wait">;

export type Writer = ReturnType<typeof createWriter>;

const idle = { write: idleWrite, isTaken: false, isBusyElsewhere: false };

export function createWriter(context: () => WriteContext, deps: WriterDeps) {
  /** By the kind's name, which tells the types of a run. */
  const runs = new Map<string, unknown>();
  const listeners = new Map<string, Set<() => void>>();
  let isFollowing = false;

  const known = <I, A, O>(name: string) => runs.get(name) as WriteRun<I, A, O> | undefined;

  /** The user's run of a kind; undefined where nobody is logged in. */
  function runOf<I, A, O>(kind: WriteKind<I, A, O>): WriteRun<I, A, O> | undefined {
    followUser();
    endOthers();
    const userId = context().userId();
    if (userId === null) return undefined;
    const { name } = kind;
    const run =
      known<I, A, O>(name) ??
      startRun(
        kind,
        userId,
        {
          ...deps,
          currentUserId: () => context().userId(),
          invalidate: (endpoints) => context().invalidate(endpoints),
          refused: (refusal) => context().refused(refusal),
        },
        () => notify(name),
      );
    runs.set(name, run);
    return run;
  }

  function followUser(): void {
    if (isFollowing) return;
    isFollowing = true;
    context().onUserChange(endOthers);
  }

  function endOthers(): void {
    const userId = context().userId();
    for (const name of runs.keys()) {
      const run = known<unknown, unknown, unknown>(name);
      if (!run || run.userId === userId) continue;
      runs.delete(name);
      run.end();
      notify(name);
    }
  }

  function notify(name: string): void {
    for (const listener of listeners.get(name) ?? []) listener();
  }

  return {
    snapshot: <I, A, O>(name: string): WriteSnapshot<I, A, O> =>
      known<I, A, O>(name)?.snapshot() ?? idle,

    /** A screen that shows the kind. The last to leave takes along what was being confirmed or has been read. */
    subscribe(name: string, listener: () => void): () => void {
      const heard = listeners.get(name) ?? new Set();
      listeners.set(name, heard.add(listener));
      return () => {
        heard.delete(listener);
        if (heard.size > 0) return;
        listeners.delete(name);
        const run = known(name);
        run?.leave();
        if (run?.isIdle()) runs.delete(name);
      };
    },

    /** Takes up what an earlier life of this page left open. */
    resume: <I, A, O>(kind: WriteKind<I, A, O>) => void runOf(kind)?.resume(),

    /** Whether the outcome is to be shown now: once, to the first screen that asks. */
    takeReport: (name: string) => known(name)?.takeReport() ?? false,

    open: <I, A, O>(kind: WriteKind<I, A, O>, intent: I) => runOf(kind)?.open(intent),
    close: (name: string) => known(name)?.close(),
    dismiss: (name: string) => known(name)?.dismiss(),

    /** Sends what is being confirmed. */
    confirm: async (name: string) => known(name)?.send(),

    /** Sends without a confirmation; answers the outcome. */
    async send<I, A, O>(kind: WriteKind<I, A, O>, intent: I): Promise<Write<I, A, O>> {
      const run = runOf(kind);
      if (!run) return idleWrite;
      run.open(intent);
      await run.send();
      return run.outcome();
    },
  };
}
