import type { Locale } from "~/i18n/locales"
import { countCharacters } from "~/lib/characters"
import type { FieldProblem } from "~/lib/field-problems"
import { DAY } from "~/lib/time"
import { type CastingStep, castingSteps, pictureUpload, wordLimits } from "./choices"
import type { Application, ApplicationState } from "./schema"

/** Retention of inactive applications after their last change (ms). */
export const keptFor = {
  draft: 30 * DAY,
  changes_requested: 90 * DAY,
  declined: 90 * DAY,
  withdrawn: 30 * DAY,
} as const satisfies Partial<Record<ApplicationState, number>>

/** States in which the applicant may edit and submit. */
export const editableStates = ["draft", "changes_requested"] as const satisfies ApplicationState[]

/** States in which the applicant may withdraw. */
export const withdrawableStates = [
  "submitted",
  "in_review",
  "changes_requested",
  "accepted",
] as const satisfies ApplicationState[]

export function isEditable(state: ApplicationState): boolean {
  return (editableStates as readonly string[]).includes(state)
}

export function isWithdrawable(state: ApplicationState): boolean {
  return (withdrawableStates as readonly string[]).includes(state)
}

/** The application was declined or withdrawn: its applicant may start another. */
export function isOver(state: ApplicationState): boolean {
  return state === "declined" || state === "withdrawn"
}

/** Returns what an applicant wrote as the first words of their profile. A submitted application has a city and a category. */
export function initialTexts({
  first_name,
  city,
  category,
  languages,
  written_in,
  presentation,
  experience,
}: Application) {
  return {
    name: first_name,
    city: city ?? "",
    category: category ?? "",
    languages,
    writtenIn: written_in as Locale,
    about: [presentation, experience].filter(Boolean).join("\n\n"),
  }
}

export type Problems = Record<string, FieldProblem[]>

/** Returns what is missing before an application can be submitted, by step and field. */
export function problemsOf(application: Application): Record<CastingStep, Problems> {
  const { first_name, city, category, languages, consents, presentation, experience, pictures } = application
  const agreed = (kind: Application["consents"][number]) => problemIf(!consents.includes(kind), "must_accept")
  return {
    you: compact({
      first_name: lengthProblem(first_name, wordLimits.first_name),
      city: problemIf(city === null, "required"),
      category: problemIf(category === null, "required"),
      languages: problemIf(languages.length === 0, "required"),
      adult: agreed("adult"),
    }),
    words: compact({
      presentation: lengthProblem(presentation, wordLimits.presentation),
      experience: lengthProblem(experience, wordLimits.experience),
    }),
    pictures: compact({
      pictures:
        problemIf(pictures.length === 0, "pictures_few") ??
        problemIf(pictures.length > pictureUpload.max, "pictures_many"),
    }),
    send: compact({
      email: problemIf(!application.is_member && application.email === null, "required"),
      self: agreed("self"),
      depicted: agreed("depicted"),
      rules: agreed("rules"),
      data: agreed("data"),
    }),
  }
}

/** Returns the incomplete steps. */
export function unfinishedSteps(application: Application): CastingStep[] {
  const problems = problemsOf(application)
  return castingSteps.filter((step) => Object.keys(problems[step]).length > 0)
}

function problemIf(isWrong: boolean, problem: FieldProblem): FieldProblem | undefined {
  return isWrong ? problem : undefined
}

function lengthProblem(text: string, { min, max }: { min: number; max: number }): FieldProblem | undefined {
  const length = countCharacters(text)
  if (length === 0) return "required"
  if (length < min) return "too_short"
  return length > max ? "too_long" : undefined
}

function compact(problems: Record<string, FieldProblem | undefined>): Problems {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : [])),
  )
}
