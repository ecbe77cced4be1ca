/** The caller asked for something that books must never do. A bug: rolled back, logged, told as 100001. */
export class LedgerFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LedgerFault";
  }
}
