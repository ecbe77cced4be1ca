import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type Bill, type BillType, billTypes } from "#protocol/api/wallet.ts";
import { isBillType } from "./bill-filters.ts";

/** Names of the thirteen types of entry. */
const billTypeNames: Record<BillType, MessageDescriptor> = {
  [billTypes.recharge]: msg`Recharge`,
  [billTypes.systemRecharge]: msg`System recharge`,
  [billTypes.secondsTrading]: msg`Seconds contract stake`,
  [billTypes.secondsProfit]: msg`Seconds contract payout`,
  [billTypes.coinTrading]: msg`Coin trading`,
  [billTypes.coinCancel]: msg`Coin cancel`,
  [billTypes.coinSellRejected]: msg`Coin sell rejected`,
  [billTypes.perpetualTrading]: msg`Contract trading`,
  [billTypes.perpetualCancel]: msg`Contract cancel`,
  [billTypes.perpetualClose]: msg`Contract closed`,
  [billTypes.withdrawalApplication]: msg`Withdrawal requested`,
  [billTypes.withdrawalFailed]: msg`Withdrawal returned`,
  [billTypes.unknown]: msg`Other`,
};

/** Type 6 where an order ended without being cancelled. */
const unusedReturnedMessage = msg`Unused part returned`;

/** The two movements of type 5, distinguished by their sign. */
const coinSetAsideMessage = msg`Set aside for a coin order until it fills or ends.`;
const coinReceivedMessage = msg`Received when a coin order filled, less the fee.`;

/** What each type did to the available balance, for the detail. */
const billTypeMeanings: Record<BillType, MessageDescriptor> = {
  [billTypes.recharge]: msg`A recharge was approved and credited.`,
  [billTypes.systemRecharge]: msg`The venue credited paper funds to this account.`,
  [billTypes.secondsTrading]: msg`A stake was set aside when a seconds contract was opened.`,
  [billTypes.secondsProfit]: msg`A seconds contract was won: the stake came back with the profit.`,
  [billTypes.coinTrading]: msg`Set aside for a coin order, or received when it filled.`,
  [billTypes.coinCancel]: msg`What a coin order did not use came back.`,
  [billTypes.coinSellRejected]: msg`A sell under review was not approved and the coins came back.`,
  [billTypes.perpetualTrading]: msg`Margin and fee of a contract order, or margin moved to or from a position.`,
  [billTypes.perpetualCancel]: msg`What a contract order did not use came back.`,
  [billTypes.perpetualClose]: msg`A contract position was closed.`,
  [billTypes.withdrawalApplication]: msg`Set aside for a withdrawal.`,
  [billTypes.withdrawalFailed]: msg`A withdrawal was not paid out and the amount came back.`,
  [billTypes.unknown]: msg`A movement this version of the app has no name for.`,
};

/** Title and meaning of a contract entry whose type name is not specific enough. */
interface ContractBillMessages {
  title: MessageDescriptor;
  meaning: MessageDescriptor;
}

const setAside: ContractBillMessages = {
  title: msg`Contract order`,
  meaning: msg`Margin and fee set aside for an order to open, until it fills or ends.`,
};
const marginAdded: ContractBillMessages = {
  title: msg`Margin added`,
  meaning: msg`Moved from your balance behind a position.`,
};
const marginRemoved: ContractBillMessages = {
  title: msg`Margin taken out`,
  meaning: msg`Moved from behind a position back to your balance.`,
};
const restReturned: ContractBillMessages = {
  title: msg`Contract rest returned`,
  meaning: msg`What an order to open had set aside and did not use came back.`,
};
const closedBy: Readonly<Partial<Record<string, ContractBillMessages>>> = {
  manual: {
    title: msg`Position closed`,
    meaning: msg`The margin of what was closed came back, with the profit or loss and less the fee.`,
  },
  tp: {
    title: msg`Closed by take profit`,
    meaning: msg`The take profit was reached. The margin came back with the profit, less the fee.`,
  },
  sl: {
    title: msg`Closed by stop loss`,
    meaning: msg`The stop loss was reached. The margin came back with the profit or loss, less the fee.`,
  },
  liquidation: {
    title: msg`Liquidated`,
    meaning: msg`The margin no longer covered the loss. What is left of it goes to the venue’s insurance.`,
  },
  settled: {
    title: msg`Settled by the operator`,
    meaning: msg`The operator ended all that was open. The position was closed at the last mark price, without a fee.`,
  },
};

const secondsReturned: Readonly<Partial<Record<string, ContractBillMessages>>> = {
  draw: {
    title: msg`Stake returned: equal`,
    meaning: msg`Entry and exit of a seconds contract were equal, so the stake came back.`,
  },
  void: {
    title: msg`Stake returned: refunded`,
    meaning: msg`Prices were missing to settle a seconds contract by, so the stake came back.`,
  },
};

/** Specific messages for an entry of types 3, 4, 8, 9 and 10; undefined where the messages of its type are enough. */
export function contractBillMessages({
  type,
  sub_type: kind,
  amount,
}: {
  type: number;
  sub_type?: string | undefined;
  amount: string;
}): ContractBillMessages | undefined {
  switch (type) {
    case billTypes.secondsTrading:
    case billTypes.secondsProfit:
      return secondsReturned[kind ?? ""];
    case billTypes.perpetualTrading:
      return kind === "margin"
        ? amount.startsWith("-")
          ? marginAdded
          : marginRemoved
        : kind === "open"
          ? setAside
          : undefined;
    case billTypes.perpetualCancel:
      return kind === "open" ? restReturned : undefined;
    case billTypes.perpetualClose:
      return closedBy[kind ?? ""];
    default:
      return undefined;
  }
}

/** The name of a bill type; an unknown one is "Other" with its number. */
export function useBillTypeName(): (type: number) => string {
  const { t, i18n } = useLingui();
  return (type) => (isBillType(type) ? i18n._(billTypeNames[type]) : t`Other (type ${type})`);
}

/** The title of one entry: the name of its type, or a specific one where that would mislead. */
export function useBillTitle(): (bill: Bill) => string {
  const { i18n } = useLingui();
  const typeText = useBillTypeName();
  return (bill) => {
    if (returnsUnused(bill)) return i18n._(unusedReturnedMessage);
    const ofContract = contractBillMessages(bill);
    return ofContract ? i18n._(ofContract.title) : typeText(bill.type);
  };
}

/** What one entry did to the available balance; undefined for an unknown type. */
export function useBillMeaning(): (bill: Bill) => string | undefined {
  const { i18n } = useLingui();
  return (bill) => {
    if (!isBillType(bill.type)) return undefined;
    if (bill.type === billTypes.coinTrading && bill.ref_type === "spot_order")
      return i18n._(bill.amount.startsWith("-") ? coinSetAsideMessage : coinReceivedMessage);
    return i18n._(contractBillMessages(bill)?.meaning ?? billTypeMeanings[bill.type]);
  };
}

/**
 * Whether an entry returned the unused part of an order. The specification has one type for this and for a
 * cancelled order; the venue sends the side as `sub_type` where nobody cancelled.
 */
export function returnsUnused(bill: Pick<Bill, "type" | "ref_type" | "sub_type">): boolean {
  return (
    bill.type === billTypes.coinCancel &&
    bill.ref_type === "spot_order" &&
    (bill.sub_type === "buy" || bill.sub_type === "sell")
  );
}
