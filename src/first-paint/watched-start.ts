/**
 * Watches from outside the app whether it starts. Where it does not, a bar says what happened, tries again and leads
 * to the rescue page; what the build wrote lies under it, pale and inert. An app that comes late takes the bar away.
 */
import type { HasFallen, PageMessage } from "#protocol/api/worker-messages.ts";
import type { Locale } from "../i18n/locales.ts";
import { readSession, writeLocal, writeSession } from "../storage/web-storage.ts";
import allWords from "./start-words.json" with { type: "json" };

/** An app that shows nothing after this long is late; a request that goes unanswered as long is given up. */
const lateMs = 8000;
/** An app that mounts in spite of an error is not interrupted by it. */
const graceMs = 1000;
/** The first wait before a start is tried again; it doubles each time. */
const firstRetryMs = 5000;
/** Files that are still coming over a slow line would have to begin again. */
const firstRetryLateMs = 40_000;
const maxRetryMs = 300_000;

type Cause = "late" | "missing" | "failed" | "silent";

/**
 * A build that does not start gives way to the next one, since the app that would ask a waiting worker to take over
 * does not run: to one that waits, is being installed or is served by now. Where there is none, to the one before.
 * @param signal of an app that has started after all
 * @param mayFallBack this start is not the first that failed, and no part was missing, which a network may be the cause of
 */
async function letNextTakeOver(signal: AbortSignal, mayFallBack: boolean): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker?.getRegistration();
  if (!registration || signal.aborted) return;
  const ask = (worker: ServiceWorker | null) => {
    if (worker?.state === "installed")
      worker.postMessage({ type: "SKIP_WAITING" } satisfies PageMessage);
    else worker?.addEventListener("statechange", () => ask(worker), { once: true, signal });
  };
  serviceWorker.addEventListener("controllerchange", () => location.reload(), { signal });
  registration.addEventListener("updatefound", () => ask(registration.installing), { signal });
  ask(registration.waiting ?? registration.installing);
  const look = () => registration.update().catch(() => undefined);
  addEventListener("online", () => void look(), { signal });
  await look();
  const { active, installing, waiting } = registration;
  if (!mayFallBack || installing || waiting || !active || signal.aborted) return;
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", ({ data }: MessageEvent<HasFallen>) => {
    if (!data || signal.aborted) return;
    const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "";
    writeLocal("godwit:failed-build", build);
    location.reload();
  });
  port1.start();
  active.postMessage({ type: "FALL_BACK" } satisfies PageMessage, [port2]);
}

/**
 * Ends by itself once `#root` has a child that the build did not write.
 * @param locale the reader's language
 */
export function watchStart(locale: Locale): void {
  const words: Record<Cause | "retry" | "repair", string> = allWords[locale];
  // Where the tab cannot count its tries, it waits the longest each time.
  const counted = readSession("godwit:retries");
  let tries = counted === undefined ? 9 : Number(counted) || 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let bar: HTMLElement | undefined;
  const over = new AbortController();
  const what = document.createElement("span");
  const button = document.createElement("button");

  const shade = (isDead: boolean) => {
    const root = document.getElementById("root");
    if (!root) return;
    root.inert = isDead;
    root.style.opacity = isDead ? "0.4" : "";
  };

  const tryLater = (cause: Cause) => {
    what.textContent = words[cause];
    const waitMs = (cause === "late" ? firstRetryLateMs : firstRetryMs) * 2 ** tries++;
    // Devices that failed together do not come back together.
    retryTimer = setTimeout(
      () => void tryNow(),
      Math.min(waitMs, maxRetryMs) * (0.5 + Math.random()),
    );
  };

  const disable = (isAsking: boolean) => {
    button.disabled = isAsking;
    button.style.opacity = isAsking ? "0.5" : "";
  };

  const tryNow = async () => {
    if (button.disabled) return;
    clearTimeout(retryTimer);
    disable(true);
    // A reload without a connection would end on the browser's own page, which knows no way back.
    const isThere = await fetch(location.href, {
      cache: "no-store",
      signal: AbortSignal.timeout(lateMs),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (over.signal.aborted) return;
    if (isThere) {
      writeSession("godwit:retries", String(tries));
      location.reload();
    } else {
      disable(false);
      tryLater("silent");
    }
  };

  const show = (cause: Cause) => {
    if (bar || over.signal.aborted) return;
    bar = document.createElement("div");
    bar.role = "alert";
    bar.lang = locale;
    bar.style.cssText =
      "position:fixed;inset:0 0 auto;z-index:9;display:flex;flex-wrap:wrap;gap:4px 24px;align-items:center;padding:calc(12px + env(safe-area-inset-top)) 16px 8px;font:16px/1.5 var(--font,system-ui);background:var(--warning-soft,Canvas);color:var(--text,CanvasText);border-bottom:1px solid";
    what.style.flex = "1 1 100%";
    button.textContent = words.retry;
    button.style.cssText =
      "min-height:44px;padding:0 16px;font-weight:600;border:1px solid;border-radius:10px";
    button.addEventListener("click", () => void tryNow());
    const repair = document.createElement("a");
    repair.href = "/rescue.html";
    repair.textContent = words.repair;
    repair.style.cssText = "line-height:44px;color:inherit";
    bar.append(what, button, repair);
    shade(true);
    tryLater(cause);
    void letNextTakeOver(over.signal, tries > 1 && cause !== "missing");
    (document.body ?? document.documentElement).append(bar);
    addEventListener("online", () => void tryNow(), over);
  };

  const fail = (cause: Cause) => setTimeout(show, graceMs, cause);
  addEventListener(
    "error",
    ({ target }) => {
      if (target === window) fail("failed");
      else if (target instanceof HTMLScriptElement) fail("missing");
    },
    // The error of a script does not bubble.
    { capture: true, signal: over.signal },
  );
  addEventListener("unhandledrejection", () => fail("failed"), over);
  setTimeout(show, lateMs, "late");

  new MutationObserver((_changes, observer) => {
    const page = document.querySelector<HTMLElement>("#root > *");
    if (!page || page.inert) return;
    observer.disconnect();
    over.abort();
    clearTimeout(retryTimer);
    writeSession("godwit:retries", null);
    if (!bar) return;
    bar.remove();
    shade(false);
  }).observe(document, { childList: true, subtree: true });
}
