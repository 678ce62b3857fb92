interface Ordered {
  id: string
  visibility: "public" | "private" | "hidden"
}

/** Returns the photos of one section, in order. */
export function sectionOf<Photo extends Ordered>(photos: readonly Photo[], visibility: Ordered["visibility"]): Photo[] {
  return photos.filter((one) => one.visibility === visibility)
}

/** Returns all photos with one moved to a place (0 is the first) in its section; beyond its ends, to the end. */
export function withMoved<Photo extends Ordered>(photos: readonly Photo[], id: string, place: number): Photo[] {
  const photo = photos.find((one) => one.id === id)
  if (!photo) return [...photos]
  const section = sectionOf(photos, photo.visibility).filter((one) => one.id !== id)
  section.splice(Math.max(0, place), 0, photo)
  return photo.visibility === "public"
    ? [...section, ...sectionOf(photos, "private")]
    : [...sectionOf(photos, "public"), ...section]
}
