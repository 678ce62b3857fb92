/** Whoever reads and re-encodes pictures (Cloudflare's IMAGES binding). Null, of either: these bytes are no picture that it can read. */
export interface Images {
  /** What a picture is (`image/png`) and its size in pixels, as its head says; nothing is decoded. */
  inspect: (bytes: Uint8Array<ArrayBuffer>) => Promise<{ type: string; width: number; height: number } | null>
  /** The middle of the picture, upright, as WebP of `side` x `side` pixels, with nothing in it but the picture. */
  toSquareWebp: (bytes: Uint8Array<ArrayBuffer>, side: number) => Promise<Uint8Array | null>
  /** The whole picture as WebP, no side longer than `side` pixels, likewise; a smaller one keeps its size. */
  toWebp: (bytes: Uint8Array<ArrayBuffer>, side: number) => Promise<Uint8Array<ArrayBuffer> | null>
}
