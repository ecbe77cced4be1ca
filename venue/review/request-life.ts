/**
 * The life of what a user asks for and somebody reviews: a recharge, a withdrawal, a certification, a bank
 * card. It begins pending and ends once: approved, rejected with a reason, or canceled by its owner.
 */
import * as codes from "#protocol/wire/error-codes.ts";
import { requestStatus } from "#protocol/api/recharge.ts";
import { Refusal } from "../store/refusal.ts";

export type RequestState = "pending" | "approved" | "rejected" | "canceled";

/** What every table of requests keeps of it; times in Unix ms. */
export interface RequestLife {
  state: RequestState;
  /** The reviewer's words for its user; null where it was not rejected. */
  reason: string | null;
  /** When the venue decides by itself; null where an operator does. */
  review_due_at: number | null;
  /** Who decided, e.g. `cli:ada`, `auto`, `owner`; empty while nobody has. */
  decided_by: string;
  decided_at: number | null;
}

/** What a reviewer says of a request. */
export interface Decision {
  id: number;
  action: "approve" | "reject";
  /** For the user, who is shown it: needed to reject, said to nobody where it is approved. */
  reason: string;
  /** Who decides, e.g. `cli:ada`. */
  by: string;
  /** Unix ms. */
  now: number;
}

const endings = { approve: "approved", reject: "rejected", cancel: "canceled" } as const;

/** A request as it begins. */
export function pendingFrom(
  now: number,
  { review, reviewAfterSec }: { review: "auto" | "manual"; reviewAfterSec: number },
): RequestLife {
  return {
    state: "pending",
    reason: null,
    review_due_at: review === "auto" ? now + reviewAfterSec * 1000 : null,
    decided_by: "",
    decided_at: null,
  };
}

/**
 * How a request ends.
 * @throws Refusal notPending where it has ended or never was, invalidParameters `reason` for a
 *   rejection without words
 */
export function concluded<Row extends RequestLife>(
  row: Row | undefined,
  { action, reason, by, now }: Omit<Decision, "id" | "action"> & { action: keyof typeof endings },
): Row {
  if (row?.state !== "pending") throw new Refusal(codes.notPending);
  if (action === "reject" && reason.trim() === "")
    throw new Refusal(codes.invalidParameters, { field: "reason" });
  return {
    ...row,
    state: endings[action],
    reason: action === "reject" ? reason.trim() : null,
    decided_by: by,
    decided_at: now,
  };
}

/** What the contract calls a state: a canceled request is a rejected one whose reason is `canceled`. */
export function statusOf(state: RequestState): 0 | 1 | 2 {
  if (state === "pending") return requestStatus.pendingReview;
  return state === "approved" ? requestStatus.approved : requestStatus.rejected;
}

export function reasonOf({ state, reason }: Pick<RequestLife, "state" | "reason">): string | null {
  return state === "canceled" ? "canceled" : reason;
}

/** Until when a pending request waits for the venue; null where an operator decides, or nobody any more. */
export function dueOf({
  state,
  review_due_at,
}: Pick<RequestLife, "state" | "review_due_at">): number | null {
  return state === "pending" ? review_due_at : null;
}
