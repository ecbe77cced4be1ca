/** A push service of the tests' own: it takes pushes as RFC 8030 says, and reads them as the device would (RFC 8291). */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PushPayload } from "../../../venue/account/push/push-sender.ts";

export interface TakenPush {
  device: string;
  payload: PushPayload;
  ttl: string;
  urgency: string;
  topic: string;
  at: number;
}

/** How the service answers a device: by a status, or never. */
export type PushManner = number | "hang";

interface Device {
  auth: Buffer;
  key: ECDH;
}

export class PushService {
  readonly taken: TakenPush[] = [];
  /** Requests by device, also those that were not taken. */
  readonly asked = new Map<string, number>();
  manner: (device: string) => PushManner = () => 201;
  private readonly devices = new Map<string, Device>();
  private readonly server: Server;
  readonly origin: string;
  /** What the venue signs with; a push signed by another is refused. */
  private readonly venueKey: () => string;

  private constructor(server: Server, venueKey: () => string) {
    this.server = server;
    this.venueKey = venueKey;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(venueKey: () => string): Promise<PushService> {
    const holder: { service?: PushService } = {};
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () =>
        holder.service?.take(request.url ?? "", request.headers, Buffer.concat(chunks), response),
      );
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    holder.service = new PushService(server, venueKey);
    return holder.service;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** A new device's subscription, as its browser gives it. */
  subscribe(device: string): { endpoint: string; p256dh: string; auth: string } {
    const key = createECDH("prime256v1");
    key.generateKeys();
    const auth = randomBytes(16);
    this.devices.set(device, { key, auth });
    return {
      endpoint: `${this.origin}/push/${device}`,
      p256dh: key.getPublicKey().toString("base64url"),
      auth: auth.toString("base64url"),
    };
  }

  private take(
    path: string,
    headers: NodeJS.Dict<string | string[]>,
    body: Buffer,
    response: ServerResponse,
  ): void {
    const device = path.replace("/push/", "");
    this.asked.set(device, (this.asked.get(device) ?? 0) + 1);
    const manner = this.manner(device);
    if (manner === "hang") return;
    const known = this.devices.get(device);
    let status: number = known ? manner : 404;
    if (known && status === 201) {
      if (this.isSigned(String(headers["authorization"])))
        this.taken.push({
          device,
          payload: JSON.parse(decrypt(body, known)) as PushPayload,
          ttl: String(headers["ttl"]),
          urgency: String(headers["urgency"]),
          topic: String(headers["topic"]),
          at: Date.now(),
        });
      else status = 403;
    }
    response.writeHead(status, status === 429 ? { "Retry-After": "7" } : {});
    response.end();
  }

  /** VAPID (RFC 8292): for this service, by the venue's key, not expired. */
  private isSigned(authorization: string): boolean {
    const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
    const [head = "", claims = "", signature = ""] = token.split(".");
    const { aud, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as {
      aud: string;
      exp: number;
    };
    const point = Buffer.from(key, "base64url");
    const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
    const publicKey = createPublicKey({
      format: "jwk",
      key: { kty: "EC", crv: "P-256", x: part(1), y: part(33) },
    });
    return (
      key === this.venueKey() &&
      aud === this.origin &&
      exp * 1000 > Date.now() &&
      verify(
        "sha256",
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: "ieee-p1363" },
        Buffer.from(signature, "base64url"),
      )
    );
  }
}

/** The content coding aes128gcm of one record (RFC 8188), with the keys of RFC 8291. */
function decrypt(body: Buffer, { key, auth }: Device): string {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), key.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync("sha256", key.computeSecret(sender), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(
      hkdfSync("sha256", input, salt, Buffer.from(`Content-Encoding: ${name}\0`), length),
    );
  const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const record = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  // Padding of zeros, and before it 2: the last record.
  return record.subarray(0, record.lastIndexOf(2)).toString();
}
