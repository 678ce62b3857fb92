import type Stripe from "stripe"
import { afterEach, describe, expect, test, vi } from "vitest"
import { invoicesOf } from "../../../worker/adapters/stripe/invoices"

afterEach(() => vi.unstubAllGlobals())

const readPdf = (invoice_pdf: string, origin: string | null = null) => {
  const fetched = vi.fn(async () => new Response("%PDF-"))
  vi.stubGlobal("fetch", fetched)
  const stripe = { invoices: { retrieve: async () => ({ invoice_pdf }) } } as unknown as Stripe
  return { fetched, read: invoicesOf(stripe, origin, 1_000).readInvoicePdf("in_1") }
}

describe("an invoice's PDF", () => {
  test.each([
    "https://pay.stripe.com.example.org/invoice.pdf",
    "https://evilstripe.com/invoice.pdf",
    "http://pay.stripe.com/invoice.pdf",
    "http://169.254.169.254/latest/meta-data",
    "http://127.0.0.1:8790/invoice.pdf",
  ])("is not fetched from %s", async (address) => {
    const { fetched, read } = readPdf(address)
    await expect(read).rejects.toMatchObject({ name: "PaymentError", problem: "unavailable" })
    expect(fetched).not.toHaveBeenCalled()
  })

  test("is fetched from Stripe, and from the simulator that the deployment names alone", async () => {
    const real = readPdf("https://pay.stripe.com/invoice.pdf")
    expect(await new Response(await real.read).text()).toBe("%PDF-")
    const simulated = readPdf("http://127.0.0.1:8790/invoice.pdf", "http://127.0.0.1:8790")
    expect(await new Response(await simulated.read).text()).toBe("%PDF-")
    const other = readPdf("https://pay.stripe.com/invoice.pdf", "http://127.0.0.1:8790")
    await expect(other.read).rejects.toMatchObject({ problem: "unavailable" })
  })
})
