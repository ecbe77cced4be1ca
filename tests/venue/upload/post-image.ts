import { api } from "#protocol/api/api.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import {
  type Answer,
  readAnswer,
  type TestClient,
  type TestVenue,
} from "../../harness/venue/memory-venue.ts";

const { pictureFiles } = api.upload;

/** Sends a body to the upload as it is. */
export async function send(
  venue: TestVenue,
  client: TestClient,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return readAnswer(
    await venue.fetch(pictureFiles.path, {
      method: "POST",
      headers: { ...client.sign(), ...headers },
      body,
    }),
    venue.settings.base64,
  );
}

/** Sends a file as a browser's form does. */
export async function upload(
  venue: TestVenue,
  client: TestClient,
  file: Uint8Array<ArrayBuffer> | Buffer,
  name = "picture.png",
  type = "image/png",
): Promise<Answer> {
  const form = new FormData();
  form.append("files", new Blob([new Uint8Array(file)], { type }), name);
  return send(venue, client, form);
}

/** The id of a picture that must be taken. */
export async function pictureId(
  venue: TestVenue,
  client: TestClient,
  file: Buffer,
): Promise<string> {
  const answer = await upload(venue, client, file);
  if (answer.status !== 0)
    throw new Error(`a picture was refused with ${answer.status}: ${JSON.stringify(answer.data)}`);
  return (answer.data as DataOf<typeof pictureFiles>).files[0]?.id ?? "";
}

/** What the venue shows of a picture: the whole response, which is no envelope where there is one. */
export function show(venue: TestVenue, client: TestClient, id: string): Promise<Response> {
  return venue.fetch(`${api.upload.pictureFile.path}?id=${id}`, {
    headers: { ...client.sign() },
  });
}
