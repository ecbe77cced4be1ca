/**
 * Log-outs that the venue has yet to hear of, sent when there is a network again and the app is closed (Background
 * Sync). The app keeps them in its database, each signed, and sends them itself while it is open.
 */
import { isEnvelope } from "#protocol/wire/envelope.ts";
import { changeStored } from "./app-database.ts";
import { venueAddresses } from "./venue-address.ts";

const path = "/api/auth/revoke";

interface Signed {
  sign: string;
}

/**
 * Sends what is pending.
 * @throws where the venue was not reached, so that the browser tries again
 */
export async function sendPendingLogouts(): Promise<void> {
  const waiting = await change((all) => all);
  if (waiting.length === 0) return;
  const address = (await venueAddresses())(path);
  for (const signed of waiting) {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(signed),
    });
    // Whatever the venue says of it, it has heard; another network's page has not.
    if (!isEnvelope(await answer.json())) throw new Error("not the venue's answer");
    await change((all) => all.filter(({ sign }) => sign !== signed.sign));
  }
}

async function change(
  by: (waiting: readonly Signed[]) => readonly Signed[],
): Promise<readonly Signed[]> {
  const after = await changeStored("logouts", (before) => {
    const left = by(Array.isArray(before) ? (before as Signed[]) : []);
    return left.length > 0 ? [...left] : undefined;
  });
  return (after as Signed[] | undefined) ?? [];
}
