/** Every setting of an account as a write, against the real venue: a torn answer, a lost message, and a retry. */
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { api } from "#protocol/api/api.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { installCallHooks } from "../../../src/api/call.ts";
import { learnVenueTime } from "../../../src/api/venue-clock.ts";
import { readingNotices } from "../../../src/features/account/notices/notices-query.ts";
import {
  allOthers,
  changingPassword,
  disablingFactor,
  enablingFactor,
  endingSessions,
  freezing,
  heldUntil,
  unfreezing,
} from "../../../src/features/account/security/security-writes.ts";
import { settingLeverage } from "../../../src/features/contracts/figures/leverage-queries.ts";
import { settingLimits, takingBreak } from "../../../src/features/seconds/limits/limit-writes.ts";
import { acknowledgingRisk } from "../../../src/features/seconds/ticket/seconds-rules.tsx";
import {
  removingAddress,
  savingAddress,
  settingWhitelist,
} from "../../../src/features/wallet/withdraw/address/address-writes.ts";
import {
  choosingDefaultCard,
  removingCard,
  savingCard,
} from "../../../src/features/wallet/withdraw/bank-card/card-writes.ts";
import { settingWithdrawalPassword } from "../../../src/features/wallet/withdraw/password/withdrawal-password-write.ts";
import { cancellingWithdrawal } from "../../../src/features/wallet/withdraw/records/withdrawal-facts.tsx";
import { once } from "../../../src/writes/plain-kind.ts";
import type { WriteKind } from "../../../src/writes/run-write.ts";
import { createWriter, type Writer } from "../../../src/writes/writer.ts";
import { totpCode, totpStep } from "../../../venue/session/second-factor/totp.ts";
import { type TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";
import { codesIn } from "../../venue/session/codes-in.ts";
import {
  certify,
  decide,
  openWithdrawals,
  payee,
  pin,
  requestOf,
  target,
} from "../../venue/wallet/withdrawal-stage.ts";

const password = "correct horse battery";
type Line = "open" | "answers lost" | "messages lost";

interface Stage {
  venue: TestVenue;
  client: TestClient;
}
/** Sends one write; a retry asks for a new intent, as a form does. */
type Send = (writer: Writer) => Promise<string>;

function sends<Intent, Answer, Outcome>(
  kind: WriteKind<Intent, Answer, Outcome>,
  intent: () => Intent | Promise<Intent>,
): Send {
  return async (writer) => (await writer.send(kind, await intent())).step;
}

let line: Line = "open";
let posts: string[] = [];
afterEach(() => vi.unstubAllGlobals());

async function stage(): Promise<Stage & { writer: Writer }> {
  const venue = await openWithdrawals({ limits: { codeResendSec: 1 } });
  const client = await payee(venue);
  await certify(venue, client);
  const { session } = client;
  [line, posts] = ["open", []];
  installCallHooks({ session: () => session, countInFlight: () => {}, refused: () => {} });
  learnVenueTime(venue.now(), Date.now());
  vi.stubGlobal("location", new URL("http://venue.test/"));
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const request =
      typeof input === "string" ? new Request(new URL(input, "http://venue.test")) : input;
    const isWrite = request.method === "POST";
    if (isWrite) posts.push(new URL(request.url).pathname);
    if (isWrite && line === "messages lost") throw new TypeError("Failed to fetch");
    const answer = await venue.venue.fetch(request, { ip: "198.51.100.4" });
    if (isWrite && line === "answers lost") throw new TypeError("Failed to fetch");
    return answer;
  });
  const writer = createWriter(
    () => ({
      userId: () => session?.id ?? null,
      onUserChange: () => () => {},
      invalidate: () => Promise.resolve(),
      refused: () => {},
    }),
    {
      now: () => Date.now(),
      newId: () => crypto.randomUUID(),
      wait: () => new Promise((done) => setTimeout(done)),
    },
  );
  onTestFinished(() => {
    line = "open";
  });
  return { venue, client, writer };
}

