import * as v from "valibot";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { api, apiRows } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import {
  confKeys,
  operatorEndpoints as calls,
  operatorPicturePath,
} from "#protocol/api/operator.ts";
import { base, reads, writes } from "../../../venue/operator/desk/page/api.ts";
import { openTestSqlite, describeDatabases } from "../../harness/database/databases.ts";
import { DeskClient, type DeskStage, openDeskStage } from "../../harness/stages/desk-stage.ts";

const minute = 60_000;
const sell = {
  symbol: "btcusdt",
  side: "sell",
  type: "limit",
  price: "70000",
  amount: "0.6",
} as const;
const reviewing = {
  settings: { sellReviewOver: { btcusdt: "0.5" }, welcome: { BTC: "100", USDT: "10000" } },
};

async function placeSell(stage: DeskStage, account?: string) {
  const user = await stage.venue.user(account);
  const { id } = await user.ask(api.spot.coinPlaceOrder, {
    ...sell,
    client_order_id: crypto.randomUUID(),
  });
  return { user, id, userId: user.session?.id ?? "" };
}

/** A valid request for every call but login. */
const valid: Record<Exclude<keyof typeof calls, "login">, Record<string, unknown>> = {
  logout: {},
  setPass: { old_password: "x", password: "another long password" },
  status: {},
  overview: {},
  followClock: { reason: "x" },
  verify: {},
  queue: { kind: "coin" },
  review: { kind: "coin", ref_id: "1", action: "approve" },
  systemRecharge: {
    user_id: "1",
    flag: "USDT",
    amount: "1",
    reason: "x",
    client_order_id: crypto.randomUUID(),
  },
  setUserStatus: { user_id: "1", status: 1, reason: "x" },
  conf: {},
  setConf: { key: "review", value: "manual", version: 0, reason: "x" },
  users: {},
  user: { user_id: "1" },
  ledger: {},
  house: {},
  audit: {},
};
const privateRows = Object.entries(valid).map(
  ([name, request]) => [name, calls[name as keyof typeof valid] as Endpoint, request] as const,
);

