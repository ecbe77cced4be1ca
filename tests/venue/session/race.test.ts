import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { btcusdt, FixedSource } from "../../harness/venue/fixed-source.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const { reg, login, sendCode } = api.session;
const password = "correct horse battery";
const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

describeDatabases("twenty at once", (open) => {
  test("open one account, with one welcome", async () => {
    const venue = await startVenue({ store: await open() });
    const answers = await times(20, () =>
      venue.visitor.tell(reg, { account: "ada@example.org", logintype: "email", password }),
    );
    expect(answers.filter(({ status }) => status === 0)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 300024)).toHaveLength(19);
    const ada = await venue.login("ada@example.org");
    const { balances } = await ada.ask(api.wallet.walletBalance, {});
    expect(balances.find(({ flag }) => flag === "USDT")?.balance_str).toBe("10000.00000000");
    expect(await venue.store.read((db) => coherent(db))).toEqual([]);
  });

  test("invited by one account are all counted", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user();
    const { player } = await ada.ask(api.account.userInfo, {});
    await times(20, (at) =>
      venue.visitor.ask(reg, {
        account: `friend${at}@example.org`,
        logintype: "email",
        password,
        invite_code: String(player.invite_code),
      }),
    );
    expect((await ada.ask(api.account.userInfo, {})).player).toMatchObject({
      invite_member_count: 20,
      team_member_count: 20,
    });
  });

  test("guess a password five times", async () => {
    const venue = await startVenue({ store: await open() });
    await venue.user("ada@example.org");
    const answers = await times(20, () =>
      venue.visitor.tell(
        login,
        {
          account: "ada@example.org",
          logintype: "email",
          loginway: "password",
          verifykey: "wrong one",
        },
        { ip: "192.0.2.1" },
      ),
    );
    expect(answers.filter(({ status }) => status === 200001)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 200002)).toHaveLength(15);
  });

  test("ask for a code and get one", async () => {
    const venue = await startVenue({ store: await open() });
    const answers = await times(20, () =>
      venue.visitor.tell(sendCode, {
        account: "ada@example.org",
        logintype: "email",
        scene: "reg",
      }),
    );
    expect(answers.filter(({ status }) => status === 0)).toHaveLength(1);
    expect(venue.lines.filter(({ event }) => event === "code sent")).toHaveLength(1);
  });

  test("replay one signed write for one effect", async () => {
    const venue = await startVenue({ store: await open() });
    const ada = await venue.user();
    const headers = { ...ada.sign() };
    const answers = await times(20, () =>
      venue.visitor.send(api.market.setCollect, { symbol: "btcusdt", collect: 1 }, { headers }),
    );
    expect(answers.filter(({ status }) => status === 0)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 100009)).toHaveLength(19);
  });

  test("log in to one account from one address, and none waits for another's lock in vain", async () => {
    const store = await open();
    let commands = 0;
    let runs = 0;
    const command: Store["command"] = (run) => {
      commands++;
      return store.command((tx) => {
        runs++;
        return run(tx);
      });
    };
    const venue = await startVenue({
      store: Object.create(store, { command: { value: command } }) as Store,
      limits: { loginFreeFailures: 100 },
    });
    const ada = {
      account: "ada@example.org",
      logintype: "email",
      loginway: "password",
      verifykey: password,
    } as const;
    await venue.user(ada.account);
    const answers = await times(8, () => venue.visitor.tell(login, ada));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(0));
    // A deadlock is ended by the database and the command run again.
    expect(runs).toBe(commands);
    const unended = await store.read((db) =>
      db.selectFrom("session").select("id").where("ended_at", "is", null).execute(),
    );
    expect(unended).toHaveLength(venue.settings.limits.sessionsPerUser);
  });

  test("log in while the cost of a hash is new: each is let in, though each hashes again", async () => {
    const store = await open();
    const ada = {
      account: "ada@example.org",
      logintype: "email",
      loginway: "password",
      verifykey: password,
    } as const;
    await (await startVenue({ store })).user(ada.account);
    const costlier = await startVenue({
      store,
      limits: { argonMemoryKiB: 64, loginFreeFailures: 100 },
    });
    const answers = await times(4, () => costlier.visitor.tell(login, ada));
    expect(answers.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    const { password_hash } = await store.read((db) =>
      db.selectFrom("user").select("password_hash").executeTakeFirstOrThrow(),
    );
    expect(password_hash).toContain("$m=64,");
  });

  test("mark two hundred favourites and no more", async () => {
    const symbols = Array.from({ length: 210 }, (_, at) => ({
      ...btcusdt,
      symbol: `s${at}usdt`,
      base: `S${at}`,
      contract: null,
    }));
    const venue = await startVenue({ store: await open(), source: new FixedSource(symbols) });
    const ada = await venue.user();
    const answers = await times(210, (at) =>
      ada.tell(api.market.setCollect, { symbol: `s${at}usdt`, collect: 1 }),
    );
    expect(answers.filter(({ status }) => status === 0)).toHaveLength(200);
    expect(answers.filter(({ status }) => status === 100005)).toHaveLength(10);
    expect(
      await venue.store.read((db) => db.selectFrom("collect").select("symbol").execute()),
    ).toHaveLength(200);
  });
});
