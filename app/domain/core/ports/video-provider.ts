/** An upload in parts, of a video of `bytes`. */
export interface VideoUpload {
  /** The key of the original in the file store. */
  key: string
  /** The provider's id of the upload. */
  uploadId: string
  bytes: number
}

export interface VideoPart {
  /** From 1. */
  number: number
  /** Of the part. */
  bytes: number
  /** Of the part, hex. */
  sha256: string
  body: ReadableStream<Uint8Array>
}

/** Facts of a video's file. */
export interface VideoFacts {
  type: "mp4" | "webm"
  /** Pixels, as it is shown. */
  width: number
  height: number
  /** Whole seconds, at least 1. */
  duration: number
}

/** Bytes of each part but the last one. */
export const videoPartBytes = 8 * 1024 * 1024

/** Receives videos in parts, and makes of each a copy without metadata. */
export interface VideoProvider {
  /** Opens an upload; returns the provider's id of it. */
  open: (key: string, bytes: number) => Promise<string>
  /**
   * Stores a part as it arrives and returns its tag; the same number replaces it. Throws DamagedPart if the body is not
   * what its length and hash say.
   */
  writePart: (upload: VideoUpload, part: VideoPart) => Promise<string>
  /** Joins the parts; safe to repeat. Throws LostParts if they are not those that it stored. */
  complete: (upload: VideoUpload, parts: { number: number; etag: string }[]) => Promise<void>
  /** Deletes what the provider holds of an upload, complete or not; safe to repeat. */
  discard: (upload: VideoUpload) => Promise<void>
  /** Returns the facts of a complete upload, or null while the provider does not know them. Throws RefusedVideo. */
  inspect: (upload: VideoUpload) => Promise<VideoFacts | null>
  /**
   * Makes the copy that is served, without metadata, below `folder`; safe to repeat. Returns the original's SHA-256
   * (hex), or null while the copy is being made. Throws RefusedVideo.
   */
  prepare: (upload: VideoUpload, folder: string) => Promise<{ sha256: string } | null>
}

/** A part's body was cut off, too long, or changed on its way: the client sends it again. */
export class DamagedPart extends Error {
  override readonly name = "DamagedPart"
}

/** The provider no longer has the parts of an upload: the client sends them again. */
export class LostParts extends Error {
  override readonly name = "LostParts"
}
