import type { Category } from "./catalog.ts"
import type { Person, Picture, PictureSet } from "./demo.ts"
import type { Random } from "./random.ts"

export interface GalleryItem {
  kind: "photo" | "video"
  visibility: "public" | "private"
  picture: Picture
  /** Seconds; null for photos. */
  duration: number | null
}

export interface GalleryOf {
  person: Person
  category: Category
  index: number
  isFeatured: boolean
  pictures: PictureSet
}

/**
 * Chooses the media of a profile, in their order: the cover, other public photos, private photos, videos. Three to
 * eight photos, at least two of them public. Each time a person appears again, another portrait is the cover.
 */
export function choosePictures(of: GalleryOf, random: Random): GalleryItem[] {
  const { person, category, index, isFeatured, pictures } = of
  const turn = Math.floor(index / pictures.people.length) % person.portraits.length
  const [cover, ...portraits] = [...person.portraits.slice(turn), ...person.portraits.slice(0, turn)]
  if (!cover) throw new Error(`${person.id} has no portrait`)

  const fitting = random.sample(category.scenes, category.scenes.length)
  const names = Object.keys(pictures.scenes).filter((name) => !category.scenes.includes(name))
  const scenes = [...fitting, ...random.sample(names, names.length)].flatMap((name) => pictures.scenes[name] ?? [])
  const sceneCount = isFeatured ? 2 + random.below(4) : random.pick([0, 0, 1, 1, 2, 2, 3, 4, 5])
  const photos = [...portraits, ...scenes.slice(0, sceneCount)]

  const max = Math.min(4, photos.length - 1)
  const privateCount = isFeatured || random.chance(0.65) ? 1 + random.below(max) : 0
  const privatePhotos = new Set(random.sample(photos, privateCount))
  const videoCount =
    isFeatured && index % 3 === 0
      ? 1
      : random.weighted([
          [0, 74],
          [1, 21],
          [2, 5],
        ] as const)

  const photo = (picture: Picture): GalleryItem => ({
    kind: "photo",
    visibility: privatePhotos.has(picture) ? "private" : "public",
    picture,
    duration: null,
  })
  return [
    photo(cover),
    ...photos.filter((picture) => !privatePhotos.has(picture)).map(photo),
    ...photos.filter((picture) => privatePhotos.has(picture)).map(photo),
    ...random.sample(Object.values(pictures.videos), videoCount).map(
      (video): GalleryItem => ({
        kind: "video",
        visibility: random.chance(0.6) ? "public" : "private",
        picture: video,
        duration: video.duration,
      }),
    ),
  ]
}
