import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server"
import { trustedJson } from "~/db/statements/json"
import type { PasskeyRecord, WebAuthn } from "~/domain/core/ports/cryptography/webauthn"

/**
 * Implements the passkey port with @simplewebauthn/server. It is injected through `Ctx` so that its 90 KB are not in
 * both bundles (pages and API). User verification is always required: a passkey then counts as two factors.
 */
export const webAuthn: WebAuthn = {
  registrationOptions: ({ party, user, existing }) =>
    generateRegistrationOptions({
      rpName: party.name,
      rpID: party.id,
      userID: new TextEncoder().encode(user.id) as Uint8Array<ArrayBuffer>,
      userName: user.email,
      userDisplayName: user.name,
      attestationType: "none",
      excludeCredentials: existing.map(descriptorOf),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      timeout: promptTimeout,
    }),

  authenticationOptions: ({ party, passkeys }) =>
    generateAuthenticationOptions({
      rpID: party.id,
      allowCredentials: passkeys?.map(descriptorOf),
      userVerification: "required",
      timeout: promptTimeout,
    }),

  async verifyRegistration({ party, challenge, response }) {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
    })
    if (!verified) return null
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports: transports ?? [] }
  },

  async verifyAuthentication({ party, challenge, response, passkey }) {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    return verified ? { counter: authenticationInfo.newCounter } : null
  },
}

/** Equals the challenge's lifetime, in ms. */
const promptTimeout = 5 * 60_000

function descriptorOf({ id, transports }: Pick<PasskeyRecord, "id" | "transports">) {
  return { id, transports: trustedJson(transports) }
}
