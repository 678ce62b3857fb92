import type { Message } from "../core/ports/mailer"

/** Placeholder of a link, a token or a code. */
const hidden = "[…]"
/** The longest stored text, in characters: a mail's own texts are far shorter. */
const maxText = 20_000

/** Masks every e-mail in a text: `ada@example.org` becomes `a***@example.org`. */
export function maskAddresses(text: string): string {
  return text.replace(/([^\s<>"'(),:;@])[^\s<>"'(),:;@]*@(?=[^\s@])/g, "$1***@")
}

/**
 * Returns a mail's text without what would open something for its reader: links, tokens and codes; e-mail
 * addresses are masked.
 */
export function redactText(text: string): string {
  const withoutLinks = text.replace(/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, hidden).replace(/\bwww\.\S+/gi, hidden)
  const withoutTokens = withoutLinks.replace(/(?<![\w-])(?=[\w-]*[\d_]|[\w-]+[A-Z])[\w-]{20,}(?![\w-])/g, hidden)
  return maskAddresses(withoutTokens.replace(/(?<!\d)\d(?: ?\d){5,}(?!\d)/g, hidden))
}

/** Returns what staff may read of a mail, as JSON. */
export function redactedCopy({ subject, text }: Pick<Message, "subject" | "text">): string {
  return JSON.stringify({ subject: redactText(subject), text: redactText(text).slice(0, maxText) })
}
