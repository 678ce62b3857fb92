import { createContext, useContext } from "react"

/** The nonce of the answer being rendered; nothing in the browser, where scripts are already allowed. */
export const NonceContext = createContext<string | undefined>(undefined)

export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
