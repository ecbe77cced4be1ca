import { accountName } from "../../session/users/account-name.ts";
import { findUser, findUserByAccount, type UserRow } from "../../session/users/user-rows.ts";
import type { Db } from "../../store/schema.ts";
import { WrongCommand } from "./wrong-command.ts";

/**
 * The user an operator names: by e-mail address, by phone number, or by `#` and the id.
 * @throws WrongCommand where there is none
 */
export async function findAccount(db: Db, text: string): Promise<UserRow> {
  const id = /^#(\d{1,15})$/.exec(text)?.[1];
  const name = storedName(text);
  const user =
    id !== undefined
      ? await findUser(db, Number(id))
      : name !== undefined
        ? await findUserByAccount(db, name)
        : undefined;
  if (!user) throw new WrongCommand(`There is no account "${text}".`);
  return user;
}

/** An account as the tables have it, `undefined` for what is neither address nor number. */
export function storedName(text: string): string | undefined {
  return accountName(text, "email") ?? accountName(text, "phone");
}
