import { callApi } from "./call-api"

/** What goes to the server: the token of its question, and the authenticator's answer as JSON. */
export interface PasskeyAssertion {
  challenge: string
  passkey: string
}

/** Asks the reader for a passkey of theirs. Throws ApiProblem, and the browser's `NotAllowedError` when none was chosen. */
export async function provePasskey(optionsPath: string): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import("@simplewebauthn/browser")
  const { challenge, options } = await ask(optionsPath)
  return { challenge, passkey: JSON.stringify(await startAuthentication({ optionsJSON: options })) }
}

/** Has the reader's device make a passkey. Throws likewise. */
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
