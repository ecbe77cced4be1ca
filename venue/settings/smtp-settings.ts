import { emailPattern } from "#protocol/api/session.ts";

/** The mail server that takes the venue's mails. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; else the connection is raised to it (STARTTLS), but for servers of this machine. */
  isSecure: boolean;
  login: { user: string; pass: string } | null;
}

export interface MailSender {
  name: string;
  address: string;
}

const standardPorts: Record<string, number> = { "smtp:": 587, "smtps:": 465 };

/** `smtp://user:password@host:port` or `smtps://…`; `undefined` for anything else. */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const standardPort = standardPorts[protocol];
  const isBare = (pathname === "" || pathname === "/") && search === "" && hash === "";
  if (
    standardPort === undefined ||
    hostname === "" ||
    !isBare ||
    (username === "") !== (password === "")
  )
    return undefined;
  const user = decoded(username);
  const pass = decoded(password);
  if (user === undefined || pass === undefined) return undefined;
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? standardPort : Number(port),
    isSecure: protocol === "smtps:",
    login: user === "" ? null : { user, pass },
  };
}

/** `codes@godwit.example` or `Godwit <codes@godwit.example>`; `undefined` for anything else. */
export function readMailFrom(text: string): MailSender | undefined {
  const [, name = "", bracketed] = /^([^<>\p{Cc}"]{0,64}?)\s*<([^<>]+)>$/u.exec(text) ?? [];
  const address = bracketed ?? text;
  return emailPattern.test(address) ? { name, address } : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
