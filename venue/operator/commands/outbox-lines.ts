import { columns } from "../lookups/columns.ts";
import { storedName } from "./find-account.ts";
import { type OpenCode, openCodes } from "./command-rows.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { WrongCommand } from "./wrong-command.ts";

const followEveryMs = 1000;
const listedAtMost = 200;

/** Lists the codes that are still valid. With `follow` it also prints new codes and changed states of their mails, until it is stopped. */
export async function listOutbox(
  deps: OperatorDeps,
  { follow, account }: { follow: boolean; account: string | undefined },
): Promise<number> {
  const recipient = account === undefined ? undefined : storedName(account);
  if (account !== undefined && recipient === undefined)
    throw new WrongCommand(`"${account}" is neither an e-mail address nor a phone number.`);
  const read = () =>
    deps.store.read((db) =>
      openCodes(db, {
        now: deps.clock.now(),
        tries: deps.settings.limits.codeTries,
        account: recipient,
        limit: listedAtMost,
      }),
    );
  let rows = await read();
  if (rows.length > 0)
    columns([heading, ...rows.map((row) => cellsOf(row, deps.clock.now()))]).forEach(deps.print);
  else if (!follow) deps.print("No code is waiting.");
  while (follow && (await deps.pause(followEveryMs))) {
    const shownStates = new Map(rows.map(({ id, state }) => [id, state]));
    rows = await read();
    for (const row of rows.toReversed()) {
      if (shownStates.get(row.id) !== row.state)
        deps.print(cellsOf(row, deps.clock.now()).join("  "));
    }
  }
  return 0;
}

const heading = ["ACCOUNT", "FOR", "CODE", "LEFT", "STATE"];
const states: Readonly<Record<OpenCode["state"], string>> = {
  manual: "for you to pass on",
  queued: "mail waits",
  sent: "mail sent",
  failed: "mail failed",
};

function cellsOf(
  { recipient, scene, content, expires_at, state }: OpenCode,
  now: number,
): string[] {
  // A code that was sent is no longer stored in clear.
  return [
    recipient,
    scene,
    content || "-",
    `${Math.max(0, Math.ceil((expires_at - now) / 60_000))} min`,
    states[state],
  ];
}