describe("logging in", () => {
  test("no call is answered without a session, with a forged or a user's one, or after its end", async () => {
    const stage = await openDeskStage();
    const ada = await stage.operator("ada");
    const user = await stage.venue.user();
    const [id = "", mac = ""] = (ada.token ?? "").split(".");
    const forged = [
      null,
      "",
      "x",
      user.session?.token ?? "",
      `${id}.${user.session?.token}`,
      `${id}.${"A".repeat(43)}`,
      `${"0".repeat(32)}.${mac}`,
      `${id}.${mac.slice(0, -1)}`,
    ];
    for (const [, endpoint, request] of privateRows) {
      for (const token of forged)
        expect((await new DeskClient(stage, token).send(endpoint, request)).status).toBe(401);
      expect(
        (
          await new DeskClient(stage, null).send(endpoint, request, {
            cookie: `token=${ada.token}`,
          })
        ).status,
      ).toBe(401);
    }
    expect((await stage.fetch(`${operatorPicturePath}?id=${"0".repeat(32)}`)).status).toBe(200);
    expect(
      await (await stage.fetch(`${operatorPicturePath}?id=${"0".repeat(32)}`)).json(),
    ).toMatchObject({ status: 401 });
    expect(
      (
        await stage.fetch(`${operatorPicturePath}?id=${"0".repeat(32)}`, {
          headers: { authorization: `Bearer ${ada.token}` },
        })
      ).status,
    ).toBe(404);
    for (const [, endpoint, request] of privateRows.filter(
      ([name]) => !["logout", "setPass"].includes(name),
    )) {
      expect([
        endpoint.path,
        [401, 200003, 100001].includes((await ada.send(endpoint, request)).status),
      ]).toEqual([endpoint.path, false]);
    }
    await ada.ask(calls.logout, {});
    expect((await ada.tell(calls.status, {})).status).toBe(401);
  });

  test("half an hour unused ends a session, and twelve hours end any", async () => {
    const stage = await openDeskStage();
    const ada = await stage.operator("ada");
    await stage.venue.wind(29 * minute);
    expect((await ada.tell(calls.status, {})).status).toBe(0);
    await stage.venue.wind(30 * minute);
    expect((await ada.tell(calls.status, {})).status).toBe(200003);
    const again = await stage.logIn(
      ada.credentials ?? { name: "", password: "", secret: Buffer.alloc(0) },
    );
    for (let passed = 0; passed < 12 * 60; passed += 20) {
      expect((await again.tell(calls.status, {})).status).toBe(0);
      await stage.venue.wind(20 * minute);
    }
    expect((await again.tell(calls.status, {})).status).toBe(200003);
  });

  test("the users' port has none of it, the desk's port nothing else", async () => {
    const stage = await openDeskStage();
    const ada = await stage.operator("ada");
    for (const { method, path } of [
      ...(Object.values(calls) as Endpoint[]),
      { method: "GET", path: operatorPicturePath },
    ]) {
      const init = {
        method,
        headers: { authorization: `Bearer ${ada.token}`, "content-type": "application/json" },
        ...(method === "POST" && { body: "{}" }),
      };
      expect([path, (await stage.venue.fetch(path, init)).status]).toEqual([path, 404]);
    }
    for (const {
      endpoint: { method, path },
    } of apiRows())
      expect([path, (await ada.send({ method, path }, {})).http]).toEqual([path, 404]);
    for (const path of [
      "/icons/flags/us.svg",
      "/config.json",
      "/htx/market/tickers",
      "/page/main.ts",
      "/desk-page.ts",
      "/tsconfig.json",
      "/..%2fdesk.ts",
    ])
      expect([path, (await stage.fetch(path)).status]).toEqual([path, 404]);
  });

  test("another name for this machine, and any other page, is refused before anything is read", async () => {
    const stage = await openDeskStage();
    const ada = await stage.operator("ada");
    for (const origin of ["http://127.0.0.1:4171", "http://[::1]:4171", "http://localhost:5000"])
      expect((await ada.send(calls.status, {}, {}, origin)).status).toBe(0);
    for (const origin of [
      "http://evil.example:4171",
      "http://localhost.evil.example:4171",
      "http://127.0.0.1.nip.io",
      "http://10.0.0.1:4171",
      "http://venue.test",
    ])
      expect((await ada.send(calls.status, {}, {}, origin)).http).toBe(403);
    const foreign = [
      { origin: "http://localhost:4170" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign)
      for (const endpoint of [calls.status, calls.login])
        expect([
          headers,
          (await ada.send(endpoint, {}, headers as Record<string, string>)).http,
        ]).toEqual([headers, 403]);
    expect(
      (
        await ada.send(
          calls.status,
          {},
          { origin: "http://localhost:4171", "sec-fetch-site": "same-origin" },
        )
      ).status,
    ).toBe(0);
    const preflight = await stage.fetch(calls.status.path, {
      method: "OPTIONS",
      headers: { origin: "http://localhost:4171" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      405,
      null,
    ]);
  });

  test("bodies are read as strictly as the users' are", async () => {
    const stage = await openDeskStage();
    const ada = await stage.operator("ada");
    const post = async (body: string, type = "application/json") =>
      (
        (await (
          await stage.fetch(calls.setUserStatus.path, {
            method: "POST",
            headers: { authorization: `Bearer ${ada.token}`, "content-type": type },
            body,
          })
        ).json()) as { status: number }
      ).status;
    for (const body of [
      '{"user_id":"1","user_id":"2"}',
      '{"__proto__":1',
      "[".repeat(20),
      "null",
      '{"user_id":1,"reason":"x"}',
      '{"user_id":"1","status":9,"reason":"x"}',
      '{"user_id":"1","status":1}',
      '{"user_id":"1","status":1,"reason":"  "}',
      '{"user_id":"1","status":1,"reason":"a\\u202eb"}',
      `{"user_id":"1","status":1,"reason":"${"x".repeat(201)}"}`,
    ]) {
      expect([body.slice(0, 60), await post(body)]).toEqual([body.slice(0, 60), 100005]);
    }
    expect(await post("{}", "text/plain")).toBe(100004);
    for (const id of ["0", "9".repeat(19), "12"]) {
      expect((await ada.tell(calls.user, { user_id: id })).status).toBe(300014);
      expect((await ada.ask(calls.ledger, { user_id: id })).list).toEqual([]);
      expect((await ada.ask(calls.audit, { user_id: id })).list).toEqual([]);
      expect(
        (await ada.tell(calls.review, { kind: "coin", ref_id: id, action: "approve" })).status,
      ).toBe(300009);
    }
  });

  test("the page comes with its policy, and nothing of it is inline", async () => {
    const stage = await openDeskStage();
    const page = await stage.fetch("/");
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    const policy = page.headers.get("content-security-policy") ?? "";
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part);
    const text = await page.text();
    expect(text).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
    for (const [, path = ""] of text.matchAll(/(?:href|src)="(\/[^"]+)"/g))
      expect([path, (await stage.fetch(path)).status]).toEqual([path, 200]);
  });

  test("its scripts are served without their types, and load one another alone", async () => {
    const stage = await openDeskStage();
    const loaded = new Set(["/main.ts"]);
    for (const path of loaded) {
      const answer = await stage.fetch(path);
      expect([path, answer.headers.get("content-type")]).toEqual([
        path,
        "text/javascript; charset=utf-8",
      ]);
      const script = await answer.text();
      const { errors, module } = parseSync("script.js", script);
      expect([path, errors]).toEqual([path, []]);
      for (const { moduleRequest } of module.staticImports)
        loaded.add(moduleRequest.value.replace(/^\.(?=\/)/, ""));
    }
    expect([...loaded].toSorted()).toEqual([
      "/api.ts",
      "/books.ts",
      "/dom.ts",
      "/main.ts",
      "/overview.ts",
      "/reviews.ts",
      "/settings.ts",
      "/users.ts",
    ]);
  });

  test("the page knows where each call is answered", () => {
    const known = [
      ...Object.entries(reads).map(([name, path]) => `${name} GET ${base}${path}`),
      ...Object.entries(writes).map(([name, path]) => `${name} POST ${base}${path}`),
    ];
    const table = Object.entries(calls).map(
      ([name, { method, path }]) => `${name} ${method} ${path}`,
    );
    expect(known.toSorted()).toEqual(table.toSorted());
  });
});

describeDatabases("logging in", (open) => {
  test("takes the password and a code that was not used, and does not say what was wrong", async () => {
    const stage = await openDeskStage({ store: await open() });
    const printed = await stage.credentials("add", "ada");
    const tryWith = async (change: Partial<{ account: string; password: string; totp: string }>) =>
      (
        await stage.visitor().tell(calls.login, {
          account: "ada",
          password: printed.password,
          totp: stage.code(printed),
          ...change,
        })
      ).status;
    const wrongs = [
      { account: "bob" },
      { password: "wrong" },
      { totp: "000000" },
      { totp: "" },
      { totp: stage.code(printed, 2) },
      { totp: stage.code(printed, -2) },
    ];
    for (const wrong of wrongs.slice(0, 3)) expect(await tryWith(wrong)).toBe(200001);
    const first = await stage.logIn(printed);
    // Used up, and with it every earlier one.
    expect(await tryWith({})).toBe(200001);
    expect(await tryWith({ totp: stage.code(printed, -1) })).toBe(200001);
    const { must_change } = await first.ask(calls.status, {});
    expect(must_change).toBe(1);
    expect(await first.tell(calls.users, {})).toMatchObject({
      status: 402,
      data: { reason: "password" },
    });
    expect(
      (await first.tell(calls.setPass, { old_password: "wrong", password: "my very own password" }))
        .status,
    ).toBe(300016);
    expect(
      (
        await first.tell(calls.setPass, {
          old_password: printed.password,
          password: printed.password,
        })
      ).status,
    ).toBe(200004);
    await first.ask(calls.setPass, {
      old_password: printed.password,
      password: "my very own password",
    });
    expect((await first.ask(calls.users, {})).list).toEqual([]);
    await stage.venue.wind(minute);
    expect(await tryWith({})).toBe(200001);
    expect(await tryWith({ password: "my very own password" })).toBe(0);
    for (const wrong of wrongs.slice(3))
      expect(await tryWith({ password: "my very own password", ...wrong })).toBe(200001);
  });

  test("of twenty with one code one gets in", async () => {
    const stage = await openDeskStage({
      store: await open({ poolSize: 20 }),
      limits: { loginFreeFailures: 100, argonQueue: 100 },
    });
    const printed = await stage.credentials("add", "ada");
    const request = { account: "ada", password: printed.password, totp: stage.code(printed) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => stage.visitor().tell(calls.login, request)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      0,
      ...Array.from({ length: 19 }, () => 200001),
    ]);
  });

  test("too many wrong ones wait, each name alike; a reset allows it again", async () => {
    const stage = await openDeskStage({ store: await open() });
    const printed = await stage.credentials("add", "ada");
    const guess = async (account: string) =>
      stage.visitor().tell(calls.login, { account, password: "guess", totp: "123456" });
    for (const name of ["ada", "nobody"]) {
      const codes = [];
      for (let tries = 0; tries < 8; tries++) codes.push((await guess(name)).status);
      expect(codes).toEqual([...Array.from({ length: 5 }, () => 200001), 200002, 200002, 200002]);
    }
    expect(
      await stage.visitor().tell(calls.login, {
        account: "ada",
        password: printed.password,
        totp: stage.code(printed),
      }),
    ).toMatchObject({ status: 200002, data: { wait: expect.any(Number) } });
    const renewed = await stage.credentials("reset", "ada");
    const ada = await stage.logIn(renewed);
    await expect(stage.logIn(printed, stage.code(renewed, 1))).rejects.toThrow("200001");
    expect((await stage.operate("remove", "ada")).said).toEqual([
      "Operator ada is removed; their sessions are over.",
    ]);
    expect((await ada.tell(calls.status, {})).status).toBe(401);
    expect((await stage.operate("add", "ada")).said).toEqual([
      'There is or was an operator "ada"; take another name.',
    ]);
    expect((await stage.operate("list")).said[1]).toMatch(/^ada .+removed 2023-11-14/);
    for (const name of ["Ada", "a", "ada lovelace", "1ada", "x".repeat(33)])
      expect((await stage.operate("add", name)).code).toBe(2);
    await stage.expectSound();
  });

  test("neither password nor secret stands in the database", async () => {
    const stage = await openDeskStage({ store: await open() });
    const printed = await stage.credentials("add", "ada");
    const ada = await stage.logIn(printed);
    const rows = JSON.stringify(
      await stage.venue.store.read(async (db) => [
        await db.selectFrom("operator").selectAll().execute(),
        await db.selectFrom("operator_session").selectAll().execute(),
        await db.selectFrom("operator_log").selectAll().execute(),
        await db.selectFrom("audit").selectAll().execute(),
      ]),
      (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
    );
    for (const secret of [
      printed.password,
      printed.secret.toString("hex"),
      printed.secret.toString("base64url"),
      ada.token?.split(".")[1] ?? "",
    ])
      expect(rows).not.toContain(secret);
  });
});

describeDatabases("deciding", (open) => {
  test("approves and rejects what waits, with a reason, once, in both logs", async () => {
    const stage = await openDeskStage({ store: await open(), ...reviewing });
    const ada = await stage.operator("ada");
    const [first, second] = [await placeSell(stage, "uma@example.org"), await placeSell(stage)];
    const { list, total } = await ada.ask(calls.queue, { kind: "coin" });
    expect([total, list.map(({ ref_id }) => ref_id)]).toEqual([2, [first.id, second.id]]);
    expect(list[0]).toMatchObject({
      user_id: first.userId,
      account: "uma@example.org",
      summary: "Sells 0.6 BTC for USDT",
      flag: "BTC",
      amount: "0.6",
      usdt_value: "36000",
      needs: 1,
      approvals: [],
      due_time: stage.venue.now() + 15 * minute,
    });
    expect((await ada.ask(calls.status, {})).queues.find(({ kind }) => kind === "coin")).toEqual({
      kind: "coin",
      waiting: 2,
    });
    expect(
      await ada.tell(calls.review, { kind: "coin", ref_id: first.id, action: "reject" }),
    ).toMatchObject({ status: 100005, data: { field: "reason" } });
    expect(
      (await ada.ask(calls.review, { kind: "coin", ref_id: first.id, action: "approve" })).outcome,
    ).toBe("approved");
    expect(await stage.lastAct()).toMatchObject({
      event: "coin-sell-reviewed",
      user_id: Number(first.userId),
      facts: { by: "operator:ada", order: first.id, verdict: "approved" },
    });
    expect(
      (
        await ada.ask(calls.review, {
          kind: "coin",
          ref_id: second.id,
          action: "reject",
          reason: "Where are they from?",
        })
      ).outcome,
    ).toBe("rejected");
    expect(await stage.lastAct()).toMatchObject({
      facts: { by: "operator:ada", verdict: "rejected", reason: "Where are they from?" },
    });
    expect(await second.user.ask(api.spot.coinOrder, { id: second.id })).toMatchObject({
      state: "rejected",
      reason: "Where are they from?",
    });
    for (const { id } of [first, second])
      expect(
        (await ada.tell(calls.review, { kind: "coin", ref_id: id, action: "approve" })).status,
      ).toBe(300009);
    const { list: lines } = await ada.ask(calls.audit, { user_id: second.userId });
    expect(lines.map(({ event }) => event)).toContain("coin-sell-reviewed");
    await stage.expectSound();
  });

  test("nobody decides on what is their own", async () => {
    const stage = await openDeskStage({ store: await open(), ...reviewing });
    const { id, userId } = await placeSell(stage, "ada@example.org");
    const [ada, bob] = [
      await stage.operator("ada", "--account", "ada@example.org"),
      await stage.operator("bob"),
    ];
    for (const action of ["approve", "reject"] as const)
      expect(
        await ada.tell(calls.review, { kind: "coin", ref_id: id, action, reason: "Mine." }),
      ).toMatchObject({ status: 402, data: { reason: "own" } });
    expect(
      await ada.tell(calls.systemRecharge, {
        user_id: userId,
        flag: "USDT",
        amount: "1",
        reason: "For me.",
        client_order_id: crypto.randomUUID(),
      }),
    ).toMatchObject({ status: 402, data: { reason: "own" } });
    expect(
      await ada.tell(calls.setUserStatus, { user_id: userId, status: 0, reason: "For me." }),
    ).toMatchObject({ status: 402, data: { reason: "own" } });
    expect(
      (await bob.ask(calls.review, { kind: "coin", ref_id: id, action: "approve" })).outcome,
    ).toBe("approved");
  });

  test("above the amount two must approve; one may reject", async () => {
    const stage = await openDeskStage({
      store: await open(),
      settings: { ...reviewing.settings, reviewTwoOver: "30000" },
    });
    const [ada, bob] = [await stage.operator("ada"), await stage.operator("bob")];
    const [first, second, third] = [
      await placeSell(stage),
      await placeSell(stage),
      await placeSell(stage),
    ];
    const approve = (id: string) => ({ kind: "coin", ref_id: id, action: "approve" }) as const;
    expect(await ada.ask(calls.review, approve(first.id))).toMatchObject({
      outcome: "waits",
      approvals: [{ by: "operator:ada" }],
    });
    expect(await stage.lastAct()).toMatchObject({
      event: "review-approved-first",
      facts: { by: "operator:ada", kind: "coin", ref_id: first.id },
    });
    expect(await ada.tell(calls.review, approve(first.id))).toMatchObject({
      status: 300007,
      data: { by: "operator:ada" },
    });
    expect((await first.user.ask(api.spot.coinOrder, { id: first.id })).state).toBe("reviewing");
    expect((await bob.ask(calls.queue, { kind: "coin" })).list[0]).toMatchObject({
      needs: 2,
      approvals: [{ by: "operator:ada", time: stage.venue.now() }],
    });
    expect(await bob.ask(calls.review, approve(first.id))).toMatchObject({
      outcome: "approved",
      approvals: [{ by: "operator:ada" }, { by: "operator:bob" }],
    });
    expect(await stage.lastAct()).toMatchObject({
      event: "coin-sell-reviewed",
      facts: { first: "operator:ada", by: "operator:bob" },
    });
    await ada.ask(calls.review, approve(second.id));
    expect(
      (
        await bob.ask(calls.review, {
          kind: "coin",
          ref_id: second.id,
          action: "reject",
          reason: "No.",
        })
      ).outcome,
    ).toBe("rejected");
    // All operators at the command line count as one person, and it has no prices of coins.
    expect((await stage.operate("approve", "coin", third.id)).said).toEqual([
      `Your approval of sell ${third.id} is kept; another operator must approve it too.`,
    ]);
    expect((await stage.operate("approve", "coin", third.id)).code).toBe(2);
    expect((await ada.ask(calls.review, approve(third.id))).outcome).toBe("approved");
    expect(
      await ada.tell(calls.systemRecharge, {
        user_id: first.userId,
        flag: "USDT",
        amount: "30000.01",
        reason: "x",
        client_order_id: crypto.randomUUID(),
      }),
    ).toMatchObject({ status: 402, data: { reason: "two_over" } });
    // Nor may one let the venue approve by itself.
    expect(
      await ada.tell(calls.setConf, { key: "review", value: "auto", version: 0, reason: "x" }),
    ).toMatchObject({ status: 402, data: { reason: "two_over" } });
    await stage.expectSound();
  });

  test("what one operator lets through within a day is summed, for them and for the account", async () => {
    const stage = await openDeskStage({
      store: await open(),
      settings: { reviewTwoOver: "1000" },
    });
    const [ada, bob] = [await stage.operator("ada"), await stage.operator("bob")];
    const [one, two, three] = [
      await stage.venue.user(),
      await stage.venue.user(),
      await stage.venue.user(),
    ];
    const credit = async (by: typeof ada, user: typeof one, amount: string) =>
      (
        await by.tell(calls.systemRecharge, {
          user_id: user.session?.id ?? "",
          flag: "USDT",
          amount,
          reason: "A gift.",
          client_order_id: crypto.randomUUID(),
        })
      ).status;
    expect(await credit(ada, one, "600")).toBe(0);
    expect(await credit(ada, one, "600")).toBe(402);
    expect(await credit(ada, two, "600")).toBe(402);
    expect(await credit(bob, one, "600")).toBe(402);
    expect(await credit(ada, two, "400")).toBe(0);
    // Of two at once the second sees the sum of the first.
    const atOnce = await Promise.all([credit(bob, three, "600"), credit(bob, three, "600")]);
    expect(atOnce.toSorted((a, b) => a - b)).toEqual([0, 402]);
    const byCommand = await stage.operate(
      "recharge",
      `#${three.session?.id}`,
      "600",
      "USDT",
      "Gift.",
    );
    expect(byCommand).toMatchObject({ code: 2 });
    expect(byCommand.said[0]).toMatch(/^With what one operator has credited within a day/);
    // Of coins the command line knows no worth, so what went out in coins takes two from there.
    const coins = await stage.operate("recharge", `#${two.session?.id}`, "1", "BTC", "Gift.");
    expect(coins).toMatchObject({ code: 2 });
    await stage.venue.wind(86_400_000);
    const again = await stage.operator("ann");
    expect(await credit(again, one, "600")).toBe(0);
    await stage.expectSound();
  });

  test("two reviewers, the owner and the clock at once: one end, one line, one outcome", async () => {
    const rounds = 8;
    const stage = await openDeskStage({ store: await open({ poolSize: 20 }), ...reviewing });
    const [ada, bob] = [await stage.operator("ada"), await stage.operator("bob")];
    for (let round = 0; round < rounds; round++) {
      const { user, id } = await placeSell(stage);
      const acts = [
        () => ada.tell(calls.review, { kind: "coin", ref_id: id, action: "approve" }),
        () => bob.tell(calls.review, { kind: "coin", ref_id: id, action: "reject", reason: "No." }),
        () => bob.tell(calls.review, { kind: "coin", ref_id: id, action: "approve" }),
        () => user.tell(api.spot.coinCancelOrder, { id }),
      ];
      const answers = await Promise.all(
        [...acts.slice(round % 4), ...acts.slice(0, round % 4)].map((act) => act()),
      );
      // One let through may still be cancelled by its owner.
      const lines = await stage.venue.store.read((db) =>
        db
          .selectFrom("operator_log")
          .select("facts")
          .where("event", "=", "coin-sell-reviewed")
          .execute(),
      );
      const own = lines.filter(
        ({ facts }) => (JSON.parse(facts) as { order: string }).order === id,
      );
      const desk = answers.filter(
        ({ status, data }) =>
          status === 0 && typeof data === "object" && data !== null && "outcome" in data,
      );
      expect([own.length, desk.length <= 1]).toEqual([desk.length, true]);
      expect(answers.every(({ status }) => [0, 300009].includes(status))).toBe(true);
    }
    await stage.expectSound();
  });
});

describeDatabases("acts of the desk", (open) => {
  test("each has its line with who and why", async () => {
    const stage = await openDeskStage({ store: await open() });
    const ada = await stage.operator("ada");
    const user = await stage.venue.user("uma@example.org");
    const userId = user.session?.id ?? "";
    const recharge = {
      user_id: userId,
      flag: "USDT",
      amount: "12.5",
      reason: "For the contest.",
      client_order_id: crypto.randomUUID(),
    };
    const done = await ada.ask(calls.systemRecharge, recharge);
    expect(done).toMatchObject({ amount: "12.5", balance: "10012.5" });
    expect(await ada.ask(calls.systemRecharge, recharge)).toEqual(done);
    expect((await ada.tell(calls.systemRecharge, { ...recharge, amount: "13" })).status).toBe(
      100005,
    );
    expect(await stage.lastAct()).toMatchObject({
      event: "system-recharge",
      user_id: Number(userId),
      facts: { by: "operator:ada", reason: "For the contest.", amount: "12.5", flag: "USDT" },
    });
    expect((await user.ask(api.wallet.tradeRecord, { type: "2" })).list[0]).toMatchObject({
      amount: "12.50000000",
      balance_after: "10012.50000000",
    });
    expect((await user.ask(api.account.notices, {})).list[0]?.content).toContain(
      "For the contest.",
    );
    const wrong = {
      amount: [
        ["0", 100005],
        ["-1", 100005],
        ["1e3", 100005],
        ["0.000000001", 100005],
        ["12.5 ", 100005],
      ],
      flag: [
        ["NOPE", 300018],
        ["usdt", 100005],
      ],
      user_id: [["999", 300014]],
    } as const;
    for (const [name, cases] of Object.entries(wrong))
      for (const [value, code] of cases)
        expect([
          name,
          value,
          (
            await ada.send(calls.systemRecharge, {
              ...recharge,
              client_order_id: crypto.randomUUID(),
              [name]: value,
            })
          ).status,
        ]).toEqual([name, value, code]);
    await ada.ask(calls.setUserStatus, {
      user_id: userId,
      status: 1,
      wstatus: 0,
      reason: "Papers are missing.",
    });
    expect(await stage.lastAct()).toMatchObject({
      event: "standing-changed",
      facts: {
        by: "operator:ada",
        reason: "Papers are missing.",
        before: [0, 1, 1],
        after: [1, 1, 0],
      },
    });
    expect((await user.ask(api.account.userInfo, {})).player).toMatchObject({
      status: 1,
      memo: "Papers are missing.",
    });
    expect(
      (await ada.tell(calls.setUserStatus, { user_id: userId, reason: "Nothing." })).status,
    ).toBe(100005);
    const { list } = await ada.ask(calls.audit, { operators: 1 });
    expect(list.map(({ event }) => event)).toEqual([
      "standing-changed",
      "system-recharge",
      "operator-password",
      "operator-login",
      "operator-added",
    ]);
    await stage.expectSound();
  });

  test("the log is chained: a line changed, taken out or put in shows", async () => {
    const stage = await openDeskStage({ store: await open() });
    await stage.operator("ada");
    await stage.expectSound();
    const { log_seq, log_hash } = await (await stage.operator("bob")).ask(calls.status, {});
    expect([log_seq, log_hash.length]).toEqual([6, 64]);
    await expect(
      stage.venue.store.command(
        async ({ db }) =>
          void (await db
            .updateTable("operator_log")
            .set({ facts: "{}" })
            .where("id", "=", 2)
            .execute()),
      ),
    ).rejects.toThrow();
    await expect(
      stage.venue.store.command(
        async ({ db }) => void (await db.deleteFrom("operator_log").where("id", "=", 6).execute()),
      ),
    ).rejects.toThrow();
    await stage.venue.store.command(async ({ db }) => {
      const last = await db
        .selectFrom("operator_log")
        .selectAll()
        .where("id", "=", 6)
        .executeTakeFirstOrThrow();
      await db
        .insertInto("operator_log")
        .values({ ...last, id: 7, prev_hash: last.hash })
        .execute();
    });
    expect((await stage.operate("verify")).said).toContain(
      "        the operators' log breaks at line 7",
    );
  });

  test("looks up accounts, entries and the house", async () => {
    const stage = await openDeskStage({ store: await open() });
    const ada = await stage.operator("ada");
    const [uma, vic] = [
      await stage.venue.user("uma@example.org"),
      await stage.venue.user("vic@example.org"),
    ];
    const find = async (query: string) =>
      (await ada.ask(calls.users, { query })).list.map(({ account }) => account);
    expect(await find("")).toEqual(["vic@example.org", "uma@example.org"]);
    expect([
      await find("UM"),
      await find(`#${vic.session?.id}`),
      await find("%"),
      await find("#x"),
    ]).toEqual([["uma@example.org"], ["vic@example.org"], [], []]);
    const row = await ada.ask(calls.user, { user_id: uma.session?.id ?? "" });
    expect(row).toMatchObject({
      account: "uma@example.org",
      sessions: 1,
      balances: [{ flag: "USDT", available: "10000", total: "10000" }],
    });
    expect(JSON.stringify(row)).not.toMatch(/hash|argon/);
    const entries = await ada.ask(calls.ledger, { size: 3 });
    expect([entries.list.length, entries.next]).toEqual([3, expect.stringMatching(/^\d+-\d+$/)]);
    const rest = await ada.ask(calls.ledger, { size: 3, before: entries.next ?? "" });
    expect([
      rest.list.length,
      rest.next,
      new Set([...entries.list, ...rest.list].map(({ journal_id, seq }) => `${journal_id}-${seq}`))
        .size,
    ]).toEqual([1, null, 4]);
    expect((await ada.ask(calls.ledger, { user_id: uma.session?.id ?? "" })).list).toMatchObject([
      { owner: `user:${uma.session?.id}`, amount: "10000", type: 2 },
    ]);
    expect(await ada.ask(calls.house, {})).toMatchObject({
      accounts: 2,
      list: [{ flag: "USDT", pnl: "0", users: "20000", pockets: { bonus: "-20000" } }],
    });
    expect(await ada.ask(calls.verify, {})).toMatchObject({ holds: true });
    expect((await stage.operate("house")).said).toEqual([
      "2 accounts",
      "CURRENCY  HOUSE GAINED  USERS OWN  BONUS",
      "USDT      0             20000      -20000",
    ]);
    expect((await stage.operate("ledger", "uma@example.org")).said[1]).toMatch(
      / 2 +available +10000 +USDT +10000 +user 1$/,
    );
    expect(
      (await stage.operate("recharge", "uma@example.org", "100", "usdt", "For", "the", "contest"))
        .said[0],
    ).toMatch(/^uma@example\.org is credited with 100 USDT; 10100 available now/);
  });

  test("settings change while the venue runs, for what comes next, by the version that was read", async () => {
    const store = await open();
    const stage = await openDeskStage({ store });
    const ada = await stage.operator("ada");
    const change = (key: (typeof confKeys)[number], value: unknown, version = 0) =>
      ada.tell(calls.setConf, { key, value, version, reason: "Trying." });
    const odds = [{ symbol: "*", time: 60, odds: "0.9", min: "10", max: "100", enabled: 1 }];
    expect((await change("seconds_conf", odds)).status).toBe(0);
    expect((await stage.venue.visitor.ask(api.platform.platBase, {})).secondContractConf).toEqual(
      odds,
    );
    expect(await change("seconds_conf", odds)).toMatchObject({
      status: 100005,
      data: { field: "version" },
    });
    expect((await change("review", "manual")).status).toBe(0);
    expect((await stage.venue.visitor.ask(api.platform.platBase, {})).platformbase.review).toBe(
      "manual",
    );
    expect((await change("withdrawals_paused", ["USDT:TRC20"])).status).toBe(0);
    const user = await stage.venue.user();
    const networks =
      (await user.ask(api.wallet.withdrawalCurrency, {})).find(({ flag }) => flag === "USDT")
        ?.networks ?? [];
    expect(networks.filter(({ status }) => status === 0).map(({ network }) => network)).toEqual([
      "TRC20",
    ]);
    expect((await change("withdrawals_paused", [], 1)).status).toBe(0);
    expect(
      (await user.ask(api.wallet.withdrawalCurrency, {}))
        .flatMap((one) => one.networks)
        .every(({ status }) => status === 1),
    ).toBe(true);
    expect(await stage.lastAct()).toMatchObject({
      event: "conf-changed",
      facts: {
        by: "operator:ada",
        reason: "Trying.",
        key: "withdrawals_paused",
        before: ["USDT:TRC20"],
        after: [],
        version: 2,
      },
    });
    expect((await stage.operate("conf", "review_after", "5", "--reason", "Faster.")).code).toBe(0);
    await stage.venue.wind(1000);
    expect(stage.venue.settings.reviewAfterSec).toBe(5);
    // Another process, and the same one after a restart.
    const other = await openDeskStage({ store });
    await other.venue.venue.readConf();
    expect([other.venue.settings.review, other.venue.settings.secondsConf]).toEqual([
      "manual",
      odds,
    ]);
    const row = (fields: object) => [{ ...odds[0], ...fields }];
    const wrong: [(typeof confKeys)[number], unknown][] = [
      ["review", "never"],
      ["review_after", -1],
      ["review_after", "5"],
      ["review_after", 1.5],
      ["withdrawals_paused", ["usdt"]],
      ["withdrawals_paused", ["USDT:NOPE"]],
      ["withdrawals_paused", "USDT"],
      ["contacts", [{ name: "x", url: "javascript:alert(1)" }]],
      ["contacts", [{ name: "x", url: "http://x.example" }]],
      ["contacts", {}],
      ["maintenance", [{ from: "2026-12-01 22:00", to: "2026-12-01T23:00Z", note: "" }]],
      ["maintenance", [{ from: "2026-12-01T22:00Z", to: "2026-12-01T22:00Z", note: "" }]],
      ["maintenance", [{ from: "2026-13-01T22:00Z", to: "2026-14-01T22:00Z", note: "" }]],
      ["seconds_conf", []],
      ["seconds_conf", [odds[0], odds[0]]],
      ...[
        { odds: "0" },
        { odds: "-1" },
        { odds: "11" },
        { odds: 0.9 },
        { min: "200" },
        { min: "0" },
        { time: 1 },
        { time: 60.5 },
        { enabled: 2 },
        { user_id: 7 },
        { symbol: "BTC'" },
      ].map((fields) => ["seconds_conf", row(fields)] as [(typeof confKeys)[number], unknown]),
    ];
    for (const [key, value] of wrong)
      expect([key, value, (await change(key, value, 9)).data]).toEqual([
        key,
        value,
        { field: "value" },
      ]);
  });
});

test("there is no way to a price, an open order's odds, a result or a journal", async () => {
  expect(
    Object.values(calls)
      .map(({ method, path }) => `${method} ${path.replace("/api/operator/", "")}`)
      .toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual([
    "GET getAudit",
    "GET getConf",
    "GET getHouse",
    "GET getLedger",
    "GET getOverview",
    "GET getQueue",
    "GET getStatus",
    "GET getUser",
    "GET getUsers",
    "GET verify",
    "POST followClock",
    "POST login",
    "POST logout",
    "POST review",
    "POST setConf",
    "POST setPass",
    "POST setUserStatus",
    "POST systemRecharge",
  ]);
  expect(confKeys).toEqual([
    "review",
    "review_after",
    "withdrawals_paused",
    "seconds_conf",
    "contacts",
    "maintenance",
    "worker",
  ]);
  const writable = (Object.values(calls) as Endpoint[])
    .filter(({ method }) => method === "POST")
    .flatMap(({ request }) =>
      Object.keys((request as v.ObjectSchema<v.ObjectEntries, undefined>).entries),
    );
  expect(
    writable.filter((name) =>
      /price|odds|result|journal|balance|settle|fill|control|outcome|seed/i.test(name),
    ),
  ).toEqual([]);
  expect(apiRows().filter(({ endpoint }) => endpoint.path.includes("operator"))).toEqual([]);
  const stage = await openDeskStage({ store: await openTestSqlite() });
  const ada = await stage.operator("ada");
  for (const path of [
    "setPrice",
    "editPrice",
    "setOdds",
    "settle",
    "setResult",
    "void",
    "postJournal",
    "setBalance",
    "setControl",
    "reviseOrder",
  ]) {
    for (const method of ["GET", "POST"] as const)
      expect((await ada.send({ method, path: `/api/operator/${path}` }, {})).http).toBe(404);
  }
});
