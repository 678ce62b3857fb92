import { lazy, Suspense, useCallback, useEffect, useState } from "react"
import { proofAskedEvent } from "~/remix/proof-event"

const ProofDialog = lazy(() => import("./proof-dialog"))

/** Opens the re-authentication when a form of the page was refused for want of one. */
export function ProofAsked() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    const onAsked = (event: Event) => {
      event.preventDefault()
      setOpened(true)
      setOpen(true)
    }
    document.addEventListener(proofAskedEvent, onAsked)
    return () => document.removeEventListener(proofAskedEvent, onAsked)
  }, [])
  return (
    wasOpened && (
      <Suspense>
        <ProofDialog open={isOpen} onClose={close} />
      </Suspense>
    )
  )
}
