const kept = "godwit-desk-token";

/** What an answer's code means here; the rest says its number. */
const sentences = {
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
const reasons = {
  own: "This is your own account. Another operator must do it.",
  two_over: "This is more than one operator may do alone.",
  password: "Set a password of your own first.",
};

export class Failure extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Called where the session is over. */
let onEnd = () => undefined;
export function whenOver(run) {
  onEnd = run;
}

export const session = {
  get token() {
    return sessionStorage.getItem(kept);
  },
  begin: (token) => sessionStorage.setItem(kept, token),
  end: () => sessionStorage.removeItem(kept),
};

export async function get(name, query = {}) {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  return call(`/api/operator/${name}?${new URLSearchParams(given)}`, { method: "GET" });
}

export async function post(name, body = {}) {
  return call(`/api/operator/${name}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
}

/** A picture's address in this page; to be revoked when it is no longer shown. */
export async function picture(id) {
  const response = await send(`/api/operator/getPicture?${new URLSearchParams({ id })}`, {});
  if (!response.ok)
    throw new Failure(response.status, "The picture cannot be shown: it may be deleted.");
  return URL.createObjectURL(await response.blob());
}

async function call(path, init) {
  const response = await send(path, init);
  const answer = await response.json().catch(() => ({ status: 100000, data: null }));
  if (answer.status === 0) return answer.data;
  const failure = new Failure(answer.status, sentenceOf(answer));
  if (session.token && (answer.status === 401 || answer.status === 200003)) {
    session.end();
    onEnd(failure.message);
  }
  throw failure;
}

async function send(path, init) {
  const authorization = session.token ? { authorization: `Bearer ${session.token}` } : {};
  try {
    return await fetch(path, {
      ...init,
      headers: { ...init.headers, ...authorization },
      cache: "no-store",
      redirect: "error",
    });
  } catch {
    throw new Failure(
      0,
      init.method === "POST"
        ? "The venue did not answer. Look whether it was done before you try again."
        : "The venue does not answer.",
    );
  }
}

function sentenceOf({ status, msg, data }) {
  if (status === 200002)
    return data?.reset_required
      ? "Too many wrong tries. Another operator must reset you by the command line."
      : `Too many wrong tries. Wait ${data?.wait ?? "a while"} s.`;
  if (status === 402) return reasons[data?.reason] ?? "You may not do this.";
  if (status === 100005 && data?.field === "version")
    return "Another operator changed this meanwhile. Load it again.";
  if (status === 100005 && data?.field === "reason")
    return "Give a reason in one line of at most 200 characters.";
  if (status === 100005 && data?.field) return `Check “${data.field}”.`;
  return sentences[status] ?? `The venue said no: ${msg ?? ""} (${status}).`;
}
