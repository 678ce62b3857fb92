import { type ReactNode, useEffect } from "react"
import { deleteUnsent } from "~/browser/unsent"
import { LiveProvider } from "~/features/shell/live/live-provider"
import { useRootData } from "~/remix/root-data"
import { PrefetchedPages } from "~/ui/navigation/prefetched-pages"
import { useColorMode } from "./color-mode/use-color-mode"
import { ModalProvider } from "./modal"
import { Progress } from "./progress"
import { Toasts } from "./toasts/toasts"
import { useDocumentUpkeep } from "./use-document-upkeep"

/** Wraps every page, whatever its layout: the global modal, the toasts, and the check for newer builds. */
export function ShellProviders({ children }: { children: ReactNode }) {
  return (
    <PlainProviders>
      <LiveProvider>{children}</LiveProvider>
    </PlainProviders>
  )
}

/** Providers of an error page: without live updates, which may be the cause. */
export function PlainProviders({ children }: { children: ReactNode }) {
  useDocumentUpkeep()
  // Here, and not in the header: a page without a header may force a mode too.
  useColorMode()
  const root = useRootData()
  const isVisitor = root?.user === null
  useEffect(() => {
    if (isVisitor) deleteUnsent()
  }, [isVisitor])
  useEffect(() => {
    // For styles and tests: from here on the page responds to more than links and forms.
    document.documentElement.dataset.hydrated = ""
    performance.measure("hydration", "hydration-start")
  }, [])
  return (
    <ModalProvider>
      <Progress />
      <PrefetchedPages />
      {children}
      <Toasts />
    </ModalProvider>
  )
}
