/** An invitation from the phone of one person to that of another, and a venue that takes no more from an address. */
import { expect, test } from "vitest";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";

const stage = new PhoneStage({ settings: { LIMITS: '{"registrationsPerHour":2}' } });
const password = "eleven days aloft";

test("one's own link opens registration with its code, who came is counted, and a refusal says how long it lasts", async () => {
  const ada = await stage.phone({ as: await stage.user("ada@example.org") });
  const page = await ada.newPage();
  await openApp(page, stage.address);
  await page.getByRole("button", { name: "Profile" }).click();
  await page.getByRole("menuitem", { name: "Invite others" }).click();
  await page.getByRole("img", { name: "QR code of your invitation link" }).waitFor();
  await page.getByText("Nobody has registered with your code yet.").waitFor();
  const link = await page.getByText(/\/register\?invite=[A-Z0-9]{8}$/).innerText();
  expect(await axeFaults(page)).toEqual([]);

  const bob = await stage.phone();
  const friend = await bob.newPage();
  const register = async (account: string) => {
    await openApp(friend, link);
    await friend.getByText("Taken from the link you came by.").waitFor();
    await friend.getByLabel("E-mail address").fill(account);
    await friend.getByLabel("Password", { exact: true }).fill(password);
    await friend.getByLabel("Password once more").fill(password);
    await friend.getByRole("checkbox").check();
    await friend.getByRole("button", { name: "Register", exact: true }).click();
  };
  await register("bob@example.org");
  await friend.getByRole("link", { name: "Assets" }).first().waitFor();
  await friend.waitForURL(`${stage.address}/`);
  await page.reload();
  await page.getByText("One person has registered with your code.").waitFor();

  await bob.clearCookies();
  await register("eve@example.org");
  await friend
    .getByText("That was too much at once. Try again in 60 minutes; nothing was changed.")
    .first()
    .waitFor();
  // What was typed is still there.
  expect(await friend.getByLabel("E-mail address").inputValue()).toBe("eve@example.org");
});
