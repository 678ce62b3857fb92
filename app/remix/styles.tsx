import { createContext, useContext } from "react"
import { useNonce } from "../ui/nonce"

/** All of the product's styles, on the server; nothing in the browser, where the document holds them. */
export const StylesContext = createContext<string | undefined>(undefined)

const id = "styles"

/**
 * The styles stand in the document itself: asked for by a link, they would keep a reader from seeing anything for one more round trip,
 * and what follows the first page is no document any more.
 */
export function Styles() {
  const [ownNonce, ownText] = [useNonce(), useContext(StylesContext)]
  // In the browser React may write the document anew, after a failure: with what the one before had.
  const present = ownText === undefined ? document.getElementById(id) : null
  const nonce = ownNonce ?? present?.nonce
  const text = ownText ?? present?.textContent ?? ""
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
