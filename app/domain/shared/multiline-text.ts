import * as z from "zod"

/**
 * A multi-line text of 1 to `max` characters. Line ends are normalised to \n, as the page counts them, and control
 * characters are removed.
 */
export function multilineText(max: number) {
  // Length check first (abort): normalising a very long text is expensive. A form sends two characters per line end.
  return z
    .string()
    .max(2 * max, { abort: true })
    .overwrite(tidy)
    .trim()
    .min(1)
    .max(max)
}

function tidy(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/(?!\n|\t)\p{Cc}/gu, "")
}

/** The same for a draft, which may be empty. */
export function multilineDraft(max: number) {
  return z
    .string()
    .max(2 * max, { abort: true })
    .overwrite(tidy)
    .trim()
    .max(max)
}
