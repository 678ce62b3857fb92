import type { Images } from "../../core/ports/images"
import { hashPdq, type Pdq } from "./pdq"
import { decodePng } from "./png.server"
import { flatten } from "./transparency.server"

/** The side of the picture that is hashed, in pixels, as in the reference implementation. */
const hashedSide = 512

/** Returns what a picture is compared by; null if it cannot be read. */
export async function hashPicture(images: Images, bytes: Uint8Array<ArrayBuffer>): Promise<Pdq | null> {
  const png = await images.toPng(bytes, hashedSide)
  return png && hashPdq(flatten(decodePng(png)))
}

/** Returns the SHA-256 of a file, in hex. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes)
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
