import webPush from "web-push";
import type { PushKey } from "../../keys/push-key.ts";

/** What the worker of a device gets (`sw/push.ts`). */
export interface PushPayload {
  title: string;
  text: string;
  /** A later push with the same tag takes its place on the device. */
  tag: string;
  /** The screen that a tap opens. */
  path: string;
  lang: string;
  /** When it happened, Unix ms. */
  at: number;
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushForm {
  /** How long the service waits for a device, seconds. */
  ttlSec: number;
  urgency: "normal" | "high";
  /** The service keeps the last of a topic only, for a device that is away. At most 32 characters of base64url. */
  topic: string;
}

/** `gone`: the device has no such subscription any more. `later`: worth another try, after so many seconds. */
export type PushOutcome =
  | { kind: "sent" }
  | { kind: "gone" }
  | { kind: "later"; afterSec: number }
  | { kind: "refused"; status: number };

export type SendPush = (
  target: PushTarget,
  payload: PushPayload,
  form: PushForm,
) => Promise<PushOutcome>;

/**
 * Sends encrypted pushes (RFC 8291) by HTTP (RFC 8030).
 * @param subject by which a push service reaches the operator: an https address or `mailto:`
 */
export function createPushSender(
  key: PushKey,
  { subject, timeoutMs }: { subject: string; timeoutMs: number },
): SendPush {
  return async ({ endpoint, p256dh, auth }, payload, { ttlSec, urgency, topic }) => {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      { vapidDetails: { subject, ...key }, TTL: ttlSec, urgency, topic },
    );
    const answer = await fetch(endpoint, {
      method: "POST",
      headers: headers as Record<string, string>,
      body: body && new Uint8Array(body),
      // Nowhere else than to the service that was checked.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    if (answer.ok) return { kind: "sent" };
    if (answer.status === 404 || answer.status === 410) return { kind: "gone" };
    if (answer.status === 429 || answer.status >= 500)
      return { kind: "later", afterSec: Number(answer.headers.get("Retry-After")) || 0 };
    return { kind: "refused", status: answer.status };
  };
}
