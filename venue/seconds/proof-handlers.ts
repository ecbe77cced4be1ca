import * as codes from "#protocol/wire/error-codes.ts";
import { lineText, type TickLine } from "#protocol/api/receipt.ts";
import type { secondsProofEndpoints } from "#protocol/api/seconds-proof.ts";
import { dayOfDate } from "#protocol/proof/simulated-day/calendar.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import type { HandlersOf } from "../deps/handler.ts";
import { Refusal } from "../store/refusal.ts";
import { readHead, readLastLink, readLinks } from "./proof/chain-rows.ts";
import { readEpochs } from "./proof/epoch-rows.ts";
import { readQuotes } from "./proof/quote-log-rows.ts";
import { createHeadSigner } from "./proof/sign-head.ts";
import { readReceipt } from "./proof/receipt-rows.ts";
import { readOrder } from "./records/rows.ts";
import { linesOf, treeOf } from "./proof/tick-lines.ts";
import { readLines, readRoot, readRoots, readTouching } from "./proof/tick-log-rows.ts";

export type SecondsProofDeps = Pick<VenueDeps, "store" | "source" | "receiptKey">;

/** Lines that no contract goes by are computed again for so long. */
const recomputedMs = 2 * 86_400_000;

/** Serves what a settlement is checked by. */
export function createSecondsProofHandlers({
  store,
  source,
  receiptKey,
}: SecondsProofDeps): HandlersOf<typeof secondsProofEndpoints> {
  const signHead = createHeadSigner(receiptKey);

  /** The line of a published minute; undefined where it is not published, or not held any more. */
  async function lineOf(
    symbol: string,
    minute: number,
    now: number,
  ): Promise<TickLine | undefined> {
    const found = await store.read(async (db) => {
      const root = await readRoot(db, minute);
      return (
        root && {
          root,
          published: await readLines(db, minute),
          touching: await readTouching(db, minute),
        }
      );
    });
    if (!found) return undefined;
    const { root, published, touching } = found;
    const line = published.find((one) => one.symbol === symbol);
    if (line) return { ...root, ...line };
    if (minute * 1000 < now - recomputedMs) return undefined;
    const lines = linesOf(source, minute, touching);
    const tree = await treeOf(lines.map(lineText));
    const leaf = lines.findIndex((one) => one.symbol === symbol);
    const again = lines[leaf];
    return again && tree.root === root.root
      ? { ...root, symbol, samples: again.samples, leaf, path: await tree.pathOf(leaf) }
      : undefined;
  }

  function checkSymbol(symbol: string): void {
    if (!source.spec(symbol))
      throw new Refusal(source.symbols().length === 0 ? codes.busy : codes.unknownCurrency);
  }

  return {
    async secondReceipt({ user, request: { id } }) {
      const orderId = Number(id);
      const receipt = !Number.isSafeInteger(orderId)
        ? undefined
        : await store.read(
            async (db) =>
              (await readOrder(db, Number(user.id), { id: orderId })) && readReceipt(db, orderId),
          );
      if (!receipt) throw new Refusal(codes.noSuchOrder);
      return receipt;
    },

    async secondKey({ now }) {
      const { head, newest } = await store.read(async (db) => ({
        head: await readHead(db, "receipt"),
        newest: await readLastLink(db),
      }));
      return {
        public_key: receiptKey.publicKey,
        head: newest ?? null,
        signed_head: signHead(head, now),
      };
    },

    secondChain: ({ request: { from, size } }) => store.read((db) => readLinks(db, from, size)),

    secondEpochs: () => store.read(readEpochs),

    secondTickRoots: ({ request: { from, size } }) => store.read((db) => readRoots(db, from, size)),

    async secondTicks({ request: { symbol, minute }, now }) {
      const line = await lineOf(symbol, minute, now);
      if (line) return line;
      checkSymbol(symbol);
      throw new Refusal(codes.noSuchOrder);
    },

    async secondQuotes({ request: { symbol, minute } }) {
      const line = await store.read(async (db) => {
        const root = await readRoot(db, minute);
        const quotes = await readQuotes(db, minute, symbol);
        return root && quotes && { ...root, ...quotes };
      });
      if (line) return line;
      checkSymbol(symbol);
      throw new Refusal(codes.noSuchOrder);
    },

    secondDay({ request: { symbol, date } }) {
      checkSymbol(symbol);
      const reveal =
        dayOfDate(date) === undefined ? undefined : source.simulatedDays?.reveal(symbol, date);
      if (!reveal) throw new Refusal(codes.noSuchOrder);
      return reveal;
    },
  };
}
