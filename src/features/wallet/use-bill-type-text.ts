import { useLingui } from "@lingui/react/macro";
import { billTypes, type Bill } from "#protocol/wallet.ts";
import {
  billTypeMeanings,
  billTypeTexts,
  coinReceivedText,
  coinSetAsideText,
  contractBillTexts,
  unusedReturnedText,
} from "./bill-texts.ts";
import { isBillType, returnsUnused } from "./bill-types.ts";

/** The name of a billing type; one the app does not know is "other" with its number. */
export function useBillTypeText(): (type: number) => string {
  const { t, i18n } = useLingui();
  return (type) => (isBillType(type) ? i18n._(billTypeTexts[type]) : t`Other (type ${type})`);
}

/** The name of one entry: its type's, or what it was where the type's name would mislead. */
export function useBillTitle(): (bill: Bill) => string {
  const { i18n } = useLingui();
  const typeText = useBillTypeText();
  return (bill) => {
    if (returnsUnused(bill)) return i18n._(unusedReturnedText);
    const ofContract = contractBillTexts(bill);
    return ofContract ? i18n._(ofContract.title) : typeText(bill.type);
  };
}

/** What one entry did to the available balance, in a sentence; undefined for a type the app does not know. */
export function useBillMeaning(): (bill: Bill) => string | undefined {
  const { i18n } = useLingui();
  return (bill) => {
    if (!isBillType(bill.type)) return undefined;
    if (bill.type === billTypes.coinTrading && bill.ref_type === "spot_order")
      return i18n._(bill.amount.startsWith("-") ? coinSetAsideText : coinReceivedText);
    return i18n._(contractBillTexts(bill)?.meaning ?? billTypeMeanings[bill.type]);
  };
}
