/** The longest side of a poster that is sent, in pixels. */
const maxSide = 1_920
/** A file that shows no picture by then has none that this browser can play, ms. */
const patience = 15_000

/** Draws what a video shows now as a JPEG; null if there is nothing to draw. */
export async function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return null
  const scale = Math.min(1, maxSide / Math.max(videoWidth, videoHeight))
  const canvas = document.createElement("canvas")
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9))
}

/** Draws an early frame of a local file; null if this browser cannot play it. */
export async function drawFirstFrame(file: File): Promise<Blob | null> {
  const address = URL.createObjectURL(file)
  const video = document.createElement("video")
  video.muted = true
  video.playsInline = true
  video.preload = "auto"
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(reject, patience)
      video.onerror = reject
      // The very first frame often is black.
      video.onloadedmetadata = () => {
        video.currentTime = Math.min(1, video.duration / 2 || 0)
      }
      video.onseeked = () => {
        clearTimeout(timer)
        resolve()
      }
      video.src = address
    })
    return await drawFrame(video)
  } catch {
    return null
  } finally {
    video.removeAttribute("src")
    video.load()
    URL.revokeObjectURL(address)
  }
}
