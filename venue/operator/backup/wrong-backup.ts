/** Why a backup cannot be made, read or put back: one sentence for the operator. */
export class WrongBackup extends Error {
  override name = "WrongBackup";
}
