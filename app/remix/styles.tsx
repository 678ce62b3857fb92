import { createContext, useContext } from "react"
import { useNonce } from "../ui/nonce"

/** All styles on the server, as text or as the address of their file; undefined in the browser, where the document has them. */
export const StylesContext = createContext<{ text: string } | { href: string } | undefined>(undefined)

const id = "styles"

/**
 * The styles of a visitor are inlined in the document: a linked sheet would delay the first paint by a round trip, and
 * the pages after the first are no documents. A member has the sheet from an earlier document: theirs links it.
 */
export function Styles() {
  const [ownNonce, own] = [useNonce(), useContext(StylesContext)]
  // After a failure React may render the whole document again in the browser: with the previous one's styles.
  const existing = own === undefined ? document.getElementById(id) : null
  const href = own ? "href" in own && own.href : existing?.getAttribute("href")
  if (href) return <link id={id} rel="stylesheet" href={href} />
  const nonce = ownNonce ?? existing?.nonce
  const text = own && "text" in own ? own.text : (existing?.textContent ?? "")
  return (
    <style
      id={id}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, as it was built
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}
