import { bookOwner, chooseAccountBook, isAccountBook } from "./account-book.ts";
import { forget, keptKeys } from "./device-store.ts";
import { forgetPrivateQueries } from "./kept-queries.ts";

/** Forgets the account book on this device; what is on screen stays there. */
export async function forgetAccountBook(): Promise<void> {
  await Promise.all([forgetPrivateQueries(), forgetWhere(isAccountBook)]);
}

/** No longer keeps the account book, and wipes what there is of it. */
export async function stopAccountBook(): Promise<void> {
  // First the choice: nothing is written after it.
  chooseAccountBook(false);
  await forgetAccountBook();
}

/**
 * Forgets the account books of everybody but the user: a session that ran out while the app was closed, or
 * another's login on another page, leaves no one's records to the next person.
 * @param userId who is logged in; null: nobody
 */
export function forgetBooksOfOthers(userId: string | null): Promise<void> {
  return forgetWhere((key) => isAccountBook(key) && bookOwner(key) !== userId);
}

async function forgetWhere(isMeant: (key: string) => boolean): Promise<void> {
  await Promise.all((await keptKeys("")).filter(isMeant).map((key) => forget(key)));
}
