import { randomFillSync } from "node:crypto";
import type { RandomBytes } from "./clock.ts";

const stockBytes = 4096;

/**
 * Random bytes of the system, drawn in stock: a draw for each request by itself costs as much as reading the request.
 * What is given is wiped from the stock.
 */
export function createRandomBytes(): RandomBytes {
  const stock = new Uint8Array(stockBytes);
  let at = stockBytes;
  return (length) => {
    if (length > stockBytes) return randomFillSync(new Uint8Array(length));
    if (at + length > stockBytes) {
      randomFillSync(stock);
      at = 0;
    }
    const given = stock.slice(at, at + length);
    stock.fill(0, at, at + length);
    at += length;
    return given;
  };
}
