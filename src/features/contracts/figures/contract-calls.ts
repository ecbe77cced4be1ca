import * as codes from "#protocol/wire/error-codes.ts";
import { contractsEndpoints, type ContractOrder } from "#protocol/api/contracts.ts";
import { call } from "../../../api/call.ts";

/** What the sheets show themselves, with the limit that was met; a toast beside it would say less. */
const saidInSheet = [
  codes.unknownError,
  codes.invalidParameters,
  codes.busy,
  codes.outcomeUnknown,
  codes.insufficientBalance,
  codes.notPending,
  codes.notTradable,
  codes.noSuchLeverage,
  codes.illegalLeverage,
  codes.noSuchOrder,
  codes.positionLocked,
  codes.deductionFailed,
  codes.quantityMissing,
  codes.valueTooSmall,
] as const;

/** How writes of contract orders and positions are called. */
export const contractWriteOptions = { quiet: true, handles: saidInSheet };

/** The order as it is now. */
export const orderNow = (
  which: { id: string } | { client_order_id: string },
): Promise<ContractOrder> =>
  call(contractsEndpoints.contractOrder, which, { handles: [codes.noSuchOrder] });
