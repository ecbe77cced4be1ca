import { persistedIds } from "./persisted-attempts.ts";
import type { WriteKind } from "./run-write.ts";
import type { Write } from "./write.ts";

/** A write that is done with the venue's first answer. */
export type PlainWrite<Intent, Answer> = Write<Intent, Answer, "done">;

export type PlainKind<Intent, Answer> = WriteKind<Intent, Answer, "done">;

/** A kind of write that is done with the venue's first answer, and of which the device keeps the id alone. */
export function plainKind<Intent, Answer>(
  kind: Omit<PlainKind<Intent, Answer>, "judge"> &
    Partial<Pick<PlainKind<Intent, Answer>, "judge">>,
): PlainKind<Intent, Answer> {
  return {
    persisted: persistedIds<Intent>(kind.name),
    judge: () => ({ outcome: "done" }),
    ...kind,
  };
}

/**
 * Setting something: set twice it is the same, so the message carries no id and the device keeps nothing. After a
 * lost answer `find` reads what the venue has now, and tells whether it is what was asked for.
 */
export function settingKind<Intent, Answer>(
  kind: Omit<PlainKind<Intent, Answer>, "judge" | "persisted" | "isRepeatable">,
): PlainKind<Intent, Answer> {
  return { judge: () => ({ outcome: "done" }), isRepeatable: true, ...kind };
}

/** Gives a secret once: an attempt that is remembered does not hold it. */
export function once<Secret>(secret: Secret): () => Secret {
  let left: Secret | undefined = secret;
  return () => {
    if (left === undefined) throw new TypeError("A secret is sent once");
    const taken = left;
    left = undefined;
    return taken;
  };
}
