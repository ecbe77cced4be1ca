import { createHash } from "node:crypto";
import { canonicalJson } from "#protocol/api/receipt.ts";
import type { HeadBody, SignedHead } from "#protocol/api/signed-head.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { ChainHead } from "./chain-rows.ts";

/** One that is younger than this is given again, since anybody may ask. */
const sameForMs = 10_000;

/** Signs which entry of the chain is the newest at a time (Unix ms). */
export function createHeadSigner(
  receiptKey: VenueDeps["receiptKey"],
): (head: ChainHead, now: number) => SignedHead {
  let last: SignedHead | undefined;
  return (head, now) => {
    if (last && last.head.hash === head.hash && now >= last.time && now - last.time < sameForMs)
      return last;
    const body: HeadBody = {
      format: "godwit-head-1",
      public_key: receiptKey.publicKey,
      head: { seq: head.seq, hash: head.hash },
      time: now,
    };
    const hash = createHash("sha256").update(canonicalJson(body)).digest("hex");
    return (last = { ...body, hash, signature: receiptKey.sign(hash) });
  };
}
