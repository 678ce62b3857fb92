/** The requested part of an object: a range, one outside of it, or null for the whole object. */
export type AskedRange = { offset: number; length: number } | "unsatisfiable" | null

/**
 * Parses a Range header (RFC 9110 14) for an object of `size` bytes. Anything but a single byte range, also a list of ranges, returns
 * null: a server may ignore the header, and video players request single ranges.
 */
export function readRange(header: string | null | undefined, size: number): AskedRange {
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "") ?? []
  if (first === "" && last === "") return null
  if (first === "") {
    const length = Math.min(Number(last), size)
    return length === 0 ? "unsatisfiable" : { offset: size - length, length }
  }
  const offset = Number(first)
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== "" && Number(last) < offset) return null
  return offset >= size ? "unsatisfiable" : { offset, length: end - offset + 1 }
}

/** Whether the client's copy is current (If-Range, RFC 9110 13.1.5): same strong ETag or exactly the same date. */
export function isSameVersion(ifRange: string | null | undefined, etag: string, lastModified: string): boolean {
  return !ifRange || ifRange === etag || ifRange === lastModified
}
