/**
 * Notices on a device on which the app is closed: from the switch to the notification and the screen that a tap opens.
 * Chromium's own push service is out of reach, so one of the tests' own stands in its place; what it gets is given to
 * the worker as the browser would.
 */
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { axeFaults, wcagTags } from "../../harness/browser/axe-faults.ts";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { logInAs } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { PushService, type TakenPush } from "../../harness/venue/push-service.ts";

let venueKey = "";
const service = await PushService.open(() => venueKey);
const stage = new PhoneStage({
  settings: {
    PUSH_SERVICES: service.origin,
  },
  browser: { whole: true },
});
let person: Person;
let devices = 0;

beforeAll(async () => {
  person = await stage.user("push@example.org");
  const { push_key } = (await askAs(person, stage.address, "GET", "/api/notice/settings", {})) as {
    push_key: string;
  };
  venueKey = push_key;
});
afterAll(() => service.close());

/** A phone whose browser has the tests' push service for its own. */
async function phone(as = person): Promise<BrowserContext> {
  const context = await stage.phone({ ...everyday, as });
  await context.grantPermissions(["notifications"], { origin: stage.address });
  const { endpoint, p256dh, auth } = service.subscribe(`phone${++devices}`);
  await context.addInitScript(
    ([address, one, two]) => {
      const made = "test:subscription";
      const subscription = (key: ArrayBuffer | null) => ({
        endpoint: address,
        options: { userVisibleOnly: true, applicationServerKey: key },
        toJSON: () => ({ endpoint: address, keys: { p256dh: one, auth: two } }),
        unsubscribe: async () => {
          localStorage.removeItem(made);
          return true;
        },
      });
      Object.assign(PushManager.prototype, {
        async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
          localStorage.setItem(made, [...applicationServerKey].join());
          return subscription(applicationServerKey.slice().buffer);
        },
        async getSubscription() {
          const key = localStorage.getItem(made);
          return key && subscription(Uint8Array.from(key.split(","), Number).buffer);
        },
      });
    },
    [endpoint, p256dh, auth] as const,
  );
  return context;
}

async function openSettings(page: Page) {
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("menuitem", { name: "Notifications" }).click();
  const sheet = page.getByRole("dialog", { name: "Notifications" });
  await sheet.getByRole("switch", { name: "Quiet hours" }).waitFor();
  return sheet;
}

/**
 * Gives a push to the worker, as the browser does with what its service has for the device. The browser tells nobody
 * whether it took it, so that it is given again; the same one twice is one on the screen.
 */
async function deliver(page: Page, { payload }: TakenPush): Promise<void> {
  const line = await page.context().newCDPSession(page);
  const registered = new Promise<string>((done) =>
    line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found) done(found.registrationId);
    }),
  );
  await line.send("ServiceWorker.enable");
  await line.send("ServiceWorker.deliverPushMessage", {
    origin: stage.address,
    registrationId: await registered,
    data: JSON.stringify(payload),
  });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, lang }) => ({
      title,
      body,
      tag,
      lang,
    }));
  });

/** A tap on a notification, as the worker hears of it. */
async function tap(context: BrowserContext, tag: string): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async (wanted) => {
    const { registration, NotificationEvent: Tapped } = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification?: Notification }) => Event;
    };
    const [notification] = await registration.getNotifications({ tag: wanted });
    dispatchEvent(new Tapped("notificationclick", notification ? { notification } : {}));
  }, tag);
}

test("a device is switched on, gets what happens while the app is closed, and a tap opens the screen of it", async () => {
  const context = await phone();
  const page = await context.newPage();
  await openApp(page, stage.address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const sheet = await openSettings(page);
  expect(await axeFaults(page, { include: "dialog[open]", tags: wcagTags })).toEqual([]);
  await sheet.getByRole("switch", { name: /^On this device/ }).click();
  await sheet.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => service.taken.length).toBe(1);
  await sheet.getByRole("button", { name: "Sent. Again?" }).waitFor();
  const [first] = service.taken.splice(0);
  if (!first) throw new Error("no push");
  expect(first.payload).toMatchObject({ title: "Notifications work", path: "/", lang: "en-US" });
  await expect
    .poll(
      async () => {
        await deliver(page, first);
        return shown(page);
      },
      { interval: 1000 },
    )
    .toMatchObject([{ title: "Notifications work", tag: "notice-test", lang: "en-US" }]);

  await logInAs(stage.address, "push@example.org");
  await askAs(person, stage.address, "POST", "/api/account/revokeSession", { id: "others" });
  await expect.poll(() => service.taken.length).toBe(1);
  const [second] = service.taken.splice(0);
  if (!second) throw new Error("no push");
  await sheet.getByRole("button", { name: "Close", exact: true }).click();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    for (const notification of await registration.getNotifications()) notification.close();
  });
  // In front of its reader the app shows it itself.
  await deliver(page, second);
  await page.waitForTimeout(500);
  expect(await shown(page)).toEqual([]);
  await page.goto("about:blank");
  await deliver(page, second);
  await deliver(page, second);
  await openApp(page, `${stage.address}/seconds`);
  await expect.poll(() => shown(page)).toMatchObject([{ title: "Other sessions signed out" }]);
  const [{ tag } = { tag: "" }] = await shown(page);
  await tap(context, tag);
  await page.waitForURL("**/security");
  expect(context.pages()).toHaveLength(1);
});

