import type { Reply, Request } from "../http/messages.ts"
import type { Simulator } from "../simulator.ts"
import { runDueTasks } from "../subscriptions/due-tasks.ts"
import { authenticationPage } from "./authentication-page.ts"
import type { FormFields } from "./card-form.ts"
import { checkoutPage } from "./checkout-page.ts"
import { identityPage } from "./identity-page.ts"
import { invoicePage, invoicePdf, receiptPage } from "./invoice-page.ts"
import { portalPage } from "./portal-page.ts"

type Page = (sim: Simulator, id: string, acceptLanguage: string, values: FormFields | null) => Reply

const pages: [RegExp, Page][] = [
  [/^\/c\/pay\/([^/]+)$/, checkoutPage],
  [/^\/3d-secure\/([^/]+)$/, authenticationPage],
  [/^\/p\/session\/([^/]+)$/, portalPage],
  [/^\/i\/([^/]+)$/, invoicePage],
  [/^\/i\/([^/]+)\/pdf$/, invoicePdf],
  [/^\/receipts\/([^/]+)$/, receiptPage],
  [/^\/identity\/([^/]+)$/, identityPage],
]

/** Responds to requests for the pages that customers see; null for other paths. */
export function respondWithPage(sim: Simulator, { method, path, headers, body }: Request): Reply | null {
  for (const [pattern, show] of pages) {
    const id = pattern.exec(path)?.[1]
    if (!id) continue
    const values = method === "POST" ? Object.fromEntries(new URLSearchParams(body)) : null
    const work = () => {
      runDueTasks(sim, sim.clock.now())
      return show(sim, id, headers["accept-language"] ?? "", values)
    }
    return sim.clock.hold(() => sim.store.transaction(work))
  }
  return null
}
