import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { operatorEndpoints as calls } from "#protocol/api/operator.ts";
import { parseCommand } from "../../../venue/operator/commands/parse-command.ts";
import { openDeskStage } from "../../harness/stages/desk-stage.ts";

test("an operator takes the worker back and gives it again while the venue runs; its address is never empty and never kept", async () => {
  const staticRoot = await mkdtemp(join(tmpdir(), "godwit-"));
  onTestFinished(() => rm(staticRoot, { recursive: true, force: true }));
  await writeFile(join(staticRoot, "sw.js"), "the worker");
  const stage = await openDeskStage({ staticRoot });
  const ada = await stage.operator("ada");
  const worker = async () => {
    const answer = await stage.venue.venue.fetch(new Request("http://localhost/sw.js"), {
      ip: "127.0.0.1",
    });
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      cache: answer.headers.get("cache-control"),
      text: await answer.text(),
    };
  };
  const real = await worker();
  expect(real).toMatchObject({ status: 200, cache: "no-cache", text: "the worker" });
  expect(
    await ada.tell(calls.setConf, {
      key: "worker",
      value: "off",
      version: 0,
      reason: "It shows old prices.",
    }),
  ).toMatchObject({ status: 0 });
  const off = await worker();
  expect({ ...off, text: real.text }).toEqual(real);
  expect(off.text).toContain("self.registration.unregister()");
  expect(off.text).not.toMatch(/addEventListener\("fetch"/);
  expect(
    await ada.tell(calls.setConf, { key: "worker", value: "half", version: 1, reason: "x" }),
  ).toMatchObject({ status: 100005 });
  expect(
    await ada.tell(calls.setConf, { key: "worker", value: "on", version: 1, reason: "Mended." }),
  ).toMatchObject({ status: 0 });
  expect(await worker()).toEqual(real);
});

test("the command line has a word for it", () => {
  expect(parseCommand(["worker", "off", "--reason", "It shows old prices."])).toMatchObject({
    name: "worker",
    values: { value: "off", reason: "It shows old prices." },
  });
  for (const args of [["worker"], ["worker", "half", "--reason", "x"], ["worker", "off"]])
    expect(() => parseCommand(args)).toThrow();
});
