import type { Workshop } from "~/domain/profiles/editing/schema"

/** The version of each field's edit; null for none. */
export type Versions = Record<string, string | null>

/** JSON by field. */
export type FieldValuesJson = Record<string, string>

/** The page's knowledge of the fields that it edits. */
export interface FieldSaves {
  stored: FieldValuesJson
  versions: Versions
  /** Values sent by the saves whose response was lost, by their ids: stored or not. */
  unanswered: Record<string, FieldValuesJson>
}

/** A field as the server has it. */
export interface ReadField {
  version: string | null
  json: string
}

/** Returns the fields of a loaded profile. */
export function readFieldsOf(fields: Workshop["fields"]): Record<string, ReadField> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { value, edit }]) => [
      field,
      { version: edit?.version ?? null, json: JSON.stringify(value) },
    ]),
  )
}

export function versionsIn(fields: Record<string, ReadField>): Versions {
  return Object.fromEntries(Object.entries(fields).map(([field, { version }]) => [field, version]))
}

/** Returns the fields that are typed as nothing stored is. */
export function changesOf({ stored }: FieldSaves, typed: FieldValuesJson): FieldValuesJson {
  return Object.fromEntries(Object.entries(typed).filter(([field, json]) => stored[field] !== json))
}

/** A save is on its way: until its response arrives it may have been stored. */
export function began(saves: FieldSaves, id: string, changes: FieldValuesJson): FieldSaves {
  return { ...saves, unanswered: { ...saves.unanswered, [id]: changes } }
}

/** A save was stored: every earlier one of its fields is refused from now on, wherever it still is. */
export function answered(saves: FieldSaves, id: string, versions: Versions): FieldSaves {
  const { [id]: changes = {}, ...others } = saves.unanswered
  const older = Object.entries(others).map(([other, sent]) => [other, without(sent, changes)] as const)
  return {
    stored: { ...saves.stored, ...changes },
    versions: { ...saves.versions, ...versions },
    unanswered: Object.fromEntries(older.filter(([, sent]) => Object.keys(sent).length > 0)),
  }
}

/** The server refused a save: nothing of it is stored. */
export function refused({ unanswered, ...saves }: FieldSaves, id: string): FieldSaves {
  const { [id]: _, ...others } = unanswered
  return { ...saves, unanswered: others }
}

function without(sent: FieldValuesJson, changes: FieldValuesJson): FieldValuesJson {
  return Object.fromEntries(Object.entries(sent).filter(([field]) => !(field in changes)))
}

/** Returns the fields of `changes`, and of the saves without a response. */
export function fieldsInDoubt({ unanswered }: FieldSaves, changes: FieldValuesJson): string[] {
  return [...new Set([changes, ...Object.values(unanswered)].flatMap((sent) => Object.keys(sent)))]
}

/**
 * Compares fields as they were read back with what this page has sent: an edit of its own is taken over with its version.
 * Returns the fields that somebody else, or another tab, has changed.
 */
export function readBack(
  saves: FieldSaves,
  read: Record<string, ReadField>,
): { saves: FieldSaves; conflicts: string[] } {
  const stored = { ...saves.stored }
  const versions = { ...saves.versions }
  const conflicts: string[] = []
  for (const [field, { version, json }] of Object.entries(read)) {
    if (version === (saves.versions[field] ?? null)) continue
    const own = ownValue(saves, field, { version, json })
    if (own === undefined) conflicts.push(field)
    else {
      stored[field] = own
      versions[field] = version
    }
  }
  return { saves: { ...saves, stored, versions }, conflicts }
}

/** Returns what this page sent to make a field as it was read; undefined if it did not. */
function ownValue({ unanswered }: FieldSaves, field: string, { version, json }: ReadField): string | undefined {
  // An edit that ended has no version: the value, which is the public one again, is all there is to compare.
  if (version === null) return Object.values(unanswered).find((sent) => sent[field] === json)?.[field]
  return unanswered[saveIdIn(version)]?.[field]
}

/** Returns the id of the save that made a version (`ULID~id`); empty for one without. */
function saveIdIn(version: string): string {
  return version.split("~")[1] ?? ""
}

/** Returns whether a save made any of these versions. */
export function isSavedBy(versions: Versions, id: string): boolean {
  return Object.values(versions).some((version) => version !== null && saveIdIn(version) === id)
}

const idLength = 12

/** Returns a new save's id. */
export function newSaveId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(idLength)), (byte) => (byte % 36).toString(36)).join("")
}

const firstRetry = 2_000
const maxRetry = 30_000

/** Returns how long to wait (ms) before a save is tried again after `failures` lost ones. */
export function retryAfter(failures: number): number {
  return Math.min(firstRetry * 2 ** (failures - 1), maxRetry)
}
