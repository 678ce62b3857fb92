import { useNavigation } from "@remix-run/react"
import type { ListingAddress } from "~/domain/profiles/schema"
import { addressIn } from "./listing-filters"

/** Returns the filters of the list being loaded, so that a press shows at once; otherwise those of the current list. */
export function useAskedAddress(shown: ListingAddress): ListingAddress {
  const { location } = useNavigation()
  return location?.pathname === "/escorts" ? addressIn(location.search) : shown
}
