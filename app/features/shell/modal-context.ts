import { createContext, useContext } from "react"

/** The dialogs that any page can open. */
export type ModalName = "login"

interface Modal {
  /** `wish` is the act that the login interrupted: it runs once there is a user. */
  open: (name: ModalName, wish?: () => void) => void
  close: () => void
}

export const ModalContext = createContext<Modal>({ open: () => {}, close: () => {} })

/** Opens and closes the one global modal (product-spec 2). */
export function useModal(): Modal {
  return useContext(ModalContext)
}
