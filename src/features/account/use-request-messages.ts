import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { requestStatus } from "#protocol/api/recharge.ts";
import type { TagProps } from "../../ui/text/tag.tsx";

/** The status of a request to move money in or out, and its reason, in words. */
export function useRequestMessages() {
  const { t } = useLingui();
  return {
    status: (status: number, reason?: string | null): { text: string; tone: TagProps["tone"] } => {
      switch (status) {
        case requestStatus.pendingReview:
          return { text: t`Pending review`, tone: "info" };
        case requestStatus.approved:
          return { text: t`Approved`, tone: "success" };
        case requestStatus.rejected:
          return reason === "canceled"
            ? { text: t`Cancelled by you`, tone: "plain" }
            : { text: t`Rejected`, tone: "danger" };
        default:
          return { text: t`Unknown`, tone: "warning" };
      }
    },
    /** Until the venue decides by itself; nothing where a person does, or where it is late. */
    due: (dueMs: number | null, nowMs: number): string => {
      if (dueMs === null) return t`A person at the venue looks at it.`;
      const seconds = Math.ceil((dueMs - nowMs) / 1000);
      if (seconds <= 0) return t`Decided at any moment.`;
      return seconds < 120
        ? t`Decided in ${plural(seconds, { one: "# second", other: "# seconds" })}.`
        : t`Decided in ${plural(Math.ceil(seconds / 60), { one: "# minute", other: "# minutes" })}.`;
    },
  };
}
