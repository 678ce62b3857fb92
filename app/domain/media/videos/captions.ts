import type { FieldProblem } from "~/lib/field-problems"
import { maxCaptionsBytes } from "./policy"

const time = String.raw`(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}`
const timing = new RegExp(String.raw`^(${time})[ \t]+-->[ \t]+(${time})(?:[ \t]+[\w:%,.\- \t]+)?$`)
const maxCues = 5_000

/**
 * Returns why a text is refused as captions, or null: a WebVTT file (w3.org/TR/webvtt1) of cues and notes. Style sheets
 * and regions are refused, since they would be applied to the page.
 */
export function captionsProblem(text: string): FieldProblem | null {
  if (new TextEncoder().encode(text).length > maxCaptionsBytes) return "captions_size"
  const blocks = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trimEnd()
    .split(/\n{2,}/)
  if (text.includes("\0") || !/^WEBVTT(?:[ \t].*)?$/.test(blocks[0] ?? "") || blocks.length > maxCues) {
    return "captions_invalid"
  }
  const cues = blocks.slice(1).filter((block) => !/^NOTE(?:\s|$)/.test(block))
  return cues.length > 0 && cues.every(isCue) ? null : "captions_invalid"
}

/** A cue: an optional name, its times, its text. */
function isCue(block: string): boolean {
  const lines = block.replace(/^\n+/, "").split("\n")
  if (!lines[0]?.includes("-->")) lines.shift()
  const [first = "", ...text] = lines
  const [, from, to] = timing.exec(first) ?? []
  return (
    from !== undefined && to !== undefined && seconds(from) < seconds(to) && !text.some((line) => line.includes("-->"))
  )
}

const seconds = (clock: string) => clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0)
