// EBML: RFC 8794.

export interface Vint {
  value: number
  /** In bytes. */
  length: number
  /** All its bits are 1: an element of unknown size. */
  isUnknown: boolean
}

/** Reads a number of variable length (RFC 8794, 4); null if there is none. */
export function readVint(bytes: Uint8Array): Vint | null {
  const length = Math.clz32((bytes[0] ?? 0) << 24) + 1
  if (length > 8 || bytes.length < length) return null
  const content = [...bytes.subarray(0, length)]
  content[0] = (content[0] as number) & (0xff >> length)
  const isUnknown = content[0] === 0xff >> length && content.slice(1).every((byte) => byte === 0xff)
  return { value: toNumber(content), length, isUnknown }
}

/** The longest head of an element: 4 bytes of id, 8 of size. */
export const maxElementHead = 12

export interface ElementHead {
  id: number
  /** Length of id and size, in bytes. */
  head: number
  /** Of the content; null if it is unknown, as in a recording. */
  size: number | null
}

/** Reads the id and size that an element begins with; null if there are none. */
export function readElementHead(bytes: Uint8Array): ElementHead | null {
  const idLength = Math.clz32((bytes[0] ?? 0) << 24) + 1
  if (idLength > 4 || bytes.length <= idLength) return null
  const size = readVint(bytes.subarray(idLength))
  if (!size) return null
  return {
    id: toNumber(bytes.subarray(0, idLength)),
    head: idLength + size.length,
    size: size.isUnknown ? null : size.value,
  }
}

export const toNumber = (bytes: Iterable<number>) => [...bytes].reduce((value, byte) => value * 256 + byte, 0)

export const ebmlHeaderId = 0x1a45dfa3
const docTypeId = 0x4282

/** Returns the document type that an EBML file's header names, wherever it stands in it; null if these bytes hold none. */
export function docTypeOf(bytes: Uint8Array): string | null {
  const header = readElementHead(bytes.subarray(0, maxElementHead))
  if (header?.id !== ebmlHeaderId || header.size === null) return null
  const end = Math.min(bytes.length, header.head + header.size)
  for (let at = header.head; at < end; ) {
    const child = readElementHead(bytes.subarray(at, Math.min(at + maxElementHead, end)))
    if (!child || child.size === null) return null
    const from = at + child.head
    const to = from + child.size
    // Zeros may follow a text (RFC 8794, 7.4).
    if (child.id === docTypeId && child.size <= 64 && to <= end)
      return String.fromCharCode(...bytes.subarray(from, to)).replace(/\0.*$/s, "")
    at = to
  }
  return null
}