/** What an authenticator makes of a secret. */
function codeOf(venue: TestVenue, secret: string): string {
  const bits = Array.from(secret, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  return totpCode(bytes, totpStep(venue.now()));
}

async function bindCode({ venue, client }: Stage): Promise<string> {
  await venue.wind(2000);
  learnVenueTime(venue.now(), Date.now());
  const { player } = await client.ask(api.account.userInfo, {});
  await venue.visitor.ask(api.session.sendCode, {
    account: player.account ?? "",
    logintype: "email",
    scene: "bind",
  });
  return (await codesIn(venue)).at(-1) ?? "";
}

const address = { label: "Mine", network: "TRC20", address: target, memo: "" };
const saveAddress = ({ client }: Stage) =>
  client.ask(api.wallet.saveAddress, { ...address, wpassword: pin });
const card = {
  bank_name: "First Bank",
  account_name: "Ada Lovelace",
  card_no: "4111111111111111",
  branch: "",
  wpassword: pin,
};

const rows: Record<string, (at: Stage) => Promise<Send> | Send> = {
  leverage: () => sends(settingLeverage("BTC-USDT"), () => ({ leverage: 20, acknowledges: false })),
  "limits of seconds contracts": () =>
    sends(settingLimits, () => ({ daily_loss: "50", stake: null, pace: 10 })),
  "a break": () => sends(takingBreak, () => ({ hours: 1, before: 0 })),
  "the risk of seconds contracts": () => sends(acknowledgingRisk, () => 1),
  "all notices read": () => sends(readingNotices, () => ({ ids: "all" as const })),
  "one notice read": async ({ client }) => {
    const { list } = await client.ask(api.account.notices, {});
    return sends(readingNotices, () => ({ ids: [list[0]?.id ?? ""] }));
  },
  "another session": async ({ venue, client }) => {
    const { player } = await client.ask(api.account.userInfo, {});
    await venue.login(player.account ?? "");
    const others = (await client.ask(api.account.sessions, {})).filter((one) => !one.current);
    const before = others.map(({ id }) => id);
    return sends(endingSessions, () => ({ id: before[0] ?? "", before }));
  },
  "all other sessions": async ({ venue, client }) => {
    const { player } = await client.ask(api.account.userInfo, {});
    await venue.login(player.account ?? "");
    await venue.login(player.account ?? "");
    const others = (await client.ask(api.account.sessions, {})).filter((one) => !one.current);
    return sends(endingSessions, () => ({ id: allOthers, before: others.map(({ id }) => id) }));
  },
  "the login password": () =>
    sends(changingPassword, () => ({
      takeRequest: once({ old_password: password, password: "another long enough one" }),
      heldBefore: heldUntil(),
    })),
  "the withdrawal password": () =>
    sends(settingWithdrawalPassword, () => ({
      takeRequest: once({ wpassword: "719264", old_wpassword: pin }),
      heldBefore: heldUntil(),
    })),
  "the own freeze": () => sends(freezing, () => once({ password })),
  "the end of the own freeze": async (at) => {
    await at.client.ask(api.account.freeze, { password });
    return sends(unfreezing, async () => once({ password, code: await bindCode(at) }));
  },
  "a second factor": async ({ venue, client }) => {
    const { secret } = await client.ask(api.account.setupTotp, { password });
    return sends(enablingFactor, () => ({ code: codeOf(venue, secret) }));
  },
  "the end of the second factor": async ({ venue, client }) => {
    const { secret } = await client.ask(api.account.setupTotp, { password });
    const { recovery } = await client.ask(api.account.enableTotp, { code: codeOf(venue, secret) });
    return sends(disablingFactor, () => once({ password, code: recovery.pop() ?? "" }));
  },
  "a saved address": () =>
    sends(savingAddress, () => ({ address, takeSecret: once({ wpassword: pin, totp: "" }) })),
  "an address's name": async (at) => {
    const { list } = await saveAddress(at);
    const id = list[0]?.id ?? "";
    const renamed = { ...address, id, label: "Also mine" };
    return sends(savingAddress, () => ({
      address: renamed,
      takeSecret: once({ wpassword: pin, totp: "" }),
    }));
  },
  "an address removed": async (at) => {
    const { list } = await saveAddress(at);
    return sends(removingAddress(list[0]?.id ?? ""), () => null);
  },
  "saved addresses alone": () =>
    sends(settingWhitelist, () => ({ on: true, takeSecret: once({ wpassword: pin, totp: "" }) })),
  "any address again": async ({ client }) => {
    await client.ask(api.wallet.setWhitelist, { on: true, wpassword: pin });
    return sends(settingWhitelist, () => ({
      on: false,
      takeSecret: once({ wpassword: pin, totp: "" }),
    }));
  },
  "a bank card": () =>
    sends(savingCard, () => ({ takeRequest: once(card), lastDigits: "1111", before: [] })),
  "the card offered first": async ({ client }) => {
    await client.ask(api.wallet.setBanks, card);
    const { id } = await client.ask(api.wallet.setBanks, { ...card, card_no: "5555555555554444" });
    return sends(choosingDefaultCard(id), () => null);
  },
  "a card removed": async ({ client }) => {
    const { id } = await client.ask(api.wallet.setBanks, card);
    return sends(removingCard(id), () => null);
  },
  "a withdrawal cancelled": async ({ client }) => {
    const { id } = await client.ask(api.wallet.withdrawal, requestOf());
    return sends(cancellingWithdrawal(id), () => null);
  },
};

test.each(Object.entries(rows))(
  "%s: a torn answer is looked up; a lost message is reported, and can be sent again",
  async (_name, prepare) => {
    const torn = await stage();
    const sendTorn = await prepare(torn);
    line = "answers lost";
    posts = [];
    expect([await sendTorn(torn.writer), posts.length]).toEqual(["done", 1]);

    const lost = await stage();
    const sendLost = await prepare(lost);
    line = "messages lost";
    posts = [];
    expect([await sendLost(lost.writer), posts.length]).toEqual(["absent", 1]);
    line = "open";
    expect([await sendLost(lost.writer), posts.length]).toEqual(["done", 2]);
  },
);

test.each(["approve", "reject"] as const)(
  "a withdrawal that was decided before (%s) is reported as that, and not as cancelled",
  async (decision) => {
    const { venue, client, writer } = await stage();
    const { id } = await client.ask(api.wallet.withdrawal, requestOf());
    await decide(venue, id, decision);
    expect(await writer.send(cancellingWithdrawal(id), null)).toMatchObject({
      step: "done",
      outcome: "decided",
    });
    expect(posts).toEqual(["/api/wallet/cancelWithdrawal"]);
  },
);

test("a secret leaves once, and no attempt holds it after that", async () => {
  const { writer } = await stage();
  const intent = once({ password: "wrong one" });
  const end = await writer.send(freezing, intent);
  expect(end).toMatchObject({ step: "refused", refusal: { status: codes.wrongCredentials } });
  expect(JSON.stringify(end)).not.toContain("wrong one");
  expect(() => intent()).toThrow(TypeError);
});
