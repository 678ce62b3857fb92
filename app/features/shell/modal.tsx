import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from "react"
import type { LoginDialog as LoginDialogType } from "~/features/auth/login-dialog"

const LoginDialog = lazy<typeof LoginDialogType>(() =>
  import("~/features/auth/login-dialog").then((module) => ({ default: module.LoginDialog })),
)

/** The dialogs that any page can open. */
export type ModalName = "login"

interface Modal {
  open: (name: ModalName) => void
  close: () => void
}

const ModalContext = createContext<Modal>({ open: () => {}, close: () => {} })

/** Opens and closes the one global modal (product-spec 2). */
export function useModal(): Modal {
  return useContext(ModalContext)
}

/** Holds the global modal; a dialog's code is fetched when it is first opened. */
export function ModalProvider({ children }: { children: ReactNode }) {
  const [name, setName] = useState<ModalName | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const open = useCallback((next: ModalName) => {
    setOpened(true)
    setName(next)
  }, [])
  const close = useCallback(() => setName(null), [])
  const modal = useMemo(() => ({ open, close }), [open, close])
  return (
    <ModalContext.Provider value={modal}>
      {children}
      {wasOpened && (
        <Suspense fallback={null}>
          <LoginDialog open={name === "login"} onClose={close} />
        </Suspense>
      )}
    </ModalContext.Provider>
  )
}
