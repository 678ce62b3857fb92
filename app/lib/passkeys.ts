/** What goes to the server: the token of its question, and the authenticator's answer as JSON. */
export interface AnsweredPasskey {
  challenge: string
  passkey: string
}

/** The server would not ask. The message is its own sentence. */
export class PasskeyRefusal extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message)
  }
}

/** Asks the reader for a passkey of theirs. Throws PasskeyRefusal, and the browser's `NotAllowedError` when none was chosen. */
export async function provePasskey(optionsPath: string): Promise<AnsweredPasskey> {
  const { startAuthentication } = await import("@simplewebauthn/browser")
  const { challenge, options } = await ask(optionsPath)
  return { challenge, passkey: JSON.stringify(await startAuthentication({ optionsJSON: options })) }
}

/** Has the reader's device make a passkey. Throws likewise. */
export async function makePasskey(optionsPath: string): Promise<AnsweredPasskey> {
  const { startRegistration } = await import("@simplewebauthn/browser")
  const { challenge, options } = await ask(optionsPath)
  return { challenge, passkey: JSON.stringify(await startRegistration({ optionsJSON: options })) }
}

async function ask(path: string) {
  const headers = { "Content-Type": "application/json" }
  const answer = await fetch(path, { method: "POST", headers, body: "{}" })
  if (!answer.ok) {
    const { message, code } = (await answer.json()) as { message: string; code: string }
    throw new PasskeyRefusal(message, code)
  }
  const { challenge = "", options } = (await answer.json()) as { challenge?: string; options: never }
  return { challenge, options }
}
