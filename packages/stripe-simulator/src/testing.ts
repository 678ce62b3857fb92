import Stripe from "stripe"
import { type SimulatorOptions, startSimulator } from "./server.ts"

/** Starts a simulator on a free port, with the unmodified library as its client. */
export async function openSimulator(options: Partial<SimulatorOptions> = {}) {
  const { url, stop } = await startSimulator({ port: 0, ...options })
  return { url, stop, stripe: clientOf(url), control: controlOf(url) }
}

export function clientOf(url: string, key = "sk_test_simulator"): Stripe {
  return new Stripe(key, {
    host: "127.0.0.1",
    port: Number(new URL(url).port),
    protocol: "http",
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
  })
}

function controlOf(url: string) {
  return async <T = Record<string, unknown>>(path: string, body?: object): Promise<T> => {
    const init = body && { method: "POST", body: JSON.stringify(body) }
    const response = await fetch(`${url}/_simulator/${path}`, init)
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as T
  }
}

export type OpenSimulator = Awaited<ReturnType<typeof openSimulator>>

/** Posts a form as a browser does, without following the redirect. */
export async function postForm(url: string, fields: Record<string, string>) {
  const response = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) })
  return { status: response.status, location: response.headers.get("location") ?? "", text: await response.text() }
}
