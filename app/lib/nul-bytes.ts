/**
 * Removes U+0000 from an HTML document, which may have none (WHATWG HTML, `unexpected-null-character`). React 18 writes pieces of
 * 2,048 bytes whole, with zeros where the next character did not fit in (https://github.com/facebook/react/pull/26228, in React 19).
 */
export function withoutNulBytes(document: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return document.includes(0) ? document.filter((byte) => byte !== 0) : document
}
