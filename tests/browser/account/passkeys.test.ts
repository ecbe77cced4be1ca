/** A person with a passkey, in a real Chromium with an authenticator that the browser simulates, and the real venue. */
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { axeFaults } from "../../harness/browser/axe-faults.ts";
import { openApp } from "../../harness/browser/chromium.ts";
import { fillRegistration, newcomersPassword, register } from "../../harness/browser/newcomer.ts";
import { PhoneStage } from "../../harness/browser/phone-stage.ts";
import { logOutOn } from "../../harness/stages/lifecycle-stage.ts";

const stage = new PhoneStage();
const account = "passkey@example.org";
const other = "another sentence entirely";
let context: BrowserContext;
let page: Page;
let line: CDPSession;
let authenticatorId: string;

beforeAll(async () => {
  context = await stage.phone();
  page = await context.newPage();
  line = await context.newCDPSession(page);
  await line.send("WebAuthn.enable");
  ({ authenticatorId } = await line.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  }));
  await register(page, stage.address, account);
});

/** Whether the person shows the authenticator who they are when it asks. */
const recognised = (isUserVerified: boolean) =>
  line.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const sheet = () => page.getByRole("dialog");

test("is added with the login password; who declines has added nothing", async () => {
  await openApp(page, `${stage.address}/security`);
  await button("Add a passkey").tap();
  await sheet().getByLabel("Name").fill("Phone");
  await button("Add").tap();
  await sheet().getByText("Enter the password you log in with.").waitFor();
  await sheet().getByLabel("Login password", { exact: true }).fill(newcomersPassword);
  await recognised(false);
  await button("Add").tap();
  await sheet().getByText("Your browser made no passkey.").waitFor();
  expect(await axeFaults(page, { include: "dialog[open]" })).toEqual([]);
  await recognised(true);
  await button("Add").tap();
  await sheet().waitFor({ state: "detached" });
  await page.getByText(/^Added .*, not used yet$/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const { credentials } = await line.send("WebAuthn.getCredentials", { authenticatorId });
  expect(credentials).toHaveLength(1);
});

test("opens the account without account and password", async () => {
  await logOutOn(page);
  await openApp(page, `${stage.address}/login`);
  await recognised(false);
  await button("Log in with a passkey").tap();
  await page.getByText(/^No passkey was used/).waitFor();
  await recognised(true);
  await button("Log in with a passkey").tap();
  await page.waitForURL(`${stage.address}/`);
  await openApp(page, `${stage.address}/security`);
  await page.getByText(/^Added .*, last used /).waitFor();
  await page.getByText(/signature v2/).waitFor();
});

test("confirms a new password, and nothing goes without it", async () => {
  await openApp(page, `${stage.address}/password/modify`);
  await page.getByLabel("Old password", { exact: true }).fill(newcomersPassword);
  await page.getByLabel("New password", { exact: true }).fill(other);
  await page.getByLabel("New password once more", { exact: true }).fill(other);
  await button("Confirm with a passkey").waitFor();
  expect(await page.getByLabel("Code of your authenticator").count()).toBe(0);
  await button("Change password").tap();
  await page.getByText("Confirm with your passkey first.").waitFor();
  await button("Confirm with a passkey").tap();
  await page.getByText(/^Confirmed with your passkey/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await button("Change password").tap();
  await page.waitForURL((url) => url.pathname !== "/password/modify");
});

test("is not asked for where the browser has none of them, and the form says so", async () => {
  const without = await context.newPage();
  await without.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await openApp(without, `${stage.address}/password/modify`);
  await without.getByText(/^This account asks for its passkey/).waitFor();
  expect(await without.getByLabel("Code of your authenticator").count()).toBe(0);
  await openApp(without, `${stage.address}/security`);
  await without.getByRole("button", { name: "Remove Phone" }).waitFor();
  expect(
    await without.getByRole("button", { name: "Add a passkey" }).getAttribute("aria-disabled"),
  ).toBe("true");
  await without.close();
});

test("is removed with a confirmation, and opens nothing any more", async () => {
  await openApp(page, `${stage.address}/security`);
  await button("Remove Phone").tap();
  await sheet().getByLabel("Login password", { exact: true }).fill(other);
  await sheet().getByRole("button", { name: "Confirm with a passkey" }).tap();
  await sheet()
    .getByText(/^Confirmed with your passkey/)
    .waitFor();
  await sheet().getByRole("button", { name: "Remove", exact: true }).tap();
  await sheet().waitFor({ state: "detached" });
  await expect.poll(() => button("Remove Phone").count()).toBe(0);
  await logOutOn(page);
  await openApp(page, `${stage.address}/login`);
  await button("Log in with a passkey").tap();
  await page.getByText(/^No account here has this passkey/).waitFor();
});

test("is made while registering, where the device can, and logs in; who declines has an account without one", async () => {
  await line.send("WebAuthn.clearCredentials", { authenticatorId });
  const openAccount = async (name: string) => {
    await openApp(page, `${stage.address}/register`);
    await page.getByLabel(/^Make a passkey, too/).check();
    expect(await axeFaults(page)).toEqual([]);
    await fillRegistration(page, name);
    await page.waitForURL(`${stage.address}/`);
  };
  const made = async () =>
    (await line.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
  await openAccount("first@example.org");
  await page.getByText("Your passkey was added.").first().waitFor();
  expect(await made()).toBe(1);
  await logOutOn(page);
  await openApp(page, `${stage.address}/login`);
  await button("Log in with a passkey").tap();
  await page.waitForURL(`${stage.address}/`);
  await openApp(page, `${stage.address}/security`);
  await page.getByText("Made while registering").waitFor();
  await logOutOn(page);

  await recognised(false);
  await openAccount("second@example.org");
  await page.getByText("No passkey was added.").first().waitFor();
  expect(await made()).toBe(1);
  await recognised(true);
});

test("is offered while registering only by a device that can keep it", async () => {
  const without = await stage.phone();
  const visitor = await without.newPage();
  await openApp(visitor, `${stage.address}/register`);
  await visitor.getByRole("checkbox").waitFor();
  expect(await visitor.getByRole("checkbox").count()).toBe(1);
});
