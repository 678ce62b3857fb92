import { lazy, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import type { LoginDialog as LoginDialogType } from "~/features/accounts/auth/login-dialog"
import { useRootData } from "~/remix/root-data"
import { Optional } from "~/ui/feedback/optional"
import { ModalContext, type ModalName } from "./modal-context"

const LoginDialog = lazy<typeof LoginDialogType>(() =>
  importRetried(() => import("~/features/accounts/auth/login-dialog")).then((module) => ({
    default: module.LoginDialog,
  })),
)

/** Holds the global modal; a dialog's code is fetched when it is first opened. */
export function ModalProvider({ children }: { children: ReactNode }) {
  const [name, setName] = useState<ModalName | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const wish = useRef<() => void>()
  const userId = useRootData()?.user?.id
  const open = useCallback((next: ModalName, wanted?: () => void) => {
    wish.current = wanted
    setOpened(true)
    setName(next)
  }, [])
  const succeed = useCallback(() => setName(null), [])
  const close = useCallback(() => {
    wish.current = undefined
    setName(null)
  }, [])
  useEffect(() => {
    if (!userId) return
    wish.current?.()
    wish.current = undefined
  }, [userId])
  const modal = useMemo(() => ({ open, close }), [open, close])
  return (
    <ModalContext.Provider value={modal}>
      {children}
      {wasOpened && (
        <Optional>
          <LoginDialog open={name === "login"} onClose={close} onSuccess={succeed} />
        </Optional>
      )}
    </ModalContext.Provider>
  )
}
