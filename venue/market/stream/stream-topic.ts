import { depthTypes, periods, type Period } from "#protocol/api/market.ts";
import type { MarketSource, SymbolSpec } from "../../feed/market-source.ts";

/** A public topic other than `market.rank`, taken apart. */
export interface StreamTopic {
  /** As the client wrote it; what pushes carry as `ch`. */
  name: string;
  spec: SymbolSpec;
  kind:
    | "kline"
    | "detail"
    | "depth"
    | "trade"
    | "bbo"
    | "ticker"
    | "mbp"
    | "index"
    | "mark"
    | "funding";
  /** Period of a kline, `stepN` of a depth, levels of an mbp, else empty. */
  argument: string;
}

const pattern =
  /^market\.([A-Za-z0-9-]{2,24})\.(kline|detail|depth|trade\.detail|bbo|ticker|mbp|index|mark|funding)(?:\.([A-Za-z0-9]{1,8}))?$/;

/** Levels a side that increments of a book may hold; HTX also has 400, ours is never so deep. */
const mbpLevels = ["5", "20", "150"] as const;

/** The topic, or HTX's words for what is wrong with it. */
export function parseTopic(source: MarketSource, name: string): StreamTopic | string {
  const [, key = "", word = "", argument = ""] = pattern.exec(name) ?? [];
  const kind = kindOf(word, argument);
  if (kind === undefined) return `invalid topic ${name}`;
  const ofContract = kind === "mark" || kind === "funding";
  const spec = ofContract
    ? source.symbols().find(({ contract }) => contract?.contractCode === key.toUpperCase())
    : source.spec(key.toLowerCase());
  return spec ? { name, spec, kind, argument } : `invalid symbol ${key}`;
}

export function isPeriod(text: string): text is Period {
  return periods.some((period) => period === text);
}

function kindOf(word: string, argument: string): StreamTopic["kind"] | undefined {
  switch (word) {
    case "kline":
      return isPeriod(argument) ? word : undefined;
    case "depth":
      return depthTypes.some((type) => type === argument) ? word : undefined;
    case "mbp":
      return mbpLevels.some((levels) => levels === argument) ? word : undefined;
    case "trade.detail":
      return argument === "" ? "trade" : undefined;
    case "detail":
    case "bbo":
    case "ticker":
    case "index":
    case "mark":
    case "funding":
      return argument === "" ? word : undefined;
    default:
      return undefined;
  }
}
