import { type ReactNode, useEffect } from "react"
import { LiveProvider } from "~/features/live/live-provider"
import { ModalProvider } from "./modal"
import { Toasts } from "./toasts"
import { useDocumentUpkeep } from "./use-document-upkeep"

/** What stands around every page, whatever its layout: the global modal, the toasts, and the care for old builds. */
export function ShellProviders({ children }: { children: ReactNode }) {
  useDocumentUpkeep()
  useEffect(() => {
    // For styles and tests: from here on the page answers to more than links and forms.
    document.documentElement.dataset.hydrated = ""
  }, [])
  return (
    <ModalProvider>
      <LiveProvider>
        {children}
        <Toasts />
      </LiveProvider>
    </ModalProvider>
  )
}
