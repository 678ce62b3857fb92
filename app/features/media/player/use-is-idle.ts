import { useEffect, useRef, useState } from "react"

/** Without a movement for this time (ms), the controls of a playing video are out of the way. */
const idleAfter = 2_500

/** Returns whether a playing video has been left alone; `wake` begins the time again. */
export function useIsIdle(isPlaying: boolean): { isIdle: boolean; wake: () => void } {
  const [isLeft, setLeft] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const wake = () => {
    clearTimeout(timer.current)
    setLeft(false)
    timer.current = setTimeout(setLeft, idleAfter, true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins with the playback
  useEffect(() => {
    if (isPlaying) wake()
    return () => clearTimeout(timer.current)
  }, [isPlaying])
  return { isIdle: isPlaying && isLeft, wake }
}
