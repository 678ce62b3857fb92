import type { PasskeyResponse } from "~/domain/core/ports/cryptography/webauthn"

/** The deviations of an authenticator, by mistake or on purpose. */
export interface Slips {
  origin?: string
  rpId?: string
  /** Without user verification (a finger, face or number). */
  isUnverified?: boolean
  counter?: number
  userHandle?: string
  type?: string
}

/**
 * A passkey for tests: an ES256 key pair that responds as browsers and authenticators do (WebAuthn, sections 5.8.1, 6.1
 * and 6.5).
 */
export class Authenticator {
  readonly id = encode(crypto.getRandomValues(new Uint8Array(16)))
  #keys: Promise<CryptoKeyPair>
  #counter = 0

  constructor(readonly origin: string) {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" }
    this.#keys = crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as Promise<CryptoKeyPair>
  }

  /** Responds to `navigator.credentials.create`. */
  async make(challenge: string, slips: Slips = {}): Promise<PasskeyResponse> {
    const key = await crypto.subtle.exportKey("raw", (await this.#keys).publicKey)
    const point = new Uint8Array(key as ArrayBuffer)
    const cose = [
      0xa5,
      1,
      2,
      3,
      0x26,
      0x20,
      1,
      0x21,
      0x58,
      32,
      ...point.slice(1, 33),
      0x22,
      0x58,
      32,
      ...point.slice(33),
    ]
    const id = decode(this.id)
    const credential = [...new Uint8Array(16), 0, id.length, ...id, ...cose]
    const data = [...(await this.#data(0x40, slips)), ...credential]
    const object = [
      0xa3,
      ...text("fmt"),
      ...text("none"),
      ...text("attStmt"),
      0xa0,
      ...text("authData"),
      ...bytes(data),
    ]
    return this.#answer({
      clientDataJSON: this.#clientData("webauthn.create", challenge, slips),
      attestationObject: encode(new Uint8Array(object)),
      transports: ["internal"],
    })
  }

  /** Responds to `navigator.credentials.get`. */
  async prove(challenge: string, slips: Slips = {}): Promise<PasskeyResponse> {
    const clientDataJSON = this.#clientData("webauthn.get", challenge, slips)
    const data = await this.#data(0, slips)
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", decode(clientDataJSON)))
    const signed = new Uint8Array([...data, ...hash])
    const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, (await this.#keys).privateKey, signed)
    return this.#answer({
      clientDataJSON,
      authenticatorData: encode(new Uint8Array(data)),
      signature: encode(der(new Uint8Array(raw))),
      userHandle: slips.userHandle,
    })
  }

  #answer(response: { clientDataJSON: string } & Record<string, unknown>): PasskeyResponse {
    return { id: this.id, rawId: this.id, type: "public-key", response, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string, slips: Slips): string {
    const data = { type: slips.type ?? type, challenge, origin: slips.origin ?? this.origin, crossOrigin: false }
    return encode(new TextEncoder().encode(JSON.stringify(data)))
  }

  async #data(flags: number, { rpId, isUnverified, counter }: Slips): Promise<number[]> {
    this.#counter = counter ?? this.#counter + 1
    const domain = new TextEncoder().encode(rpId ?? new URL(this.origin).hostname)
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", domain))
    const count = [24, 16, 8, 0].map((shift) => (this.#counter >> shift) & 0xff)
    return [...hash, flags | 0x01 | (isUnverified ? 0 : 0x04), ...count]
  }
}

const encode = (value: Uint8Array) => Buffer.from(value).toString("base64url")
const decode = (value: string) => new Uint8Array(Buffer.from(value, "base64url"))
/** CBOR (RFC 8949), for the short values used here. */
const text = (value: string) => [0x60 | value.length, ...new TextEncoder().encode(value)]
const bytes = (value: number[]) =>
  value.length < 256 ? [0x58, value.length, ...value] : [0x59, value.length >> 8, value.length & 0xff, ...value]

/** Converts WebCrypto's r and s to ASN.1. */
function der(raw: Uint8Array): Uint8Array {
  const integer = (part: Uint8Array) => {
    const start = part.findIndex((byte) => byte !== 0)
    const plain = [...part.slice(start)]
    const positive = (plain[0] ?? 0) & 0x80 ? [0, ...plain] : plain
    return [2, positive.length, ...positive]
  }
  const both = [...integer(raw.slice(0, 32)), ...integer(raw.slice(32))]
  return new Uint8Array([0x30, both.length, ...both])
}
