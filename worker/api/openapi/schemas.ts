import * as z from "zod"

/** A profile as lists show it. */
export const Card = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    headline: z.string(),
    city: z.string(),
    category: z.string(),
    hourly_rate: z.number().int().meta({ description: "Euro cents" }),
    languages: z.array(z.string()).meta({ description: "ISO 639-1" }),
    is_verified: z.boolean(),
    is_new: z.boolean(),
    is_available: z.boolean(),
    is_favorite: z.boolean(),
    private_photo_count: z.number().int(),
    cover: z
      .object({ id: z.string(), color: z.string() })
      .nullable()
      .meta({ description: "Pictures are at /media/{id}/{width}.webp" }),
  })
  .meta({ id: "ProfileCard" })
