import type { DataOf, RequestOf } from "#protocol/api/endpoint.ts";
import type { operatorEndpoints } from "#protocol/api/operator.ts";

type Rows = typeof operatorEndpoints;
type Name = keyof Rows;

/** Where each call is answered. The table itself stays with the venue: this page loads nothing but its own files. */
export const reads = {
  status: "getStatus",
  overview: "getOverview",
  verify: "verify",
  queue: "getQueue",
  conf: "getConf",
  users: "getUsers",
  user: "getUser",
  ledger: "getLedger",
  house: "getHouse",
  audit: "getAudit",
} as const satisfies Partial<Record<Name, string>>;
export const writes = {
  login: "login",
  logout: "logout",
  setPass: "setPass",
  review: "review",
  systemRecharge: "systemRecharge",
  setUserStatus: "setUserStatus",
  setConf: "setConf",
  followClock: "followClock",
} as const satisfies Record<Exclude<Name, keyof typeof reads>, string>;
export const base = "/api/operator/";

const tokenKey = "godwit-desk-token";

/** What an answer's code means here; the rest says its number. */
const messages: Readonly<Record<number, string>> = {
  401: "You are logged out.",
  200001: "Name, password or code is wrong. A code works once: wait for the next one.",
  200003: "Your session has ended. Log in again.",
  200004: "That is the old password. Choose another.",
  200009: "The payout failed. The request still waits.",
  300007: "You have approved this already. Another operator must approve it too.",
  300009: "This was decided or taken back meanwhile.",
  300014: "There is no such account.",
  300016: "The old password is wrong.",
  300018: "There is no such currency here.",
  100006: "The venue is busy. Nothing was done; try again in a moment.",
  100007: "It is not known whether this was done. Look before you try again.",
};
const reasons: Readonly<Record<string, string>> = {
  own: "This is your own account. Another operator must do it.",
  two_over: "This is more than one operator may do alone.",
  password: "Set a password of your own first.",
};

/** What stands in the frame of every view. */
export type Status = DataOf<Rows["status"]>;
/** What the desk answers to a call. */
export type Answered<Call extends Name> = DataOf<Rows[Call]>;

/** What a view is given besides its place. */
export interface Frame {
  status: Status;
  /** Says what was done, for a while. */
  say: (text: string) => void;
}

/** Shows a view in its place, with the words of the address after its name; answers how it is left. */
export type View = (
  place: HTMLElement,
  words: readonly string[],
  frame: Frame,
) => Promise<(() => void) | void>;

/** Called where the session is over. */
let onEnd: (message: string) => void = () => undefined;
export function whenOver(run: (message: string) => void): void {
  onEnd = run;
}

export const session = {
  get token() {
    return sessionStorage.getItem(tokenKey);
  },
  begin: (token: string) => sessionStorage.setItem(tokenKey, token),
  end: () => sessionStorage.removeItem(tokenKey),
};

/** Reads; what is empty of the query is left out. */
export async function get<Read extends keyof typeof reads>(
  name: Read,
  query: RequestOf<Rows[Read]>,
): Promise<DataOf<Rows[Read]>> {
  const given = Object.entries(query as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([key, value]) => [key, String(value)]);
  return (await call(`${base}${reads[name]}?${new URLSearchParams(given)}`, {
    method: "GET",
  })) as DataOf<Rows[Read]>;
}

export async function post<Write extends keyof typeof writes>(
  name: Write,
  body: RequestOf<Rows[Write]>,
): Promise<DataOf<Rows[Write]>> {
  return (await call(`${base}${writes[name]}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  })) as DataOf<Rows[Write]>;
}

/** A picture's address in this page; to be revoked when it is no longer shown. */
export async function picture(id: string): Promise<string> {
  const response = await send(`${base}getPicture?${new URLSearchParams({ id })}`, {});
  if (!response.ok) throw new Error("The picture cannot be shown: it may be deleted.");
  return URL.createObjectURL(await response.blob());
}

interface Answer {
  status: number;
  msg?: string;
  data: unknown;
}

/** What a refusal may say beside its code. */
interface Refused {
  field?: string;
  reason?: string;
  wait?: number;
  reset_required?: boolean;
}

async function call(path: string, init: RequestInit): Promise<unknown> {
  const response = await send(path, init);
  const answer = (await response.json().catch(() => ({ status: 100000, data: null }))) as Answer;
  if (answer.status === 0) return answer.data;
  const message = messageOf(answer);
  if (session.token !== null && (answer.status === 401 || answer.status === 200003)) {
    session.end();
    onEnd(message);
  }
  throw new Error(message);
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (session.token !== null) headers.set("authorization", `Bearer ${session.token}`);
  try {
    return await fetch(path, { ...init, headers, cache: "no-store", redirect: "error" });
  } catch (error) {
    throw new Error(
      init.method === "POST"
        ? "The venue did not answer. Look whether it was done before you try again."
        : "The venue does not answer.",
      { cause: error },
    );
  }
}

function messageOf({ status, msg, data }: Answer): string {
  const { field = "", reason = "", wait, reset_required: isLocked } = (data ?? {}) as Refused;
  if (status === 200002)
    return isLocked
      ? "Too many wrong tries. Another operator must reset you by the command line."
      : `Too many wrong tries. Wait ${wait ?? "a few"} s.`;
  if (status === 402) return reasons[reason] ?? "You may not do this.";
  if (status === 100005 && field === "version")
    return "Another operator changed this meanwhile. Load it again.";
  if (status === 100005 && field === "reason")
    return "Give a reason in one line of at most 200 characters.";
  if (status === 100005 && field !== "") return `Check “${field}”.`;
  return messages[status] ?? `The venue said no: ${msg ?? ""} (${status}).`;
}
