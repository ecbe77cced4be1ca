/** Messages of the venue to a device on which the app is closed (venue/account/push/). */
import type { WorkerMessage } from "#protocol/api/worker-messages.ts";
import { venueAddresses } from "./venue-address.ts";

declare const self: ServiceWorkerGlobalScope;

interface Push {
  title: string;
  text: string;
  /** A later one with the same tag takes its place. */
  tag: string;
  path: string;
  lang: string;
  at: number;
}

/** As Chromium and the standard have it; TypeScript's own types do not. */
interface ShownOptions extends NotificationOptions {
  timestamp?: number;
  renotify?: boolean;
}

interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

const renewPath = "/api/notice/renewSubscription";

/** Safari takes the permission away from an app that gets a push and shows nothing. */
const mustShow = () => /^(?!.*(?:chrome|firefox)).*safari/i.test(self.navigator.userAgent);

/** Shows a push, unless the app is in front of its reader, who sees it there. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const push = readPush(data);
  if (push === undefined) return;
  const isTest = push.tag === "notice-test";
  if (!isTest && !mustShow() && (await openWindows()).some(({ focused }) => focused)) return;
  const shown: ShownOptions = {
    body: push.text,
    tag: push.tag,
    lang: push.lang,
    icon: "/icon-192.png",
    badge: "/icon-mono.svg",
    timestamp: push.at,
    renotify: true,
    data: { path: push.path },
  };
  await self.registration.showNotification(push.title, shown);
}

/** Opens the screen of a notification in the window that is there, or in a new one. */
export async function openPush(notification: Notification): Promise<void> {
  notification.close();
  const { path } = (notification.data ?? {}) as { path?: unknown };
  const to = typeof path === "string" && /^\/(?!\/)/.test(path) ? path : "/";
  const [open] = await openWindows();
  if (!open) {
    await self.clients.openWindow(to);
    return;
  }
  // A browser that does not let it come to the front has it go there all the same.
  await open.focus().catch(() => open);
  open.postMessage({ type: "OPEN", path: to } satisfies WorkerMessage);
}

/** The browser has given this device another address: the venue learns it by the old one, which nobody else knows. */
export async function renewSubscription(event: SubscriptionChange): Promise<void> {
  const { oldSubscription } = event;
  if (!oldSubscription) return;
  const next =
    event.newSubscription ??
    (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = next.toJSON();
  const addressOf = await venueAddresses();
  await fetch(addressOf(renewPath), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      old_endpoint: oldSubscription.endpoint,
      endpoint,
      p256dh: keys?.["p256dh"],
      auth: keys?.["auth"],
    }),
  });
}

/** The windows of the app, the last used first. */
function openWindows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

function readPush(data: PushMessageData | null): Push | undefined {
  try {
    if (data === null) return undefined;
    const { title, text, tag, path, lang, at } = data.json() as Partial<Push>;
    if (typeof title !== "string" || title === "") return undefined;
    return {
      title: title.slice(0, 200),
      text: typeof text === "string" ? text.slice(0, 500) : "",
      tag: typeof tag === "string" ? tag.slice(0, 100) : "notice",
      path: typeof path === "string" ? path : "/",
      lang: typeof lang === "string" ? lang : "",
      at: typeof at === "number" ? at : Date.now(),
    };
  } catch {
    return undefined;
  }
}
