import { type RefObject, useEffect } from "react"

/** Lines from the bottom: above the controls, which the browser does not know of. */
const line = -4

/** Shows captions above the controls, unless their file says where. */
export function useRaisedCaptions(element: RefObject<HTMLVideoElement>): void {
  useEffect(() => {
    const video = element.current
    const raise = ({ target }: Event) => {
      if (!(target instanceof HTMLTrackElement)) return
      for (const cue of target.track.cues ?? []) if (cue instanceof VTTCue && cue.line === "auto") cue.line = line
    }
    video?.addEventListener("load", raise, true)
    return () => video?.removeEventListener("load", raise, { capture: true })
  }, [element])
}
