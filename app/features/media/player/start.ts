/** Starts a video, or goes on with it. A failure to load is reported by the video itself. */
export function play(video: HTMLVideoElement): void {
  video.play().catch(() => {})
}

/** Stops a playing video, and plays one that is stopped. */
export function toggle(video: HTMLVideoElement): void {
  if (video.paused) play(video)
  else video.pause()
}

/** Fetches a video again that did not arrive, and continues where it stopped. */
export function playAgain(video: HTMLVideoElement): void {
  const { currentTime } = video
  video.load()
  video.currentTime = currentTime
  play(video)
}
