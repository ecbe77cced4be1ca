/** Where an account has a second factor, nothing that moves money, or could lead to it, is done without a code of it. */
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { authenticatorCode } from "../../harness/venue/authenticator.ts";
import type { TestClient, TestVenue } from "../../harness/venue/memory-venue.ts";
import {
  addresses,
  banks,
  certify,
  money,
  openWithdrawals,
  payee,
  pin,
  requestOf,
  saveAddress,
  setBanks,
  setWhitelist,
  setWpass,
  target,
  violations,
  withdrawal,
  withdrawalOrder,
  withdrawalWithBank,
} from "./withdrawal-stage.ts";

const { setupTotp, enableTotp, setPass } = api.account;
const password = "correct horse battery";
const asked = { status: 300005, data: { factor: "totp" } };
const card = { bank_name: "Paper Bank", account_name: "Ada Lovelace", card_no: "4111111111111111" };

interface Guarded {
  venue: TestVenue;
  ada: TestClient;
  /** A code that was not used before: the clock goes on for it. */
  next: () => Promise<string>;
  recovery: string[];
}

async function guarded(venue: TestVenue): Promise<Guarded> {
  const ada = await payee(venue);
  await certify(venue, ada);
  const { secret } = await ada.ask(setupTotp, { password });
  const { recovery } = await ada.ask(enableTotp, { code: authenticatorCode(secret, venue.now()) });
  const next = async () => {
    await venue.wind(30_000);
    return authenticatorCode(secret, venue.now());
  };
  return { venue, ada, next, recovery };
}

describeDatabases("a second factor at money", (open) => {
  test("each act is refused without a code and with a wrong one, changes nothing, and is done with a right one", async () => {
    const { ada, next } = await guarded(await openWithdrawals({ store: await open() }));
    const address = { label: "Cold", network: "TRC20", address: target, wpassword: pin };
    const acts: readonly (readonly [string, (totp: string) => Promise<{ status: number }>])[] = [
      ["saveAddress", (totp) => ada.tell(saveAddress, { ...address, totp })],
      ["setWhitelist", (totp) => ada.tell(setWhitelist, { on: true, wpassword: pin, totp })],
      ["setBanks", (totp) => ada.tell(setBanks, { ...card, wpassword: pin, totp })],
      ["withdrawal", (totp) => ada.tell(withdrawal, requestOf({ totp }))],
      [
        "withdrawalWithBank",
        async (totp) =>
          ada.tell(withdrawalWithBank, {
            flag: "USDT",
            amount: "100",
            bank_id: (await ada.ask(banks, {}))[0]?.id ?? "1",
            wpassword: pin,
            client_order_id: crypto.randomUUID(),
            totp,
          }),
      ],
      ["setWpass", (totp) => ada.tell(setWpass, { wpassword: "591024", old_wpassword: pin, totp })],
      [
        "setPass",
        (totp) =>
          ada.tell(setPass, { old_password: password, password: "quite another one", totp }),
      ],
    ];
    for (const [name, act] of acts) {
      const before = await ada.ask(withdrawalOrder, {});
      expect(await act(""), name).toMatchObject(asked);
      expect(await act("000000"), name).toMatchObject(asked);
      expect((await ada.ask(withdrawalOrder, {})).total, name).toBe(before.total);
      const code = await next();
      expect((await act(code)).status, name).toBe(
        name === "withdrawalWithBank" ? codes.bankDetailsMissing : 0,
      );
    }
    // A card that is not approved is refused after the code was judged, and the code is good for another act.
    expect((await ada.ask(addresses, {})).whitelist).toBe(1);
    expect((await money(ada)).at(1)).toBe("100");
  });

  test("a code is spent by the act alone: one that is refused leaves it good, a replay takes none", async () => {
    const { venue, ada, next } = await guarded(await openWithdrawals({ store: await open() }));
    const code = await next();
    expect(
      (await ada.tell(withdrawal, requestOf({ amount: "1000000", totp: code }))).status,
    ).not.toBe(300005);
    const body = requestOf({ totp: code });
    const first = await ada.ask(withdrawal, body);
    // The answer was lost: the same message, also with another code, gets it again and is booked once.
    expect(await ada.ask(withdrawal, body)).toEqual(first);
    expect(await ada.ask(withdrawal, { ...body, totp: "" })).toEqual(first);
    expect((await ada.ask(withdrawalOrder, {})).total).toBe(1);
    expect(await ada.tell(withdrawal, requestOf({ totp: code }))).toMatchObject(asked);
    expect(await violations(venue)).toEqual([]);
  });

  test("a recovery code stands in for it, and guesses are held off", async () => {
    const { ada, recovery } = await guarded(await openWithdrawals({ store: await open() }));
    expect((await ada.tell(withdrawal, requestOf({ totp: recovery[0] ?? "" }))).status).toBe(0);
    expect(await ada.tell(withdrawal, requestOf({ totp: recovery[0] ?? "" }))).toMatchObject(asked);
    const answers: number[] = [];
    for (let guess = 0; guess < 8; guess++)
      answers.push((await ada.tell(withdrawal, requestOf({ totp: `00000${guess}` }))).status);
    expect(answers.slice(0, 3)).toEqual([300005, 300005, 300005]);
    expect(answers.at(-1)).toBe(200002);
    // The right one has to wait, too.
    expect((await ada.tell(withdrawal, requestOf({ totp: recovery[1] ?? "" }))).status).toBe(
      200002,
    );
  });

  test("two at once with one code: one of them", async () => {
    const { ada, next } = await guarded(await openWithdrawals({ store: await open() }));
    const code = await next();
    const answers = await Promise.all(
      [1, 2, 3].map(() => ada.tell(withdrawal, requestOf({ amount: "10", totp: code }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      0, 300005, 300005,
    ]);
    expect((await ada.ask(withdrawalOrder, {})).total).toBe(1);
  });

  test("an account without one is asked for nothing", async () => {
    const venue = await openWithdrawals({ store: await open() });
    const ada = await payee(venue);
    expect((await ada.tell(withdrawal, requestOf())).status).toBe(0);
    expect((await ada.tell(withdrawal, requestOf({ totp: "123456" }))).status).toBe(0);
  });
});
