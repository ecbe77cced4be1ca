import { t } from "@lingui/core/macro";
import type { ContractPosition } from "#protocol/perpetual.ts";
import type { PositionFigures } from "./contract-figures.ts";
import type { ContractWords } from "./use-contract-words.ts";

export interface SharedPosition {
  position: ContractPosition;
  figures: PositionFigures | undefined;
  /** The mark price in words; null where there is none. */
  mark: string | null;
  words: ContractWords;
  /** Side, leverage and contract. */
  name: string;
  /** That none of it is real money. */
  paper: string;
}

/** The text of a share: what it is and how it goes in percent, without any amount of money; always with the paper mark. */
export function shareText({ figures, mark, words, name, paper }: SharedPosition): string {
  const entry = words.average(figures?.entry);
  const roi = figures?.marked ? words.signedShare(figures.marked.roi) : "–";
  const markText = mark ?? "–";
  return [name, t`Floating profit ${roi}`, t`Entry ${entry}, mark ${markText}`, paper].join("\n");
}
