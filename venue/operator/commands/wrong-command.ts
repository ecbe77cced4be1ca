/** A command line that says nothing to be done; its message is one sentence for the operator. */
export class WrongCommand extends Error {
  override name = "WrongCommand";
}
