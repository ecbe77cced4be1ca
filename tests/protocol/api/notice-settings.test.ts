import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { noticeKinds } from "#protocol/api/account.ts";
import {
  defaultNoticeSettings,
  type NoticeChannel,
  type NoticeSettings,
  noticeSettings,
  type NoticeTopic,
  noticeTopics,
  reachesBy,
  safetyTopics,
  topicOf,
} from "#protocol/api/notice-settings.ts";

test("each kind of notice belongs to a topic, and one that nobody knows is the venue's word", () => {
  const kindsOf = (topic: NoticeTopic) => noticeKinds.filter((kind) => topicOf(kind) === topic);
  expect(noticeTopics.map((topic) => `${topic}: ${kindsOf(topic).join(", ")}`)).toEqual([
    "orders: order",
    "prices: price_alert",
    "results: position_closed, standstill, settled, funding",
    "liquidation: liquidation_near, liquidation",
    "seconds: seconds_result, seconds_void",
    "money: recharge, withdrawal, bank_card, paper_funds",
    "certification: certification",
    "security: login, password, withdrawal_password, withdrawal_locked, account_status, sessions_ended, second_factor",
    "venue: restored, system",
  ]);
  const unknown = ["of a later build", "toString", ""];
  expect(unknown.map(topicOf)).toEqual(unknown.map(() => "venue"));
});

test("before anybody chooses, the app shows all, devices get all but seconds, and what is urgent sounds", () => {
  const by = (channel: NoticeChannel) =>
    noticeTopics.filter((topic) => defaultNoticeSettings.channels[topic].includes(channel));
  expect(by("app")).toEqual([...noticeTopics]);
  expect(by("push")).toEqual(noticeTopics.filter((topic) => topic !== "seconds"));
  expect(by("sound")).toEqual(["prices", "results", "liquidation"]);
  expect(by("haptics")).toEqual(["orders", "results", "liquidation", "seconds"]);
  expect(defaultNoticeSettings).toMatchObject({
    quiet: { on: 0, from: "22:00", to: "07:00", zone: "UTC" },
    hide_amounts: 0,
    funding_over: "",
  });
  expect(v.parse(noticeSettings, defaultNoticeSettings)).toEqual(defaultNoticeSettings);
});

describe("whether a notice reaches its user", () => {
  const at = (time: string) => Date.parse(`2026-11-28T${time}:00Z`);
  const none = Object.fromEntries(noticeTopics.map((topic) => [topic, []])) as unknown as Record<
    NoticeTopic,
    NoticeChannel[]
  >;
  const quietAt = (from: string, to: string, zone = "UTC"): NoticeSettings => ({
    ...defaultNoticeSettings,
    quiet: { on: 1, from, to, zone },
  });

  test("by the channels that are chosen for its topic", () => {
    const settings = {
      ...defaultNoticeSettings,
      channels: { ...none, orders: ["sound" as const] },
    };
    expect(reachesBy(settings, "orders", "sound", at("12:00"))).toBe(true);
    expect(reachesBy(settings, "orders", "push", at("12:00"))).toBe(false);
    expect(reachesBy(settings, "orders", "app", at("12:00"))).toBe(false);
    expect(reachesBy(settings, "prices", "sound", at("12:00"))).toBe(false);
  });

  test("what guards an account or a position is always shown in the app, and pushed where that is chosen", () => {
    const settings = { ...defaultNoticeSettings, channels: none };
    expect(safetyTopics).toEqual(["liquidation", "security"]);
    for (const topic of noticeTopics) {
      expect(reachesBy(settings, topic, "app", 0), topic).toBe(safetyTopics.includes(topic));
      expect(reachesBy(settings, topic, "push", 0), topic).toBe(false);
    }
    const night = quietAt("22:00", "07:00");
    expect(reachesBy(night, "liquidation", "push", at("23:00"))).toBe(true);
    expect(reachesBy(night, "liquidation", "sound", at("23:00"))).toBe(true);
    expect(reachesBy(night, "security", "push", at("23:00"))).toBe(true);
  });

  test.each([
    ["22:00", "07:00", "21:59", true],
    ["22:00", "07:00", "22:00", false],
    ["22:00", "07:00", "00:00", false],
    ["22:00", "07:00", "06:59", false],
    ["22:00", "07:00", "07:00", true],
    ["09:30", "11:00", "09:29", true],
    ["09:30", "11:00", "09:30", false],
    ["09:30", "11:00", "10:59", false],
    ["09:30", "11:00", "11:00", true],
    ["09:30", "09:30", "09:30", true],
  ])("quiet from %s to %s: pushed at %s is %s", (from, to, time, pushed) => {
    const settings = quietAt(from, to);
    expect(reachesBy(settings, "money", "push", at(time))).toBe(pushed);
    expect(reachesBy(settings, "money", "app", at(time))).toBe(true);
    const off = { ...settings, quiet: { ...settings.quiet, on: 0 as const } };
    expect(reachesBy(off, "money", "push", at(time))).toBe(true);
  });

  test("quiet hours are those of the user's own clock", () => {
    const settings = quietAt("22:00", "07:00", "Asia/Shanghai");
    expect(reachesBy(settings, "money", "push", at("14:00"))).toBe(false);
    expect(reachesBy(settings, "money", "push", at("22:00"))).toBe(false);
    expect(reachesBy(settings, "money", "push", at("23:00"))).toBe(true);
  });
});

test.each([
  ["22:00", "07:00", "Europe/Paris", true],
  ["00:00", "23:59", "UTC", true],
  ["19:05", "20:00", "Etc/GMT+5", true],
  ["24:00", "07:00", "UTC", false],
  ["22:60", "07:00", "UTC", false],
  ["9:00", "07:00", "UTC", false],
  ["22:00", "07:00 ", "UTC", false],
  ["x22:00", "07:00", "UTC", false],
  ["22:00", "07:00", "", false],
  ["22:00", "07:00", "Europe/Atlantis", false],
  ["22:00", "07:00", "Europe Paris", false],
])("quiet hours from %j to %j in %j are taken: %s", (from, to, zone, taken) => {
  const settings = { ...defaultNoticeSettings, quiet: { on: 1, from, to, zone } };
  expect(v.safeParse(noticeSettings, settings).success).toBe(taken);
});
