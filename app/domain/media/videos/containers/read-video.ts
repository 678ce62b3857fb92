import type { VideoFacts } from "../../../core/ports/video-provider"
import { findMp4Patches, readMp4 } from "./mp4"
import { type ByteSource, limitReads, type Patch, RefusedVideo, readAhead } from "./source"
import { typeBytes, videoType } from "./video-type"
import { findWebmPatches, readWebm } from "./webm"

const containers = {
  mp4: { read: readMp4, findPatches: findMp4Patches },
  webm: { read: readWebm, findPatches: findWebmPatches },
}

/** Blocks and samples are looked at one by one, so the whole file is read, in few requests: a Worker's are limited. */
const window = 16 * 1024 * 1024
/** Reads of small ranges: to learn what a file is, and to look at each frame and sound of some three hours. */
const maxReads = { facts: 50_000, metadata: 2_500_000 }

async function containerOf(source: ByteSource) {
  const type = videoType(await source.read(0, Math.min(typeBytes, source.size)))
  if (!type) throw new RefusedVideo("video_type")
  return containers[type]
}

/** Returns the facts of a video from ranges of its file. Throws RefusedVideo. */
export async function readVideo(source: ByteSource): Promise<VideoFacts> {
  const { read } = await containerOf(source)
  return read(limitReads(readAhead(source, 64 * 1024), maxReads.facts))
}

/** Returns what to overwrite of a video's file so that no metadata remains. Throws RefusedVideo. */
export async function findMetadata(source: ByteSource): Promise<Patch[]> {
  const { findPatches } = await containerOf(source)
  return findPatches(limitReads(readAhead(source, window), maxReads.metadata))
}
