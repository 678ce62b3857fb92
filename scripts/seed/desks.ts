import { readFile } from "node:fs/promises"
import { dueAt } from "../../app/domain/core/deadlines/deadlines.ts"
import { reportCategories } from "../../app/domain/safety/categories.ts"
import { demoFolder } from "./demo.ts"
import type { Foundation } from "./foundation.ts"
import { ulid } from "./ids.ts"
import type { StoredFile } from "./pictures.ts"
import { random } from "./random.ts"
import { day, type SeedOptions, type TableRow } from "./rows.ts"
import { typesetEnglish, typesetFrench } from "./texts/fragments.ts"

const hour = day / 24

interface Application {
  locale: "en" | "fr"
  name: string
  email: string
  city: string
  category: string
  languages: string
  presentation: string
  experience: string
  /** Below the demo folder, 800 x 1000 pixels. */
  pictures: string[]
  /** Sent so many ms before now. */
  ago: number
}

const applications: Application[] = [
  {
    locale: "fr",
    name: "Apolline",
    email: "apolline@example.org",
    city: "lyon",
    category: "culture",
    languages: "fr,en,it",
    ago: 3 * day,
    pictures: ["people/p002-2.webp", "people/p002-3.webp"],
    presentation:
      "J'ai travaillé douze ans dans un musée de la soierie. J'aime les expositions du matin, quand les salles sont vides, et les déjeuners qui suivent.",
    experience: "Visites commentées pour des groupes de six personnes au plus, en français et en italien.",
  },
  {
    locale: "en",
    name: "Tobias",
    email: "tobias@example.org",
    city: "edinburgh",
    category: "city-guides",
    languages: "en,de",
    ago: 9 * hour,
    pictures: ["people/p001-2.webp"],
    presentation:
      "I walk. Edinburgh is best at six in the morning and at ten at night, and I know which door is open at either hour.",
    experience: "Four years of walks for visitors, one or two people at a time.",
  },
]

interface Report {
  category: keyof typeof reportCategories
  locale: "en" | "fr"
  about: string
  details: string
  email: string | null
  /** Received so many ms before now. */
  ago: number
}

const reports: Report[] = [
  {
    category: "terms",
    locale: "en",
    about: "/escorts/rosalind-marlow",
    email: "reader@example.org",
    ago: 2 * day,
    details: "The introduction names a restaurant twice, as an advertisement would.",
  },
  {
    category: "impersonation",
    locale: "fr",
    about: "/escorts/camille-aubert",
    email: null,
    ago: 5 * hour,
    details: "Une amie m'a dit avoir vu les mêmes photos sous un autre prénom, sur un autre site.",
  },
]

/** Builds what waits at the desks of the back office: applications, reports, and a request for an identity check. */
export function buildDesks(
  { seed, now }: Omit<SeedOptions, "pictures">,
  { cityIds, categoryIds }: Pick<Foundation, "cityIds" | "categoryIds">,
): TableRow[] {
  const ids = random(seed, "desks")
  return [
    ...planApplications(seed, now).flatMap(({ id, application, pictures }) => {
      const { locale, name, email, city, category, languages, presentation, experience, ago } = application
      const typeset = locale === "fr" ? typesetFrench : typesetEnglish
      const times = { created_at: now - ago, updated_at: now - ago }
      const row = {
        id,
        reference: `A-${id.slice(-8)}`,
        secret_hash: id,
        state: "submitted",
        version: 1,
        locale,
        first_name: name,
        city_id: cityIds.get(city) ?? null,
        category_id: categoryIds.get(category) ?? null,
        languages,
        written_in: locale,
        presentation: typeset(presentation),
        experience: typeset(experience),
        email,
        submitted_at: now - ago,
        ...times,
      }
      return [
        { table: "applications", row },
        ...["adult", "self", "depicted", "rules", "data"].map((kind) => ({
          table: "application_consents",
          row: { application_id: id, kind, version: "2026-11", locale, created_at: now - ago },
        })),
        ...pictures.map((picture) => ({
          table: "application_pictures",
          row: { id: picture.id, application_id: id, width: 800, height: 1000, created_at: now - ago },
        })),
      ]
    }),
    ...reports.flatMap(({ category, locale, about, details, email, ago }) => {
      const id = ulid(now - ago, ids)
      const typeset = locale === "fr" ? typesetFrench : typesetEnglish
      const times = { created_at: now - ago, updated_at: now - ago }
      const caseId = ulid(now - ago, ids)
      const found = {
        id: caseId,
        reference: `C-${caseId.slice(-8)}`,
        subject_kind: "address",
        subject_id: caseId,
        category,
        priority: reportCategories[category],
        state: "received",
        due_at: dueAt(reportCategories[category], now - ago),
        is_suspect: 0,
        ...times,
      }
      const row = {
        id,
        reference: `R-${id.slice(-8)}`,
        case_id: caseId,
        category,
        priority: reportCategories[category],
        state: "received",
        about,
        details: typeset(details),
        email,
        locale,
        is_suspect: 0,
        ...times,
      }
      return [
        { table: "cases", row: found },
        { table: "reports", row },
      ]
    }),
    ...buildCheck(now, ulid(now - 2 * day, ids), ulid(now - 20 * hour, ids)),
  ]
}

/** Builds somebody who asked staff, not the provider, to confirm who they are. */
function buildCheck(now: number, userId: string, id: string): TableRow[] {
  const times = { created_at: now - 2 * day, updated_at: now - 2 * day }
  const asked = { created_at: now - 20 * hour, updated_at: now - 20 * hour }
  const user = {
    id: userId,
    email: "ines.caradec@example.org",
    name: "Inès Caradec",
    password_hash: null,
    locale: "fr",
    ...times,
  }
  const check = { id, user_id: userId, provider: "staff", status: "pending", livemode: 0, attempts: 1, ...asked }
  return [
    { table: "users", row: { ...user, email_verified_at: now - 2 * day } },
    { table: "identity_checks", row: check },
  ]
}

/** Returns the files of the applications' pictures, which are not in the public demo folder. */
export function filesOfApplications({ seed, now }: Omit<SeedOptions, "pictures">): StoredFile[] {
  return planApplications(seed, now).flatMap(({ pictures }) =>
    pictures.map(({ key, file }) => ({
      key,
      contentType: "image/webp",
      read: () => readFile(new URL(file, demoFolder)),
    })),
  )
}

/** Returns the applications with their ids and those of their pictures, the same each time. */
function planApplications(seed: number, now: number) {
  const ids = random(seed, "applications")
  return applications.map((application) => {
    const id = ulid(now - application.ago, ids)
    const pictures = application.pictures.map((file) => {
      const pictureId = ulid(now - application.ago, ids)
      return { id: pictureId, file, key: `casting/${id}/${pictureId}.webp` }
    })
    return { id, application, pictures }
  })
}
