/** What is asked of an object of `size` bytes: part of it, a part that it does not have, or (null) all of it. */
export type AskedRange = { offset: number; length: number } | "unsatisfiable" | null

/**
 * Reads a Range header (RFC 9110 14). Whatever is not one range of bytes, several ranges too, asks for the whole: a server may ignore the
 * header, and nothing that plays videos asks for several.
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

/** Whether a range still fits what the client has (If-Range, RFC 9110 13.1.5): its strong tag, or exactly its date. */
export function isSameVersion(ifRange: string | null | undefined, etag: string, lastModified: string): boolean {
  return !ifRange || ifRange === etag || ifRange === lastModified
}
