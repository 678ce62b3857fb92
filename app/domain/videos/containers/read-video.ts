import type { VideoFacts } from "../../ports/video-provider"
import { findMp4Patches, readMp4 } from "./mp4"
import { type ByteSource, type Patch, RefusedVideo, readAhead } from "./source"
import { videoType } from "./video-type"
import { findWebmPatches, readWebm } from "./webm"

const containers = {
  mp4: { read: readMp4, findPatches: findMp4Patches, window: 64 * 1024 },
  // Blocks are looked at one by one, so the whole file is read, in few requests: a Worker's are limited.
  webm: { read: readWebm, findPatches: findWebmPatches, window: 16 * 1024 * 1024 },
}

async function containerOf(source: ByteSource) {
  const type = videoType(await source.read(0, Math.min(64, source.size)))
  if (!type) throw new RefusedVideo("video_type")
  return containers[type]
}

/** Returns the facts of a video from ranges of its file. Throws RefusedVideo. */
export async function readVideo(source: ByteSource): Promise<VideoFacts> {
  const { read } = await containerOf(source)
  return read(readAhead(source, 64 * 1024))
}

/** Returns what to overwrite of a video's file so that no metadata remains. Throws RefusedVideo. */
export async function findMetadata(source: ByteSource): Promise<Patch[]> {
  const { findPatches, window } = await containerOf(source)
  return findPatches(readAhead(source, window))
}
