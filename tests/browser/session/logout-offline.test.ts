/** Logging out where the venue does not answer: the session ends as soon as it does. */
import { expect, test } from "vitest";
import { accountEndpoints } from "#protocol/api/account.ts";
import { sessionEndpoints } from "#protocol/api/session.ts";
import { askAs } from "../../harness/browser/ask-as.ts";
import { everyday, openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage();

test("logged out in a tunnel: nothing is left here, the page says what is open, and the venue hears of it", async () => {
  const person = await stage.user("tunnel@example.org");
  const phone = await stage.phone({ as: person });
  const page = await phone.newPage();
  const userInfo = () => askAs(person, stage.address, "GET", accountEndpoints.userInfo.path, {});
  await openApp(page, stage.address);
  await page.getByRole("button", { name: "Profile" }).click();
  const logOut = page.getByRole("menuitem", { name: "Log out" });
  await logOut.waitFor();
  await phone.setOffline(true);
  await logOut.click();
  await page.getByText("You are logged out on this device, and nothing").waitFor();
  await page.getByText("The venue has not heard of your log-out yet.").waitFor();
  expect((await phone.cookies()).filter(({ name }) => name.endsWith("godwit-client"))).toEqual([]);
  await userInfo();
  const heard = page.waitForResponse((response) =>
    response.url().endsWith(sessionEndpoints.revoke.path),
  );
  await phone.setOffline(false);
  expect((await heard).ok()).toBe(true);
  await page.getByText("The venue has not heard of your log-out yet.").waitFor({ state: "hidden" });
  await expect(userInfo()).rejects.toThrow();
});

test("closed before the network is back, the worker tells the venue", async () => {
  const person = await stage.user("closed@example.org");
  const phone = await stage.phone({ ...everyday, as: person });
  const page = await phone.newPage();
  // The tests' browser has Background Sync switched off, but for the event itself.
  await page.addInitScript(() => {
    const tasks: string[] = [];
    Object.assign(window, { tasks });
    const { SyncManager: Sync } = window as unknown as { SyncManager: { prototype: object } };
    Object.assign(Sync.prototype, { register: async (tag: string) => void tasks.push(tag) });
  });
  const userInfo = () => askAs(person, stage.address, "GET", accountEndpoints.userInfo.path, {});
  await openApp(page, stage.address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole("button", { name: "Profile" }).click();
  const logOut = page.getByRole("menuitem", { name: "Log out" });
  await logOut.waitFor();
  await phone.setOffline(true);
  await logOut.click();
  await page.getByText("The venue has not heard of your log-out yet.").waitFor();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "tasks") as string[]))
    .toEqual(["logouts"]);
  const line = await phone.newCDPSession(page);
  const registrationId = await new Promise<string>((done) => {
    line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found) done(found.registrationId);
    });
    void line.send("ServiceWorker.enable");
  });
  // No page of the app is open that could send it.
  await page.goto("about:blank");
  await userInfo();
  await phone.setOffline(false);
  await line.send("ServiceWorker.dispatchSyncEvent", {
    origin: stage.address,
    registrationId,
    tag: "logouts",
    lastChance: false,
  });
  await expect
    .poll(() =>
      userInfo().then(
        () => "open",
        () => "ended",
      ),
    )
    .toBe("ended");
});
