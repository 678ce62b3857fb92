import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react"
import { proofAskedEvent } from "~/remix/proof-event"
import { holdActions } from "./hold-actions"

const ProofDialog = lazy(() => import("./proof-dialog"))

/** Opens the re-authentication when a form of the page was refused for want of one, and lets the form wait for it. */
export function ProofAsked() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  /** Settles the forms that wait. */
  const waiting = useRef<((isGiven: boolean) => void)[]>([])
  const settle = useCallback((isGiven: boolean) => {
    setOpen(false)
    const actions = waiting.current.splice(0)
    for (const resume of actions) resume(isGiven)
    return actions.length
  }, [])
  useEffect(() => {
    const open = () => {
      setOpened(true)
      setOpen(true)
    }
    const onAsked = (event: Event) => {
      event.preventDefault()
      open()
    }
    document.addEventListener(proofAskedEvent, onAsked)
    const stopHolding = holdActions(() => {
      open()
      return new Promise((resolve) => waiting.current.push(resolve))
    })
    return () => {
      document.removeEventListener(proofAskedEvent, onAsked)
      stopHolding()
    }
  }, [])
  return (
    wasOpened && (
      <Suspense>
        <ProofDialog open={isOpen} onClose={() => settle(false)} onGiven={() => settle(true)} />
      </Suspense>
    )
  )
}
