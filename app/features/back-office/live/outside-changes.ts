import { createContext, useContext } from "react"

/** How many times the open record was reloaded because a colleague had saved it. */
export const OutsideChanges = createContext(0)

/** Returns a number that changes with each reload: as the key of a form it brings a colleague's values into its fields. */
export const useOutsideChanges = () => useContext(OutsideChanges)
