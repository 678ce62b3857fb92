import { useEffect, useState } from "react"
import { startBuildCheck } from "~/browser/loading/build-check"
import { createNavigationGuard, loadDocument, reloadOnce } from "~/browser/loading/chunk-reload"
import { useRootData } from "~/remix/root-data"

/**
 * Updates a page that stays open for days to new builds (product-spec 9, behaviours 7): checks every hour; after an
 * update, or when a chunk of the old build is gone, the next navigation loads its target as a new document.
 */
export function useDocumentUpkeep(): void {
  const buildId = useRootData()?.buildId
  const [guard] = useState(() => createNavigationGuard({ target: pendingPath, load: loadAfresh }))

  // Asked of the router: React never renders the beginning of a navigation whose data is there at once.
  useEffect(
    () =>
      window.__remixRouter?.subscribe(({ navigation }) => {
        if (navigation.location) guard.start(pathOf(navigation.location))
      }),
    [guard],
  )

  useEffect(() => {
    if (!buildId) return
    return startBuildCheck({
      buildId,
      fetch: (url) => fetch(url),
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (timer) => window.clearTimeout(timer),
      now: Date.now,
      onUpdate: guard.update,
    })
  }, [guard, buildId])

  useEffect(() => {
    // Without a network no document would load either.
    const onChunkError = (event: Event) => navigator.onLine && guard.fail(event) && event.preventDefault()
    window.addEventListener("vite:preloadError", onChunkError)
    return () => window.removeEventListener("vite:preloadError", onChunkError)
  }, [guard])
}

type PathParts = Pick<Location, "pathname" | "search" | "hash">

interface RouterState {
  navigation: { location?: PathParts }
}

declare global {
  interface Window {
    /** Remix's router, once hydrated. */
    __remixRouter?: {
      state: RouterState
      subscribe: (listen: (state: RouterState) => void) => () => void
      revalidate: () => void
    }
  }
}

/** The path that the router is loading: React learns of it in a later render, when a chunk may have failed already. */
function pendingPath(): string | null {
  const target = window.__remixRouter?.state.navigation.location
  return target ? pathOf(target) : null
}

function pathOf({ pathname, search, hash }: PathParts): string {
  return pathname + search + hash
}

function loadAfresh(path: string): boolean {
  return reloadOnce({
    path,
    storage: () => sessionStorage,
    tab: window,
    now: Date.now,
    assign: (target) => loadDocument(target, window.location),
  })
}
