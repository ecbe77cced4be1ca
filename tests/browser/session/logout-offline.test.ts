/** Logging out where the venue does not answer: the session ends as soon as it does. */
import { expect, test } from "vitest";
import { accountEndpoints } from "#protocol/api/account.ts";
import { sessionEndpoints } from "#protocol/api/session.ts";
import { askAs } from "../../harness/browser/ask-as.ts";
import { openApp } from "../../harness/browser/chromium.ts";
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
