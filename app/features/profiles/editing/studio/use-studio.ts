import { useOutletContext } from "@remix-run/react"

/** The part of the studio that its pages use. */
export interface StudioContext {
  /** Loads again where each part of the profile stands, after a change that no form of the page made. */
  refreshChecklist: () => void
}

export function useStudio(): StudioContext {
  return useOutletContext<StudioContext>()
}
