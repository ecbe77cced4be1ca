import { once } from "../../../writes/plain-kind.ts";
import { pageWriter } from "../../../writes/page-writer.ts";
import { makePasskey } from "./ask-browser.ts";
import { addingPasskey } from "./passkey-writes.ts";

/** Adds a passkey to an account whose owner has just typed its password. Answers whether it was added. */
export async function addFirstPasskey(password: string, name: string): Promise<boolean> {
  try {
    const made = await makePasskey();
    const take = once({ password, totp: "", name, made });
    const { step } = await pageWriter.send(addingPasskey, { id: made.id, take });
    return step === "done";
  } catch {
    // The browser or its owner declined, or the venue could not be asked.
    return false;
  }
}
