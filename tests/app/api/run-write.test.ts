import { expect, test } from "vitest";
import { ApiError } from "../../../src/api/api-error.ts";
import { isWriting, runWrite, type WriteFlow } from "../../../src/api/run-write.ts";

const refuse = (status: number | null) => () =>
  Promise.reject(
    new ApiError("/api/contract/closePosition", "", { status, data: { available: 4 } }),
  );
const lost = refuse(null);

/** Runs one write whose looks answer in turn (null: the question got no answer). */
async function run(
  send: () => Promise<string>,
  looks: (string | undefined | null)[] = [],
  reused = false,
) {
  const shown: WriteFlow<string>["step"][] = [];
  const waits: number[] = [];
  let sent = 0;
  const flow = await runWrite<string>({
    send: () => (sent++, send()),
    ask: () => {
      const answer = looks.shift();
      return answer === null ? lost() : Promise.resolve(answer);
    },
    wait: (ms) => (waits.push(ms), Promise.resolve()),
    show: ({ step }) => shown.push(step),
    isOver: () => shown.length > 20,
    reused,
  });
  return { flow, shown, waits, sent };
}

test("an answer is told, a refusal with its limit", async () => {
  expect(await run(() => Promise.resolve("order"))).toEqual({
    flow: { step: "done", answer: "order" },
    shown: ["sending", "done"],
    waits: [],
    sent: 1,
  });
  expect(await run(refuse(300015))).toMatchObject({
    flow: { step: "refused", status: 300015, data: { available: 4 } },
    waits: [],
    sent: 1,
  });
});

test.each([null, 100000, 100007])(
  "after %s it is looked up and never sent again",
  async (status) => {
    expect(await run(refuse(status), ["order"])).toMatchObject({
      flow: { step: "done", answer: "order" },
      shown: ["sending", "checking", "done"],
      sent: 1,
    });
    // Once unseen proves nothing: the message may be on its way.
    expect(await run(refuse(status), [undefined, "order"])).toMatchObject({
      flow: { step: "done" },
      waits: [500, 2500],
      sent: 1,
    });
    expect(await run(refuse(status), [undefined, undefined])).toMatchObject({
      flow: { step: "absent" },
      sent: 1,
    });
  },
);

test("a venue out of reach is asked ever more seldom", async () => {
  expect(await run(lost, [null, null, null, null, null, null, "order"])).toMatchObject({
    flow: { step: "done" },
    waits: [500, 1000, 2000, 4000, 8000, 10_000, 10_000],
  });
});

test("sent again under one id, a clash means that the earlier message stands", async () => {
  expect(await run(refuse(100005), ["order"], true)).toMatchObject({
    flow: { step: "done", answer: "order" },
    sent: 1,
  });
  expect((await run(refuse(100005), ["order"], false)).flow).toMatchObject({
    step: "refused",
    status: 100005,
  });
});

test("nobody is told once the session is over", async () => {
  const shown: string[] = [];
  const flow = await runWrite<string>({
    send: lost,
    ask: lost,
    wait: () => Promise.resolve(),
    show: ({ step }) => shown.push(step),
    isOver: () => true,
    reused: false,
  });
  expect([flow.step, shown]).toEqual(["checking", ["sending"]]);
  expect([isWriting(flow), isWriting({ step: "absent" })]).toEqual([true, false]);
});
