import { type RefObject, useEffect } from "react"

/** Height of the controls in pixels: the browser does not know of them. */
const controls = 52
/** Height of a line of captions, as a share of the video's. */
const lineShare = 0.05

/** Shows captions above the controls, unless their file says where. */
export function useRaisedCaptions(element: RefObject<HTMLVideoElement>): void {
  useEffect(() => {
    const video = element.current
    if (!video) return
    const raise = (track: TextTrack) => {
      const lines = Math.ceil(controls / (video.clientHeight * lineShare))
      // Counted from the bottom. Most captions have two lines.
      for (const cue of track.cues ?? []) if (cue instanceof VTTCue && cue.line === "auto") cue.line = -2 - lines
      // A caption that is on the screen already stays where it is until it is shown again.
      if (track.mode !== "showing") return
      track.mode = "hidden"
      track.mode = "showing"
    }
    const raiseLoaded = ({ target }: Event) => {
      if (target instanceof HTMLTrackElement) raise(target.track)
    }
    for (const track of video.textTracks) raise(track)
    video.addEventListener("load", raiseLoaded, true)
    return () => video.removeEventListener("load", raiseLoaded, { capture: true })
  }, [element])
}
