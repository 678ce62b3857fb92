import type { CheckStatus } from "~/db/schema/profiles/identity"
import {
  type FieldValues,
  fieldProblem,
  isTextField,
  type ProfileField,
  profileTextFields,
  textProblems,
} from "../content/fields"
import type { ProfileState } from "../schema"
import { isReviewedWhole } from "./policy"
import type { ChecklistItem, PublicationProblem } from "./schema"

/** Everything that the owner's checklist is derived from. */
export interface ChecklistFacts {
  state: ProfileState
  /** Problems between the profile and its publication. */
  problems: readonly PublicationProblem[]
  /** The content as it would be if every edit were approved. */
  content: FieldValues
  edits: readonly { field: string; state: "draft" | "pending" | "returned" }[]
  /** Public photos, by how far they are. */
  photos: { waiting: number; approved: number; returned: number }
  /** Photos and videos, in any state but a refused one, in which nobody has said who is. */
  undeclared: number
  /** The status of the owner's newest identity check, `processing` for one that staff make; null without one. */
  identity: CheckStatus | null
}

type ItemState = ChecklistItem["state"]

/** The fields whose values an item depends on. */
const fieldsOfItem: Partial<Record<PublicationProblem, readonly ProfileField[]>> = {
  texts: profileTextFields,
  languages: ["languages"],
  services: ["services"],
  rate: ["hourly_rate"],
}

const identityStates: Partial<Record<CheckStatus, ItemState>> = {
  processing: "awaited",
  needs_input: "returned",
  refused: "returned",
  refused_age: "returned",
}

/** Returns where an item of the checklist stands: with its owner, with staff, or done. */
export function itemState(facts: ChecklistFacts, item: PublicationProblem): ItemState {
  const isProblem = facts.problems.includes(item)
  switch (item) {
    case "photo":
      return isProblem ? photoState(facts) : "done"
    case "consent":
      return isProblem || facts.undeclared > 0 ? "missing" : "done"
    case "identity":
      return isProblem ? ((facts.identity && identityStates[facts.identity]) ?? "missing") : "done"
    case "agreement":
      return isProblem ? "missing" : "done"
    default:
      return fieldsState(facts, fieldsOfItem[item] ?? [], isProblem)
  }
}

function fieldsState(
  { content, edits }: ChecklistFacts,
  fields: readonly ProfileField[],
  isProblem: boolean,
): ItemState {
  const states = edits.filter(({ field }) => (fields as readonly string[]).includes(field)).map(({ state }) => state)
  if (states.includes("returned")) return "returned"
  if (!isProblem) return "done"
  const isUnfinished = fields.every(isTextField)
    ? Object.keys(textProblems(content)).length > 0
    : fields.some((field) => fieldProblem(field, content[field]) !== null)
  if (isUnfinished) return "missing"
  if (states.includes("draft")) return "to_send"
  return states.includes("pending") ? "awaited" : "missing"
}

/** Staff see photos with the profile: before its submission, and after it was sent back, they are its owner's to send. */
function photoState({ state, photos }: ChecklistFacts): ItemState {
  if (photos.waiting > 0) return isUnsent(state) ? "to_send" : "awaited"
  return photos.returned > 0 && photos.approved === 0 ? "returned" : "missing"
}

function isUnsent(state: ProfileState): boolean {
  return isReviewedWhole(state) && state !== "submitted" && state !== "in_review"
}
