import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { PasskeyAnswer, PasskeyMade } from "#protocol/api/passkeys.ts";

/** What a browser is asked; as much of it as an authenticator looks at. */
interface Asked {
  challenge: string;
}

/**
 * An authenticator of software, as the venue sees it through a browser: one passkey of ES256 that says its owner has
 * shown who they are, for the host `localhost`.
 */
export class TestAuthenticator {
  readonly id = randomBytes(16).toString("base64url");
  private readonly key: KeyObject;
  private readonly point: Buffer;
  private readonly origin: string;
  private readonly host: string;

  constructor(origin = "http://localhost:8080", host = "localhost") {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.key = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.point = Buffer.concat([Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
    this.origin = origin;
    this.host = host;
  }

  /** As `navigator.credentials.create`. */
  make({ challenge }: Asked, isVerified = true): PasskeyMade {
    const length = Buffer.alloc(2);
    const id = Buffer.from(this.id, "base64url");
    length.writeUInt16BE(id.length);
    // COSE: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
    const cose = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      this.point.subarray(0, 32),
      Buffer.from("225820", "hex"),
      this.point.subarray(32),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, cose]);
    const data = Buffer.concat([this.authenticatorData(isVerified, true), credential]);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}.
    const attestation = Buffer.concat([
      Buffer.from("a3", "hex"),
      text("fmt"),
      text("none"),
      text("attStmt"),
      Buffer.from("a0", "hex"),
      text("authData"),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: this.clientData("webauthn.create", challenge).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** As `navigator.credentials.get`. */
  answer({ challenge }: Asked, isVerified = true): PasskeyAnswer {
    const data = this.authenticatorData(isVerified, false);
    const client = this.clientData("webauthn.get", challenge);
    const signature = createSign("sha256")
      .update(data)
      .update(createHash("sha256").update(client).digest())
      .sign(this.key);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      },
    };
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }),
    );
  }

  private authenticatorData(isVerified: boolean, hasCredential: boolean): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (hasCredential ? 0x40 : 0);
    // Passkeys that several devices share count nothing.
    const counter = Buffer.alloc(4);
    return Buffer.concat([
      createHash("sha256").update(this.host).digest(),
      Buffer.from([flags]),
      counter,
    ]);
  }
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
