import { PassThrough } from "node:stream"
import { arrayBuffer } from "node:stream/consumers"
import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare"
import { RemixServer } from "@remix-run/react"
import { type PipeableStream, renderToPipeableStream } from "react-dom/server.node"
import { isSignedIn } from "./domain/core/actor/actor"
import { serverI18n } from "./i18n/i18n.server"
import { I18nProvider } from "./i18n/use-translation"
import { withoutNulBytes } from "./lib/nul-bytes"
import { StylesContext } from "./remix/styles"
import text from "./styles/app.css?inline"
import href from "./styles/app.css?url"
import { NonceContext } from "./ui/nonce"

/** React hands over the whole page without waiting for a reader. */
const maxBytes = 2 ** 30

/**
 * Renders a page in one piece: no page streams, and an error anywhere in it sets the status. React's renderer for Node,
 * since the one for browsers encodes each piece of markup by itself (docs/decisions/2026-11-26-what-a-listing-costs.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
) {
  const { nonce, ctx } = loadContext
  const { signal } = request
  let finalStatus = status
  const page = await new Promise<PipeableStream>((resolve, reject) => {
    const stream = renderToPipeableStream(
      <I18nProvider value={serverI18n(ctx.locale)}>
        <NonceContext.Provider value={nonce}>
          <StylesContext.Provider value={isSignedIn(ctx.actor) ? { href } : { text }}>
            <RemixServer context={remixContext} url={request.url} nonce={nonce} />
          </StylesContext.Provider>
        </NonceContext.Provider>
      </I18nProvider>,
      {
        nonce,
        onAllReady: () => resolve(stream),
        onShellError: reject,
        onError(error) {
          if (signal.aborted) return
          finalStatus = 500
          loadContext.reportError(error)
        },
      },
    )
    const abort = () => stream.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener("abort", abort, { once: true })
  })
  headers.set("Content-Type", "text/html; charset=utf-8")
  const document = await arrayBuffer(page.pipe(new PassThrough({ highWaterMark: maxBytes })))
  return new Response(withoutNulBytes(new Uint8Array(document)), { headers, status: finalStatus })
}

/** Logs the unexpected errors of loaders and actions; responses thrown on purpose do not come here. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (!request.signal.aborted) context.reportError(error)
}
