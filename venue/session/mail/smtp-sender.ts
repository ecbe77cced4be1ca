import { createTransport } from "nodemailer";
import { isLoopback } from "../../settings/settings.ts";
import type { MailSender, SmtpServer } from "../../settings/smtp-settings.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Hands a mail to the mail server. @throws MailFailure */
export type SendMail = (mail: Mail) => Promise<void>;

/** A mail was not accepted. The server's message is left out, since it may name the recipient. */
export class MailFailure extends Error {
  /** True where another attempt would fail too. */
  readonly isLasting: boolean;
  /** E.g. `ECONNECTION` or `550`. */
  readonly reason: string;

  constructor(reason: string, isLasting: boolean, options?: ErrorOptions) {
    super(`mail not sent: ${reason}`, options);
    this.name = "MailFailure";
    this.reason = reason;
    this.isLasting = isLasting;
  }
}

/** Sends by SMTP, each mail in a connection of its own that is over after `timeoutMs`. */
export function createSmtpSender({
  server,
  from,
  timeoutMs,
}: {
  server: SmtpServer;
  from: MailSender;
  timeoutMs: number;
}): SendMail {
  const { host, port, isSecure, login } = server;
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback(host),
    ...(login && { auth: login }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text }) => {
    const sent = transport.sendMail({
      // As an object it is one address, and never parsed as a list.
      from,
      to: { name: "", address: to },
      subject,
      text,
      headers: { "Auto-Submitted": "auto-generated" },
    });
    await withinTime(sent, timeoutMs).catch((error: unknown) => {
      throw failureOf(error);
    });
  };
}

/** A limit on the whole mail: the library's own timeouts start again with each byte, so a slow server could hold the connection for ever. */
async function withinTime(sent: Promise<unknown>, timeoutMs: number): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new MailFailure("ETIMEDOUT", false)), timeoutMs);
  });
  await Promise.race([sent, isLate]).finally(() => clearTimeout(late));
}

function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  if (!(error instanceof Error)) return new MailFailure("unknown", false);
  if ("responseCode" in error && typeof error.responseCode === "number")
    return new MailFailure(String(error.responseCode), error.responseCode >= 500);
  return new MailFailure(
    "code" in error && typeof error.code === "string" ? error.code : "unknown",
    false,
  );
}
