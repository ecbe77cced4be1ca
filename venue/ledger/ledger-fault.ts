/**
 * The caller asked for something that the ledger must never do. It is a bug: rolled back, logged, and
 * answered as systemError.
 */
export class LedgerFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LedgerFault";
  }
}
