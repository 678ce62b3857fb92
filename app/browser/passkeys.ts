import { callApi } from "./call-api"

/** Sent to the server: the token of its challenge, and the authenticator's assertion as JSON. */
export interface PasskeyAssertion {
  challenge: string
  passkey: string
}

/**
 * Asks the reader for one of their passkeys. Throws ApiProblem, and the browser's `NotAllowedError` if none was chosen.
 */
export async function provePasskey(optionsPath: string): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import("@simplewebauthn/browser")
  const { challenge, options } = await ask(optionsPath)
  return { challenge, passkey: JSON.stringify(await startAuthentication({ optionsJSON: options })) }
}

/** Creates a passkey on the reader's device. Throws the same errors. */
export async function makePasskey(optionsPath: string): Promise<PasskeyAssertion> {
  const { startRegistration } = await import("@simplewebauthn/browser")
  const { challenge, options } = await ask(optionsPath)
  return { challenge, passkey: JSON.stringify(await startRegistration({ optionsJSON: options })) }
}

async function ask(path: string) {
  const { challenge = "", options } = await callApi<{ challenge?: string; options: never }>(path, {
    method: "POST",
    json: {},
  })
  return { challenge, options }
}
