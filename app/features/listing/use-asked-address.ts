import { useNavigation } from "@remix-run/react"
import type { ListingAddress } from "~/domain/profiles/schema"
import { addressIn } from "./listing-path"

/** The filters of the list that is on its way, so that what was pressed shows at once; of the one that is there, while none is. */
export function useAskedAddress(shown: ListingAddress): ListingAddress {
  const { location } = useNavigation()
  return location?.pathname === "/escorts" ? addressIn(location.search) : shown
}
