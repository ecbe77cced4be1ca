/** The few globals that browsers, workers and Node share, so that `protocol/` needs neither's type library. */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label: "utf-8", options: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}
declare function atob(base64: string): string;
declare function btoa(binary: string): string;
declare const crypto: { getRandomValues<T extends Uint8Array>(bytes: T): T };
declare class URLSearchParams {
  constructor(from?: URLSearchParams);
  sort(): void;
  toString(): string;
}
