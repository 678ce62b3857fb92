import { createContext, useContext } from "react"

/** The nonce of the response being rendered; undefined in the browser, where scripts are already allowed. */
export const NonceContext = createContext<string | undefined>(undefined)

export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
