import { typeBytes, videoType } from "~/domain/media/videos/containers/video-type"
import { maxVideoBytes } from "~/domain/media/videos/policy"
import type { FieldProblem } from "~/lib/field-problems"

/** Identifies a file without naming it: a hash of its name, size and date, the same after a reload. */
export async function identifyFile({ name, size, lastModified }: File): Promise<string> {
  const bytes = new TextEncoder().encode(`${name}\n${size}\n${lastModified}`)
  return toHex(await crypto.subtle.digest("SHA-256", bytes))
}

/** Returns why a file is refused before it is sent, or null. The server looks at all of it once it has arrived. */
export async function fileProblem(file: File): Promise<FieldProblem | null> {
  if (file.size > maxVideoBytes) return "video_size"
  const head = new Uint8Array(await file.slice(0, typeBytes).arrayBuffer())
  return videoType(head) ? null : "video_type"
}

/** The `Content-Digest` of a part (RFC 9530). */
export async function digestOf(part: ArrayBuffer): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", part)
  return `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(hash)))}:`
}

const toHex = (hash: ArrayBuffer) =>
  [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
