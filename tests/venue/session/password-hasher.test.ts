import { expect, test } from "vitest";
import { PasswordHasher } from "../../../venue/session/password/password-hasher.ts";
import { TooMany } from "../../../venue/store/refusal.ts";
import { seededRandom } from "../../harness/venue/memory-venue.ts";

const make = (queue: number) =>
  new PasswordHasher({
    cost: { memoryKiB: 256, passes: 1 },
    pool: 1,
    queue,
    random: seededRandom("hasher"),
  });

test("those who ask take turns: one that asks for many keeps nobody else waiting", async () => {
  const hasher = make(100);
  const order: string[] = [];
  const ask = (from: string) =>
    hasher.hash("correct horse battery", from).then(() => order.push(from));
  await Promise.all([
    ...Array.from({ length: 20 }, () => ask("greedy")),
    ...Array.from({ length: 2 }, () => ask("ada")),
    ask("bob"),
  ]);
  expect(order.indexOf("ada")).toBeLessThanOrEqual(2);
  expect(order.indexOf("bob")).toBeLessThanOrEqual(3);
  expect(order.lastIndexOf("ada")).toBeLessThanOrEqual(5);
  expect(order).toHaveLength(23);
});

test("where the queue is full the one with the most in it loses its newest, and learns when to try again", async () => {
  const hasher = make(3);
  const many = Array.from({ length: 6 }, () => hasher.hash("correct horse battery", "greedy"));
  const late = hasher.hash("correct horse battery", "ada");
  const ended = await Promise.allSettled([...many, late]);
  expect(ended.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
  for (const one of ended.slice(3, 6))
    expect(one).toMatchObject({ reason: expect.any(TooMany), status: "rejected" });
});
