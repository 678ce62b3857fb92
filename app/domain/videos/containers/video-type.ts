import { textAt } from "./boxes"

/** Returns a video's container by its first bytes, regardless of its name; null for every other file. */
export function videoType(head: Uint8Array): "mp4" | "webm" | null {
  if (isMp4(head)) return "mp4"
  return isWebm(head) ? "webm" : null
}

/** Whether these are the first bytes of an MP4 file: pictures and QuickTime movies have other brands. */
function isMp4(head: Uint8Array): boolean {
  if (head.length < 16 || textAt(head, 4) !== "ftyp") return false
  return /^(iso\w|mp4[12]|avc1|M4V[ HP]|MSNV|f4v )$/.test(textAt(head, 8))
}

/** Whether these are the first bytes of a WebM file. */
function isWebm(head: Uint8Array): boolean {
  if (head.length < 16 || head[0] !== 0x1a || head[1] !== 0x45 || head[2] !== 0xdf || head[3] !== 0xa3) return false
  return textAt(head, 0, Math.min(64, head.length)).includes("\x42\x82\x84webm")
}
