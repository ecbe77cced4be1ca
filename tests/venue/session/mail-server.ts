import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

export interface Delivered {
  user: string | undefined;
  from: string;
  to: string[];
  /** As it came over the wire. */
  raw: string;
  /** The text of its one part. */
  text: string;
}

/** A real mail server on this machine, and all it took. */
export async function openPostOffice(
  options: SMTPServerOptions = {},
): Promise<{ port: number; delivered: Delivered[] }> {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onAuth: (auth, _session, done) =>
      auth.password === "pass:word" ? done(null, { user: auth.username }) : done(new Error("no")),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString();
        const { mailFrom, rcptTo } = session.envelope;
        delivered.push({
          user: session.user,
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          text: textOf(raw),
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  return { port: (listening.address() as AddressInfo).port, delivered };
}

/** The header lines of a mail, unfolded. */
export function headersOf(raw: string): string[] {
  return (raw.split("\r\n\r\n")[0] ?? "").replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
}

function textOf(raw: string): string {
  const body = raw.slice(raw.indexOf("\r\n\r\n") + 4);
  if (/^content-transfer-encoding: base64/im.test(raw))
    return Buffer.from(body, "base64").toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(raw)) return body;
  const bytes = body
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, "latin1").toString();
}
