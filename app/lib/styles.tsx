import { createContext, useContext } from "react"
import { useNonce } from "./nonce"

/** All of the product's styles, on the server; nothing in the browser, where the document holds them. */
export const StylesContext = createContext<string | undefined>(undefined)

const id = "styles"

/**
 * The styles stand in the document itself: asked for by a link, they would keep a reader from seeing anything for one more round trip,
 * and what follows the first page is no document any more.
 */
export function Styles() {
  const nonce = useNonce()
  const text = useContext(StylesContext) ?? document.getElementById(id)?.textContent ?? ""
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
