/**
 * Names the page's CSP nonce in the element where React Aria looks for it: it inserts a style of its own, which the
 * policy otherwise refuses.
 */
export function nameNonce(): void {
  if (document.querySelector('meta[property="csp-nonce"]')) return
  const meta = document.createElement("meta")
  meta.setAttribute("property", "csp-nonce")
  // Scripts may read it as a property; the attribute is hidden from them.
  meta.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? ""
  document.querySelector("head")?.appendChild(meta)
}
