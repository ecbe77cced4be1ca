import type { KeyObject } from "node:crypto";
import type { RandomBytes } from "../../lib/clock.ts";
import type { PasswordHasher } from "../../session/password/password-hasher.ts";
import { sealSecret } from "../../session/second-factor/sealed-secret.ts";
import { base32Of, totpSecretBytes, totpUri } from "../../session/second-factor/totp.ts";

/** What is shown once, to be handed to the operator. */
export interface Credentials {
  password: string;
  /** For an authenticator, in groups of four to be typed. */
  secret: string;
  uri: string;
}

export interface CredentialDeps {
  serverKey: KeyObject;
  random: RandomBytes;
  hasher: PasswordHasher;
  /** What the authenticator is to call this venue. */
  issuer: string;
}

/** 32 letters and digits that are hard to mistake for one another: 5 bits each. */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const passwordLength = 20;

/** A one-time password of 100 bits and a new secret, and how they are stored. */
export async function makeCredentials(
  { serverKey, random, hasher, issuer }: CredentialDeps,
  name: string,
): Promise<{ shown: Credentials; stored: { password_hash: string; totp_sealed: string } }> {
  const password = Array.from(random(passwordLength), (byte) => alphabet.charAt(byte & 31))
    .join("")
    .replace(/(.{5})(?=.)/g, "$1-");
  const secret = random(totpSecretBytes);
  return {
    shown: {
      password,
      secret: base32Of(secret).replace(/(.{4})(?=.)/g, "$1 "),
      uri: totpUri({ issuer, account: name, secret }),
    },
    stored: {
      password_hash: await hasher.hash(password),
      totp_sealed: sealSecret(serverKey, secret, { owner: sealOwner(name), random }),
    },
  };
}

/** Whose a sealed secret is. */
export function sealOwner(name: string): string {
  return `operator ${name}`;
}
