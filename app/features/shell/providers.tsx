import { type ReactNode, useEffect } from "react"
import { deleteUnsent } from "~/browser/unsent"
import { LiveProvider } from "~/features/live/live-provider"
import { useRootData } from "~/remix/root-data"
import { useColorMode } from "../color-mode/use-color-mode"
import { Toasts } from "../toasts/toasts"
import { ModalProvider } from "./modal"
import { Progress } from "./progress"
import { useDocumentUpkeep } from "./use-document-upkeep"

/** What stands around every page, whatever its layout: the global modal, the toasts, and the care for old builds. */
export function ShellProviders({ children }: { children: ReactNode }) {
  return (
    <PlainProviders>
      <LiveProvider>{children}</LiveProvider>
    </PlainProviders>
  )
}

/** The same for a page in place of a broken one: without what is live, which may be what broke. */
export function PlainProviders({ children }: { children: ReactNode }) {
  useDocumentUpkeep()
  // Here, and not in the header: a page without one may force a mode too.
  useColorMode()
  const root = useRootData()
  const isVisitor = root?.user === null
  useEffect(() => {
    if (isVisitor) deleteUnsent()
  }, [isVisitor])
  useEffect(() => {
    // For styles and tests: from here on the page answers to more than links and forms.
    document.documentElement.dataset.hydrated = ""
  }, [])
  return (
    <ModalProvider>
      <Progress />
      {children}
      <Toasts />
    </ModalProvider>
  )
}
