import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { signedFormats } from "../wire/signature.ts";
import { done, endpoint, figure, nothing, shownText } from "./endpoint.ts";
import { user } from "./user.ts";

const loginTypes = ["email", "phone"] as const;
export type LoginType = (typeof loginTypes)[number];

const logintype = v.picklist(loginTypes);

/** E-mail addresses as most mail systems take them, without characters nobody sees; or a phone number with its country code. */
export const emailPattern =
  /^[^\s\p{Cc}\p{Cf}\p{Cs}@"<>(),;:\\[\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/u;
export const phonePattern = /^\+[1-9]\d{6,14}$/;
/** What a code is good for; a code for one purpose is nothing for another. */
const codeScenes = ["reg", "forgot", "wpass", "bind"] as const;
export type CodeScene = (typeof codeScenes)[number];

/** The channel shown for a code that waits for the operator. */
export const byOperator = "operator";

export function isCodeScene(scene: string): scene is CodeScene {
  return (codeScenes as readonly string[]).includes(scene);
}

/** Invitation codes and the `m` of an entry address. */
export const invitePattern = /^[A-Za-z0-9]{1,32}$/;

export const passwordLength = { min: 8, max: 128 } as const;

const account = v.pipe(v.string(), v.minLength(1), v.maxLength(254));
/** A login password as one is set: every character counts, nothing is trimmed. */
export const password = v.pipe(
  v.string(),
  v.minLength(passwordLength.min),
  v.maxLength(passwordLength.max),
);
/** A password as it is handed in, to be judged. */
export const givenPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(passwordLength.max));
/** A one-time code. */
export const code = v.pipe(v.string(), v.regex(/^\d{6}$/));
/** The language the reader has chosen, e.g. `zh-TW`: the one a code is brought in. */
const langTag = v.union([
  v.literal(""),
  v.pipe(v.string(), v.maxLength(35), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/)),
]);
const invite = v.pipe(v.string(), v.regex(invitePattern));

/** How long after it was signed a log-out without a network ends its session. */
export const revocationLifeSec = 7 * 86_400;

/**
 * Where the account has a second factor: six digits of the authenticator, a recovery code, or `passkeyFactor` with the
 * answer of a passkey; wrongCode with `factor` where it is missing or wrong.
 */
export const factorCode = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(10_000)), "");

/** A public key of P-256: the 65 bytes of an uncompressed point, base64url. */
export const deviceKeyPattern = /^B[\w-]{86}$/;

/**
 * The public key of the device that logs in, where the venue names the signature v2 (device-signature.ts): every call
 * of the session is then signed with it besides.
 */
export const deviceKey = v.optional(v.pipe(v.string(), v.regex(deviceKeyPattern)));

/** What a log-in answers, whatever it was made with. */
export const loginAnswer = v.object({
  token: v.pipe(v.string(), v.regex(/^[\x21-\x7E]{1,2000}$/)),
  player: user,
  certstatus: v.optional(v.number(), 0),
});

export const sessionEndpoints = {
  sendCode: endpoint({
    method: "POST",
    path: "/api/auth/sendCode",
    access: "visitor",
    refusals: [codes.invalidEmail],
    summary:
      "Sends a six-digit code to an e-mail address or phone; the answer is the same for known and unknown accounts.",
    request: v.object({
      account,
      logintype,
      scene: v.picklist(codeScenes),
      lang: v.optional(langTag, ""),
    }),
    data: v.object({
      /** Seconds the code lives, and until another may be asked for. */
      expire: figure,
      resend: figure,
      /** How it travels: `email`, `phone`, or `operator` where nothing sends it and somebody must pass it on. */
      channel: v.optional(shownText(60), ""),
    }),
  }),
  reg: endpoint({
    method: "POST",
    path: "/api/auth/reg",
    access: "visitor",
    refusals: [
      codes.phoneTaken,
      codes.invalidInvitation,
      codes.invalidEmail,
      codes.wrongCode,
      codes.accountTaken,
      codes.emailTaken,
      codes.passwordMismatch,
    ],
    summary: "Opens an account.",
    request: v.object({
      account,
      logintype,
      password,
      code: v.optional(v.union([v.literal(""), code])),
      invite_code: v.optional(v.union([v.literal(""), invite])),
      m: v.optional(v.union([v.literal(""), invite])),
    }),
    data: done,
  }),
  login: endpoint({
    method: "POST",
    path: "/api/auth/login",
    access: "visitor",
    refusals: [
      codes.wrongCredentials,
      codes.tooManyAttempts,
      codes.accountProhibited,
      codes.wrongCode,
    ],
    summary: `Opens a session; \`verifykey\` is the password. ${codes.wrongCode} with \`factor\` totp where a second factor is missing or wrong. ${codes.tooManyAttempts} carries the seconds to wait in \`data.wait\`, and \`data.reset_required\` 1 where only a new password helps.`,
    request: v.object({
      account,
      logintype,
      loginway: v.literal("password"),
      verifykey: givenPassword,
      totp: factorCode,
      device_key: deviceKey,
    }),
    data: loginAnswer,
  }),
  forgot: endpoint({
    method: "POST",
    path: "/api/auth/forgot",
    access: "visitor",
    refusals: [codes.invalidEmail, codes.wrongCode],
    summary:
      "Sets a new login password with a code of the scene `forgot` and ends every session; it does not log in.",
    request: v.object({ account, logintype, code, password }),
    data: done,
  }),
  logout: endpoint({
    method: "POST",
    path: "/api/auth/logout",
    access: "user",
    whileFrozen: true,
    refusals: [],
    summary: "Ends this session.",
    request: nothing,
    data: done,
  }),
  revoke: endpoint({
    method: "POST",
    path: "/api/auth/revoke",
    access: "visitor",
    quiet: true,
    whileFrozen: true,
    refusals: [],
    summary:
      "Ends the session that signed this (with `revoke:` before its token), for a log-out without a network: within a week of its timestamp. The answer is the same where there is no such session.",
    request: v.object({
      nonce: v.pipe(v.string(), v.regex(signedFormats.nonce)),
      timestamp: v.pipe(v.string(), v.regex(signedFormats.timestamp)),
      userid: v.pipe(v.string(), v.regex(signedFormats.userid)),
      sign: v.pipe(v.string(), v.regex(signedFormats.sign)),
    }),
    data: done,
  }),
};
