/** This device among those to which the venue pushes notices while the app is closed (Web Push). */
import { fromBase64url } from "#protocol/wire/byte-encoding.ts";
import { noticeSettingsEndpoints } from "#protocol/api/notice-settings.ts";
import { call } from "../../../api/call.ts";
import { readLocal, removeLocal, writeLocal } from "../../../storage/web-storage.ts";

/**
 * `off` and `on`: as the person chose. The others cannot be chosen here: the operator sends none, the browser has none,
 * it has them in the installed app only (iPhone and iPad), or the person has it refuse them.
 */
export type PushState = "on" | "off" | "none-sent" | "unsupported" | "not-installed" | "denied";

/** Waits no longer for a worker: a page without one has no pushes. */
const workerMs = 5000;

/** @param key the venue's, empty where it sends none; as long as it is not known, undefined */
export async function readPushState(key: string | undefined): Promise<PushState> {
  if (key === "") return "none-sent";
  if (!("PushManager" in window) || !("Notification" in window) || !navigator.serviceWorker)
    return isIosTab() ? "not-installed" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await currentSubscription();
  if (!subscription || readLocal("godwit:push") !== subscription.endpoint) return "off";
  return key === undefined || isMadeWith(subscription, fromBase64url(key)) ? "on" : "off";
}

/**
 * Asks the person by the browser's own dialog and gives the venue this device's address.
 * @throws ApiError where the venue does not take it
 */
export async function switchPushOn(key: string, lang: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return readPushState(key);
  const registration = await worker();
  if (!registration) return "unsupported";
  const applicationServerKey = fromBase64url(key);
  if (!applicationServerKey) return "none-sent";
  const options = { userVisibleOnly: true, applicationServerKey };
  const old = await registration.pushManager.getSubscription();
  // One that was made with the key of another venue, or of this one before it was lost, is of no use.
  const isOurs = old && isMadeWith(old, applicationServerKey);
  if (old && !isOurs) await old.unsubscribe();
  await tellVenue(isOurs ? old : await registration.pushManager.subscribe(options), lang);
  return "on";
}

/** The venue forgets this device; without a network it does as soon as a push does not arrive. */
export async function switchPushOff(): Promise<PushState> {
  removeLocal("godwit:push");
  const subscription = await currentSubscription();
  if (!subscription) return "off";
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await call(noticeSettingsEndpoints.unsubscribePush, { endpoint }, { quiet: true }).catch(
    () => undefined,
  );
  return "off";
}

/** After a logout nothing is pushed to this device: the venue ends it with the session, the browser at once. */
export async function endPush(): Promise<void> {
  removeLocal("godwit:push");
  await (await currentSubscription())?.unsubscribe();
}

/** Has a message come to all devices of this user, as a test. */
export async function sendTestPush(): Promise<void> {
  await call(noticeSettingsEndpoints.testPush, {}, { quiet: true });
}

/** The browser may have given the device another address since, and the person another language. */
export async function renewPush(lang: string): Promise<void> {
  if (readLocal("godwit:push") === null) return;
  const subscription = await currentSubscription();
  if (subscription) await tellVenue(subscription, lang);
  else removeLocal("godwit:push");
}

async function tellVenue(subscription: PushSubscription, lang: string): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await call(
    noticeSettingsEndpoints.subscribePush,
    {
      endpoint: endpoint ?? "",
      p256dh: keys?.["p256dh"] ?? "",
      auth: keys?.["auth"] ?? "",
      lang,
    },
    { quiet: true },
  );
  writeLocal("godwit:push", subscription.endpoint);
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<undefined>((done) => setTimeout(done, workerMs)),
  ]);
}

function isMadeWith({ options }: PushSubscription, key: Uint8Array | undefined): boolean {
  if (options.applicationServerKey === null || key === undefined) return false;
  const bytes = new Uint8Array(options.applicationServerKey);
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at]);
}

/** Safari on iPhone and iPad has pushes in apps on the home screen only. */
function isIosTab(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /\b(iPhone|iPad|iPod)\b/.test(userAgent) ||
    (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
  );
}
