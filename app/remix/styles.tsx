import { createContext, useContext } from "react"
import { useNonce } from "../ui/nonce"

/** All styles, on the server; undefined in the browser, where the document holds them. */
export const StylesContext = createContext<string | undefined>(undefined)

const id = "styles"

/**
 * The styles are inlined in the document: a linked sheet would delay the first paint by a round trip, and the pages
 * after the first are no documents.
 */
export function Styles() {
  const [ownNonce, ownText] = [useNonce(), useContext(StylesContext)]
  // After a failure React may render the whole document again in the browser: with the previous one's styles.
  const existing = ownText === undefined ? document.getElementById(id) : null
  const nonce = ownNonce ?? existing?.nonce
  const text = ownText ?? existing?.textContent ?? ""
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
