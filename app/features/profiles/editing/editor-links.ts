import { photoOf } from "~/domain/profiles/editing/photo-field"
import type { PublicationProblem } from "~/domain/profiles/editing/schema"

const texts = "/profile/escort/words"
const services = "/profile/escort/services"
const photos = "/profile/escort/photos"

/** The page where the owner does what an item of the checklist asks for. */
export const pageOfItem: Partial<Record<PublicationProblem, string>> = {
  texts: `${texts}#texts`,
  languages: `${texts}#languages`,
  services: `${services}#services`,
  rate: `${services}#hourly_rate`,
  photo: photos,
  consent: "/profile/escort/people",
  identity: "/profile/escort/identity",
  agreement: "/profile/escort/identity#agreement",
}

/** The place of a field in the workshop. */
export function pageOfField(field: string): string {
  const photo = photoOf(field)
  if (photo !== null) return `${photos}?photo=${photo}`
  if (field === "photos") return photos
  if (field === "people") return "/profile/escort/people"
  return `${["services", "hourly_rate", "minimum_hours"].includes(field) ? services : texts}#${field}`
}
