import type { VideoProvider } from "~/domain/core/ports/video-provider"
import type { Config } from "../../config"
import { createR2Videos } from "./r2-videos"
import { createStreamVideos } from "./stream-videos"

/** Returns the video provider that the settings name: Cloudflare Stream, or the bucket alone. */
export function createVideos(
  bucket: R2Bucket,
  { STREAM_ACCOUNT_ID: accountId, STREAM_API_TOKEN: token }: Pick<Config, "STREAM_ACCOUNT_ID" | "STREAM_API_TOKEN">,
): VideoProvider {
  return accountId && token ? createStreamVideos(bucket, { accountId, token }) : createR2Videos(bucket)
}
