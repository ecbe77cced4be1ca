/** Which notices reach somebody by which channel and when, and the devices that get them while the app is closed (Web Push). */
import * as v from "valibot";
import { amountText } from "../wire/amount.ts";
import * as codes from "../wire/error-codes.ts";
import { type noticeKinds } from "./account.ts";
import { done, endpoint, figure, nothing } from "./endpoint.ts";

type NoticeKind = (typeof noticeKinds)[number];

/** What is switched on and off as one. */
export const noticeTopics = [
  "orders",
  "prices",
  "results",
  "liquidation",
  "seconds",
  "money",
  "certification",
  "security",
  "venue",
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** `app`: a toast; the list in the app has every notice. `push`: to devices on which the app is closed. */
export const noticeChannels = ["app", "push", "sound", "haptics"] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** Topics that guard an account or a position: always shown in the app, and not held back by quiet hours. */
export const safetyTopics: readonly NoticeTopic[] = ["liquidation", "security"];

const topics: Record<NoticeKind, NoticeTopic> = {
  login: "security",
  password: "security",
  withdrawal_password: "security",
  withdrawal_locked: "security",
  account_status: "security",
  sessions_ended: "security",
  second_factor: "security",
  order: "orders",
  price_alert: "prices",
  position_closed: "results",
  funding: "results",
  standstill: "results",
  settled: "results",
  liquidation_near: "liquidation",
  liquidation: "liquidation",
  recharge: "money",
  withdrawal: "money",
  bank_card: "money",
  paper_funds: "money",
  certification: "certification",
  seconds_result: "seconds",
  seconds_void: "seconds",
  restored: "venue",
  system: "venue",
};

/** The topic of a kind; a kind that this build does not know is the venue's own word. */
export function topicOf(kind: string): NoticeTopic {
  return Object.hasOwn(topics, kind) ? topics[kind as NoticeKind] : "venue";
}

const channels = v.pipe(v.array(v.picklist(noticeChannels)), v.maxLength(noticeChannels.length));
const clockTime = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));
/** An IANA name such as Europe/Paris. */
const timeZone = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_+\-/]{1,64}$/), v.check(isTimeZone));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const noticeSettings = v.object({
  channels: v.object({
    orders: channels,
    prices: channels,
    results: channels,
    liquidation: channels,
    seconds: channels,
    money: channels,
    certification: channels,
    security: channels,
    venue: channels,
  } satisfies Record<NoticeTopic, typeof channels>),
  /** From `from` to `to` on the clock of `zone` nothing is pushed or sounds, except of `safetyTopics`. */
  quiet: v.object({ on: v.picklist([0, 1]), from: clockTime, to: clockTime, zone: timeZone }),
  /** A push says what happened and in which market, without amounts, prices and addresses. */
  hide_amounts: v.picklist([0, 1]),
  /** A notice comes where one funding of a position costs more than this, in its quote currency; empty: never. */
  funding_over: v.optional(v.union([amountText, v.literal("")]), ""),
});
export type NoticeSettings = v.InferOutput<typeof noticeSettings>;

export const defaultNoticeSettings: NoticeSettings = {
  channels: {
    orders: ["app", "push", "haptics"],
    prices: ["app", "push", "sound"],
    results: ["app", "push", "sound", "haptics"],
    liquidation: ["app", "push", "sound", "haptics"],
    seconds: ["app", "haptics"],
    money: ["app", "push"],
    certification: ["app", "push"],
    security: ["app", "push"],
    venue: ["app", "push"],
  },
  quiet: { on: 0, from: "22:00", to: "07:00", zone: "UTC" },
  hide_amounts: 0,
  funding_over: "",
};

/** Whether a notice of the topic reaches its user by this channel at this moment (Unix ms). */
export function reachesBy(
  { channels: chosen, quiet }: NoticeSettings,
  topic: NoticeTopic,
  channel: NoticeChannel,
  now: number,
): boolean {
  const isSafety = safetyTopics.includes(topic);
  if (isSafety && channel === "app") return true;
  if (!chosen[topic].includes(channel)) return false;
  return channel === "app" || isSafety || !isQuiet(quiet, now);
}

function isQuiet({ on, from, to, zone }: NoticeSettings["quiet"], now: number): boolean {
  if (on === 0) return false;
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
  }).format(now);
  return from <= to ? from <= time && time < to : time >= from || time < to;
}

/** Where a browser's push service takes messages for one device. Who knows it can send there: a secret of the device. */
const pushAddress = v.pipe(v.string(), v.url(), v.maxLength(1024));
const pushKey = (bytes: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`)));
/** A `PushSubscription`: the keys that a message to it is encrypted with (RFC 8291), base64url. */
const subscription = {
  endpoint: pushAddress,
  p256dh: pushKey(65),
  auth: pushKey(16),
};

export const noticeSettingsEndpoints = {
  noticeSettings: endpoint({
    method: "GET",
    path: "/api/notice/settings",
    access: "user",
    quiet: true,
    refusals: [],
    summary:
      "By which channels the user is told of what, and how many of their devices get pushes.",
    request: nothing,
    data: v.object({
      settings: noticeSettings,
      /** The key that a subscription is made with, base64url; empty where the operator switched pushes off. */
      push_key: v.string(),
      devices: figure,
    }),
  }),
  setNoticeSettings: endpoint({
    method: "POST",
    path: "/api/notice/setSettings",
    access: "user",
    quiet: true,
    whileFrozen: true,
    refusals: [],
    summary:
      "Chooses the channels of each topic, the quiet hours, and whether pushes hide amounts.",
    request: noticeSettings,
    data: done,
  }),
  subscribePush: endpoint({
    method: "POST",
    path: "/api/notice/subscribe",
    access: "user",
    quiet: true,
    whileFrozen: true,
    refusals: [],
    summary: `This device gets the session's pushes until the session ends. ${codes.serverDisabled} where the operator switched pushes off, ${codes.invalidParameters} for an address of no push service that this venue sends to.`,
    request: v.object({
      ...subscription,
      lang: v.optional(v.pipe(v.string(), v.maxLength(35)), ""),
    }),
    data: done,
  }),
  renewPush: endpoint({
    method: "POST",
    path: "/api/notice/renewSubscription",
    access: "visitor",
    quiet: true,
    refusals: [],
    summary:
      "A browser has given a device another address: known by the old one, which is a secret. Answers the same whether it was known or not.",
    request: v.object({ ...subscription, old_endpoint: pushAddress }),
    data: done,
  }),
  unsubscribePush: endpoint({
    method: "POST",
    path: "/api/notice/unsubscribe",
    access: "user",
    quiet: true,
    whileFrozen: true,
    refusals: [],
    summary: "This device gets no more pushes.",
    request: v.object({ endpoint: pushAddress }),
    data: done,
  }),
  testPush: endpoint({
    method: "POST",
    path: "/api/notice/testPush",
    access: "user",
    quiet: true,
    whileFrozen: true,
    refusals: [],
    summary: "Pushes a message to the devices of the session's user, as a test. Answers how many.",
    request: nothing,
    data: v.object({ devices: figure }),
  }),
};
