import * as z from "zod"

/**
 * Several lines in somebody's own words, of 1 to `max` characters. Lines end as they did on the page that counted them, and what no
 * keyboard types is left out.
 */
export function multilineText(max: number) {
  // First of all, and the last word on it: to tidy a megabyte takes a while. A form sends two characters for each line's end.
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

/** The same while it is being written: it may be empty. */
export function multilineDraft(max: number) {
  return z
    .string()
    .max(2 * max, { abort: true })
    .overwrite(tidy)
    .trim()
    .max(max)
}
