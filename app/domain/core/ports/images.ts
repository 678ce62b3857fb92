/**
 * Inspects and re-encodes pictures (Cloudflare's IMAGES binding). Each method returns null if it cannot read the bytes.
 */
export interface Images {
  /** Returns a picture's type (`image/png`) and size in pixels from its header, without decoding it. */
  inspect: (bytes: Uint8Array<ArrayBuffer>) => Promise<{ type: string; width: number; height: number } | null>
  /** Returns the upright centre square as WebP of `side` x `side` pixels, without metadata. */
  toSquareWebp: (bytes: Uint8Array<ArrayBuffer>, side: number) => Promise<Uint8Array<ArrayBuffer> | null>
  /**
   * Returns the whole picture as WebP without metadata, no side longer than `side` pixels; smaller ones are not
   * enlarged.
   */
  toWebp: (bytes: Uint8Array<ArrayBuffer>, side: number) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Returns the whole picture as PNG, no side longer than `side` pixels. */
  toPng: (bytes: Uint8Array<ArrayBuffer>, side: number) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Returns the picture with this width (pixels), without metadata; a narrower one is not enlarged. */
  toWidth: (
    bytes: Uint8Array<ArrayBuffer>,
    width: number,
    format: "webp" | "avif",
  ) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Returns whether it encodes a sound picture: a null of the others then means that theirs is not. */
  isAvailable: () => Promise<boolean>
}
