/** A value the venue cannot start with; its message is one sentence for the operator. */
export class WrongSetting extends Error {
  override name = "WrongSetting";
}
