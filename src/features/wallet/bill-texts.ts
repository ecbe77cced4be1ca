import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { billTypes, type BillType } from "#protocol/wallet.ts";

/** The thirteen kinds of entry, by name; a kind the app does not know is "other" with its number. */
export const billTypeTexts: Record<BillType, MessageDescriptor> = {
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

/** Type 6 where an order ended by itself: nobody cancelled anything. */
export const unusedReturnedText = msg`Unused part returned`;

/** The two movements of type 5, told apart by their sign. */
export const coinSetAsideText = msg`Set aside for a coin order until it fills or ends.`;
export const coinReceivedText = msg`Received when a coin order filled, less the fee.`;

/** What each kind did to the available balance, in a sentence for the detail. */
export const billTypeMeanings: Record<BillType, MessageDescriptor> = {
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

/** Entries of contracts whose type's name says too little: a title and what it did to the available balance. */
export interface ContractBillTexts {
  title: MessageDescriptor;
  meaning: MessageDescriptor;
}

const setAside: ContractBillTexts = {
  title: msg`Contract order`,
  meaning: msg`Margin and fee set aside for an order to open, until it fills or ends.`,
};
const marginAdded: ContractBillTexts = {
  title: msg`Margin added`,
  meaning: msg`Moved from your balance behind a position.`,
};
const marginTaken: ContractBillTexts = {
  title: msg`Margin taken out`,
  meaning: msg`Moved from behind a position back to your balance.`,
};
const restReturned: ContractBillTexts = {
  title: msg`Contract rest returned`,
  meaning: msg`What an order to open had set aside and did not use came back.`,
};
const closedBy: Readonly<Partial<Record<string, ContractBillTexts>>> = {
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
};

const secondsReturned: Readonly<Partial<Record<string, ContractBillTexts>>> = {
  draw: {
    title: msg`Stake returned: equal`,
    meaning: msg`Entry and exit of a seconds contract were equal, so the stake came back.`,
  },
  void: {
    title: msg`Stake returned: refunded`,
    meaning: msg`Prices were missing to settle a seconds contract by, so the stake came back.`,
  },
};

/** What an entry of types 3, 4, 8, 9 and 10 was; undefined where its type's own words say it. */
export function contractBillTexts({
  type,
  sub_type: kind,
  amount,
}: {
  type: number;
  sub_type?: string | undefined;
  amount: string;
}): ContractBillTexts | undefined {
  switch (type) {
    case billTypes.secondsTrading:
    case billTypes.secondsProfit:
      return secondsReturned[kind ?? ""];
    case billTypes.perpetualTrading:
      return kind === "margin"
        ? amount.startsWith("-")
          ? marginAdded
          : marginTaken
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