test("beside price alerts it is offered, and the browser asks after a tap alone", async () => {
  const context = await phone(await stage.user("offer@example.org"));
  const page = await context.newPage();
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    Notification.requestPermission = async () => {
      asked.push("asked");
      return "granted";
    };
  });
  await openApp(page, `${stage.address}/coins?symbol=btcusdt`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole("button", { name: "BTC/USDT: price alerts" }).click();
  const sheet = page.getByRole("dialog", { name: "Price alerts" });
  const offer = sheet.getByText(/^Do you want to hear of it on this device/);
  await offer.waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "asked") as string[])).toEqual([]);
  await sheet.getByRole("button", { name: "Yes" }).click();
  await offer.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => localStorage.getItem("godwit:push"))).not.toBeNull();
});

test("the browser gives the device another address, and what is pushed from then on comes there", async () => {
  const someone = await stage.user("moves@example.org");
  const context = await phone(someone);
  const page = await context.newPage();
  await openApp(page, stage.address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const sheet = await openSettings(page);
  await sheet.getByRole("switch", { name: /^On this device/ }).click();
  await sheet.getByRole("button", { name: "Send a test" }).waitFor();
  const old = `phone${devices}`;
  const next = service.subscribe("moved");
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(
    ([oldAddress, { endpoint, p256dh, auth }]) => {
      const { ExtendableEvent: Changed } = globalThis as unknown as {
        ExtendableEvent: new (type: string) => object;
      };
      const changed = Object.assign(new Changed("pushsubscriptionchange"), {
        oldSubscription: { endpoint: oldAddress },
        newSubscription: { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) },
      });
      (globalThis as unknown as { dispatchEvent(event: object): void }).dispatchEvent(changed);
    },
    [`${service.origin}/push/${old}`, next] as const,
  );
  service.taken.length = 0;
  await expect
    .poll(
      async () => {
        await askAs(someone, stage.address, "POST", "/api/notice/testPush", {}).catch(
          () => undefined,
        );
        return service.taken.map(({ device }) => device);
      },
      { interval: 5100 },
    )
    .toContain("moved");
});

test("an impatient thumb loses no choice", async () => {
  const someone = await stage.user("thumb@example.org");
  const context = await phone(someone);
  const page = await context.newPage();
  await openApp(page, stage.address);
  const sheet = await openSettings(page);
  await page.route("**/api/notice/setSettings", async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  const chip = (topic: string, channel: string) =>
    sheet.getByRole("group", { name: topic, exact: true }).getByRole("button", { name: channel });
  for (const topic of ["Orders", "Money in and out", "Certification"])
    await chip(topic, "When closed").click();
  await chip("Seconds contracts", "Sound").click();
  const chosen = async () => {
    const { settings } = (await askAs(
      someone,
      stage.address,
      "GET",
      "/api/notice/settings",
      {},
    )) as {
      settings: { channels: Record<string, string[]> };
    };
    const { orders, money, certification, seconds } = settings.channels;
    return [orders, money, certification, seconds];
  };
  await expect
    .poll(chosen)
    .toEqual([["app", "haptics"], ["app"], ["app"], ["app", "sound", "haptics"]]);
  expect(await chip("Orders", "When closed").getAttribute("aria-pressed")).toBe("false");
});

test("logging out ends it, on the device and at the venue", async () => {
  const context = await phone();
  const page = await context.newPage();
  await openApp(page, stage.address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const sheet = await openSettings(page);
  await sheet.getByRole("switch", { name: /^On this device/ }).click();
  await sheet.getByRole("button", { name: "Send a test" }).waitFor();
  await sheet.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("test:subscription")))
    .toBeNull();
  expect(await page.evaluate(() => localStorage.getItem("godwit:push"))).toBeNull();
});
