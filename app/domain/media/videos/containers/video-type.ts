import { textAt } from "./boxes"
import { docTypeOf } from "./ebml"

/** How many bytes of a file tell its container: an EBML header may begin with other elements than its type. */
export const typeBytes = 4_096

/** Returns a video's container by its first bytes, regardless of its name; null for every other file. */
export function videoType(head: Uint8Array): "mp4" | "webm" | null {
  if (isMp4(head)) return "mp4"
  return docTypeOf(head) === "webm" ? "webm" : null
}

/** Whether these are the first bytes of an MP4 or QuickTime file: pictures have other brands. */
function isMp4(head: Uint8Array): boolean {
  if (head.length < 16 || textAt(head, 4) !== "ftyp") return false
  return /^(iso\w|mp4[12]|avc1|M4V[ HP]|MSNV|f4v |qt {2})$/.test(textAt(head, 8))
}
