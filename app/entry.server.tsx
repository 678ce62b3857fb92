import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare"
import { RemixServer } from "@remix-run/react"
import { isbot } from "isbot"
import { renderToReadableStream } from "react-dom/server.browser"
import { serverI18n } from "./i18n/i18n.server"
import { I18nProvider } from "./i18n/use-translation"
import { StylesContext } from "./remix/styles"
import styles from "./styles/app.css?inline"
import { NonceContext } from "./ui/nonce"

/** Renders a page as a stream; for bots (isbot) in one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
) {
  const { nonce, ctx } = loadContext
  let finalStatus = status
  const body = await renderToReadableStream(
    <I18nProvider value={serverI18n(ctx.locale)}>
      <NonceContext.Provider value={nonce}>
        <StylesContext.Provider value={styles}>
          <RemixServer context={remixContext} url={request.url} nonce={nonce} />
        </StylesContext.Provider>
      </NonceContext.Provider>
    </I18nProvider>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        if (request.signal.aborted) return
        finalStatus = 500
        loadContext.reportError(error)
      },
    },
  )
  if (isbot(request.headers.get("User-Agent"))) await body.allReady
  headers.set("Content-Type", "text/html; charset=utf-8")
  return new Response(body, { headers, status: finalStatus })
}

/** Logs the unexpected errors of loaders and actions; responses thrown on purpose do not come here. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }) {
  if (!request.signal.aborted) context.reportError(error)
}
