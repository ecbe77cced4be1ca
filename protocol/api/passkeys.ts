/** Passkeys (WebAuthn): keys that a person's devices hold, which open the account and confirm what moves money. */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { done, endpoint, nameText, nothing, shownText, timeMs } from "./endpoint.ts";
import { deviceKey, factorCode, givenPassword, loginAnswer } from "./session.ts";

export const mostPasskeys = 20;
export const longestPasskeyName = 40;

/** Bytes as WebAuthn's JSON writes them: base64url without padding. */
const bytes = (most: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(most));

/** What WebAuthn's own `parse…OptionsFromJSON` reads. */
const options = v.looseObject({ challenge: nameText(200) });

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: v.literal("public-key"),
};

/** `AuthenticationResponseJSON` of WebAuthn, without extensions. */
export const passkeyAnswer = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(2000),
    signature: bytes(1000),
    userHandle: v.optional(v.nullable(bytes(100))),
  }),
});
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswer>;

/** `RegistrationResponseJSON` of WebAuthn, without extensions. */
const passkeyMade = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: v.optional(v.pipe(v.array(nameText(24)), v.maxLength(10)), () => []),
  }),
});
export type PasskeyMade = v.InferOutput<typeof passkeyMade>;

const passkey = v.object({
  id: nameText(1400),
  name: shownText(longestPasskeyName),
  create_time: timeMs,
  /** Null until it has opened or confirmed something. */
  used_time: v.nullable(timeMs),
});
export type Passkey = v.InferOutput<typeof passkey>;

export const passkeyLoginEndpoints = {
  passkeyRequest: endpoint({
    method: "POST",
    path: "/api/auth/passkeyRequest",
    access: "visitor",
    refusals: [],
    summary:
      "Begins a log-in with a passkey: what the browser is to be asked, good for five minutes.",
    request: nothing,
    data: v.object({ options }),
  }),
  passkeyLogin: endpoint({
    method: "POST",
    path: "/api/auth/passkeyLogin",
    access: "visitor",
    refusals: [codes.wrongCredentials, codes.accountProhibited],
    summary:
      "Opens a session with a passkey, which stands for the password and for a second factor. Each answer of a browser opens one.",
    request: v.object({
      answer: passkeyAnswer,
      device_key: deviceKey,
    }),
    data: loginAnswer,
  }),
};

export const passkeyEndpoints = {
  passkeys: endpoint({
    method: "GET",
    path: "/api/account/getPasskeys",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "The account's passkeys, newest first.",
    request: nothing,
    data: v.array(passkey),
  }),
  passkeyOptions: endpoint({
    method: "POST",
    path: "/api/account/passkeyOptions",
    access: "user",
    refusals: [],
    summary:
      "What the browser is to be asked to make a passkey (`add`) or to confirm something with one (`confirm`), good for five minutes.",
    request: v.object({ for: v.picklist(["add", "confirm"]) }),
    data: v.object({ options }),
  }),
  addPasskey: endpoint({
    method: "POST",
    path: "/api/account/addPasskey",
    access: "user",
    refusals: [codes.wrongCredentials, codes.tooManyAttempts, codes.wrongCode],
    summary: `Takes a passkey that the browser made, with the login password and a second factor where there is one. ${codes.wrongCode} with \`reason\` expired where its five minutes are over.`,
    request: v.object({
      password: givenPassword,
      totp: factorCode,
      name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestPasskeyName)),
      made: passkeyMade,
    }),
    data: v.object({ id: nameText(1400) }),
  }),
  removePasskey: endpoint({
    method: "POST",
    path: "/api/account/removePasskey",
    access: "user",
    refusals: [codes.wrongCredentials, codes.tooManyAttempts, codes.wrongCode, codes.noSuchOrder],
    summary:
      "Removes a passkey, with the login password and a second factor; money-out is held 24 hours.",
    request: v.object({ password: givenPassword, totp: factorCode, id: bytes(1400) }),
    data: done,
  }),
};
