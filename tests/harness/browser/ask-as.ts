import { randomBytes } from "node:crypto";
import type { BrowserContext } from "playwright-core";
import { expect } from "vitest";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";

export interface Person {
  id: string;
  token: string;
}

/** Who is logged in in a browser's context. */
export async function personIn(context: BrowserContext): Promise<Person> {
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith("godwit-client"));
  return JSON.parse(decodeURIComponent(cookie?.value ?? "")) as Person;
}

/** Asks a venue in a person's name, from another device as it were; the answer has to be a success. */
export async function askAs(
  person: Person,
  venue: string,
  method: "GET" | "POST",
  path: string,
  request: Record<string, unknown>,
): Promise<unknown> {
  const address = new URL(path, venue);
  if (method === "GET")
    for (const [name, value] of Object.entries(request))
      address.searchParams.set(name, String(value));
  const answer = await fetch(address, {
    method,
    headers: { ...signedFor(person), "content-type": "application/json" },
    ...(method === "POST" && { body: JSON.stringify(request) }),
  });
  const envelope = (await answer.json()) as { status: number; data: unknown };
  expect(envelope.status, `${path} ${JSON.stringify(envelope.data)}`).toBe(0);
  return envelope.data;
}

/** Uploads a picture in a person's name; answers its id. */
export async function uploadAs(person: Person, venue: string, picture: Buffer): Promise<string> {
  const body = new FormData();
  body.append("files", new Blob([Uint8Array.from(picture)], { type: "image/png" }), "sample.png");
  const answer = await fetch(new URL("/api/picture/files", venue), {
    method: "POST",
    headers: { ...signedFor(person) },
    body,
  });
  return ((await answer.json()) as { data: { files: { id: string }[] } }).data.files[0]?.id ?? "";
}

function signedFor(person: Person) {
  return signRequest(
    person,
    makeNonce((length) => randomBytes(length)),
    Math.floor(Date.now() / 1000),
  );
}
