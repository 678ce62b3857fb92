import { proofHeader } from "~/remix/proof-event"

/**
 * Lets the page's forms wait for a re-authentication: a request refused for want of one is sent again, once, when `ask`
 * resolves to true; its sender sees the second response alone. Returns what ends this.
 */
export function holdActions(ask: () => Promise<boolean>): () => void {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const response = await send(input, init)
    if (!response.headers.has(proofHeader) || !(await ask())) return response
    return send(input, init)
  }
  return () => {
    window.fetch = send
  }
}
