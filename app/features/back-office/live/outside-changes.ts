import { createContext, useContext } from "react"

/** How many times the open record was reloaded because a colleague had saved it. */
export const OutsideChanges = createContext(0)

/** Returns a React key that changes with each reload, so that a form shows a colleague's values. */
export const useOutsideChanges = () => useContext(OutsideChanges)
