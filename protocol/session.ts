import * as v from "valibot";
import { endpoint, nothing } from "./endpoint.ts";
import { user } from "./user.ts";

const loginTypes = ["email", "phone"] as const;
export type LoginType = (typeof loginTypes)[number];

const logintype = v.picklist(loginTypes);

/** E-mail addresses as most mail systems take them, or a phone number with its country code. */
export const emailPattern = /^[^\s@"<>(),;:\\[\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/;
export const phonePattern = /^\+[1-9]\d{6,14}$/;
/** Invitation codes and the `m` of an entry address. */
export const invitePattern = /^[A-Za-z0-9]{1,32}$/;

export const passwordLength = { min: 8, max: 128 } as const;

const account = v.pipe(v.string(), v.minLength(1), v.maxLength(254));
const password = v.pipe(v.string(), v.minLength(passwordLength.min), v.maxLength(passwordLength.max));
const code = v.pipe(v.string(), v.regex(/^\d{6}$/));
const invite = v.pipe(v.string(), v.regex(invitePattern));

export const sessionEndpoints = {
  sendCode: endpoint({
    method: "POST", path: "/api/auth/sendCode", access: "visitor", refusals: [300004],
    summary: "Sends a six-digit code to an e-mail address or phone; the answer is the same for known and unknown accounts.",
    request: v.object({ account, logintype, scene: v.picklist(["reg", "forgot", "wpass", "bind"]) }),
    data: v.object({
      /** Seconds the code lives, and until another may be asked for. */
      expire: v.number(), resend: v.number(), channel: v.string(),
    }),
  }),
  reg: endpoint({
    method: "POST", path: "/api/auth/reg", access: "visitor",
    refusals: [300002, 300003, 300004, 300005, 300023, 300024, 200004],
    summary: "Opens an account.",
    request: v.object({
      account, logintype, password,
      code: v.optional(v.union([v.literal(""), code])),
      invite_code: v.optional(v.union([v.literal(""), invite])),
      m: v.optional(v.union([v.literal(""), invite])),
    }),
    data: nothing,
  }),
  login: endpoint({
    method: "POST", path: "/api/auth/login", access: "visitor", refusals: [200001, 200002, 200007],
    summary: "Opens a session; `verifykey` is the password. 200002 carries the seconds to wait in `data.wait`.",
    request: v.object({
      account, logintype, loginway: v.literal("password"),
      verifykey: v.pipe(v.string(), v.minLength(1), v.maxLength(passwordLength.max)),
    }),
    data: v.object({ token: v.string(), player: user, certstatus: v.optional(v.number(), 0) }),
  }),
  logout: endpoint({
    method: "POST", path: "/api/auth/logout", access: "user", whileFrozen: true, refusals: [],
    summary: "Ends this session.",
    request: nothing, data: nothing,
  }),
};
