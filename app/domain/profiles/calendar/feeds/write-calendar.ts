import { addDays } from "../../../core/shared/site-days"
import type { GivenEntry } from "./schema"

export type CalendarEvent = Pick<GivenEntry, "id" | "first_day" | "last_day" | "created_at"> & { summary: string }

/** Octets of a line (RFC 5545, section 3.1). */
const maxOctets = 75

/**
 * Writes days as a calendar (RFC 5545). It names the site nowhere: it is seen on phones and screens. Its events leave their owner free, so
 * that a calendar elsewhere which shows them does not come back as busy.
 */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//calendar//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...events.flatMap(linesOf),
    "END:VCALENDAR",
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join("")
}

function linesOf({ id, first_day, last_day, created_at, summary }: CalendarEvent): string[] {
  const date = (day: string) => day.replaceAll("-", "")
  const stamp = `${new Date(created_at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`
  return [
    "BEGIN:VEVENT",
    `UID:${id}@calendar`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${date(first_day)}`,
    `DTEND;VALUE=DATE:${date(addDays(last_day, 1))}`,
    `SUMMARY:${escapeText(summary)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ]
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n")
}

/** Breaks a line into pieces of 75 octets, between characters; each further one begins with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  const pieces = [""]
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).byteLength
    if (octets + size > maxOctets) {
      pieces.push(" ")
      octets = 1
    }
    pieces[pieces.length - 1] += character
    octets += size
  }
  return pieces.join("\r\n")
}
