import * as z from "zod"
import { caseStates, caseSubjects, profileTextNames, reportCategories, reportPriorities } from "~/db/enums"
import { sessionKinds } from "~/db/schema/accounts"
import { policySlugs } from "~/domain/decisions/kinds"

/** A point in time, in every request and response of the API. */
export const epochMs = z.number().int().meta({ description: "Epoch milliseconds" })

export const cents = z.number().int().meta({ description: "Euro cents" })
export const language = z.string().meta({ description: "ISO 639-1" })

/** A page of a list, with the cursor of the next page. */
export const pageOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({
    data: z.array(schema),
    next_cursor: z.string().nullable().meta({ description: "The cursor of the next page; null on the last page" }),
  })

/** A list that has no pages. */
export const wholeListOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ data: z.array(schema), next_cursor: z.null() })

/** A token of a session. */
export const Token = z.object({
  token: z.string().meta({ description: "Send it as `Authorization: Bearer TOKEN`. It is shown only once" }),
})

/** An open sign-in. */
export const MemberSession = z
  .object({
    id: z.string(),
    kind: z.enum(sessionKinds).meta({ description: "`web`: a browser's cookie; `api`: a Bearer token" }),
    device: z.string().meta({ description: "Such as `Firefox, Windows`; empty if unknown" }),
    country: z.string().nullable().meta({ description: "ISO 3166-1 alpha-2" }),
    last_used_at: epochMs.meta({ description: "Epoch milliseconds, accurate to the hour" }),
    created_at: epochMs,
  })
  .meta({ id: "MemberSession" })

/** Cases about a member, profile or media item, for staff. */
export const SubjectCases = z
  .object({
    all: z.number().int(),
    open: z.number().int(),
    latest: z
      .array(
        z.object({
          reference: z.string().meta({ description: "Such as `C-7K3M9QTX`" }),
          category: z.enum(reportCategories),
          priority: z.enum(reportPriorities),
          state: z.enum(caseStates),
          subject_kind: z.enum(caseSubjects),
          text: z
            .enum(profileTextNames)
            .nullable()
            .meta({ description: "The one text of the profile that it is about" }),
          created_at: epochMs,
        }),
      )
      .meta({ description: "Open ones first, then latest first: 5 at most; `listCases` lists all" }),
  })
  .nullable()
  .meta({
    id: "SubjectCases",
    description: "Without those about yourself or that you reported; null without the permission `reports.read`",
  })

/** A profile as lists show it. */
export const Card = z
  .object({
    id: z.string(),
    slug: z.string().meta({ description: "The profile's part of the URL. It changes when the profile is renamed" }),
    name: z.string(),
    headline: z.string(),
    city: z.string().meta({ description: "The city's name in the user's language" }),
    category: z.string().meta({
      description: "The name in the user's language of the category that the list asks for, else of its main one",
    }),
    hourly_rate: cents,
    languages: z.array(language),
    is_verified: z.boolean(),
    is_new: z.boolean(),
    is_available: z.boolean(),
    on_tour_until: z.iso.date().nullable().meta({
      description: "The last day, YYYY-MM-DD, of the tour on which it is in `city`; null: at home there",
    }),
    is_favorite: z.boolean().meta({ description: "You have saved it; false for visitors" }),
    private_photo_count: z.number().int(),
    cover: z
      .object({ id: z.string(), color: z.string().meta({ description: "`#rrggbb`, a placeholder while it loads" }) })
      .nullable()
      .meta({ description: "Served at `/media/{id}/{width}.webp`" }),
    pictures: z
      .array(z.string())
      .max(3)
      .meta({ description: "Ids of the first public photos, in the profile's order: the cover's first, 3 at most" }),
  })
  .meta({ id: "ProfileCard" })

/** A rule with a member's strikes under it. */
export const RuleStrikes = z.object({
  policy: z.enum(policySlugs),
  name: z.string(),
  strikes: z.number().int().meta({ description: "Decisions of the last twelve months that count" }),
  latest_at: epochMs.nullable(),
  counts_until: epochMs.nullable().meta({ description: "When the earliest strike stops to count" }),
  next: z
    .union([
      z.object({ act: z.enum(["none", "warn", "close"]) }),
      z.object({ act: z.literal("suspend"), days: z.number().int() }),
    ])
    .meta({ description: "What is suggested for the next breach; nothing follows by itself" }),
})
