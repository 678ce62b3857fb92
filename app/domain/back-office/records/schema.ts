import type { Locale } from "~/i18n/locales"
import type { ErrorCode } from "~/lib/errors"

/** A list's query, as it stands in the address. */
export interface ListQuery {
  /** Text of the search field. */
  q: string
  /** A sort's name, with `-` before it for the opposite order. */
  sort: string
  /** The chosen option of each filter. */
  filters: Record<string, string>
  /** Keyset cursor; with `-` before it, of the page before. */
  cursor: string | null
}

/** A value of a cell or a field, as JSON. */
export type Value = string | number | null

export interface RecordRow {
  id: string
  /** Epoch ms of the last change: what a change must name (`conflict.changed`). */
  version: number
  title: string
  /** The page that its row opens. */
  path: string
  cells: Record<string, Value>
  /** The acts that this record allows. */
  acts: string[]
}

export interface RecordPage {
  data: RecordRow[]
  next_cursor: string | null
  previous_cursor: string | null
  /** More records begin with what was typed than a search reads. */
  is_incomplete: boolean
}

/** The names of the values of a form: `slug`, and `title.fr` for a text of a language. */
export type Values = Record<string, Value>

export interface RecordDetail {
  id: string
  version: number
  title: string
  values: Values
  /** As the list shows it. */
  cells: Record<string, Value>
  createdAt: number
  /** The page of the site that shows it, or null. */
  publicPath: string | null
  acts: string[]
}

/** A former version of a record, newest first. */
export interface Revision {
  id: string
  createdAt: number
  /** Null: imported, or by somebody who is gone. */
  staffName: string | null
  values: Values
  /** The fields that differ from the version before it. */
  changed: string[]
  kind: "change" | "deletion" | "restoration"
}

/** A record that was deleted, as it was. */
export interface DeletedRecord {
  id: string
  title: string
  /** Epoch ms. */
  deletedAt: number
  /** Null: by somebody who is gone. */
  staffName: string | null
  values: Values
}

export interface DeletedPage {
  data: DeletedRecord[]
  next_cursor: string | null
}

/** Result of an action on several records: the ids of those that it did not reach, and why. */
export interface ActionResult {
  done: string[]
  failed: { id: string; code: ErrorCode }[]
}

/** The description of a resource as the browser needs it, in the reader's language. */
export interface ResourceView {
  name: string
  one: string
  many: string
  mayWrite: boolean
  mayCreate: boolean
  mayDelete: boolean
  /** Files of it are read: those of the resource whose records may be created and deleted. */
  mayImport: boolean
  mayExport: boolean
  isSearchable: boolean
  isOrdered: boolean
  /** The resource whose records belong to one of these, or null. */
  related: { label: string; resource: string } | null
  archive: { label: string; path: string } | null
  /** The name of the sort that is not chosen. */
  sort: string
  columns: ColumnView[]
  filters: { name: string; label: string; options: { value: string; label: string }[] }[]
  fields: FieldView[]
  acts: ActionView[]
}

interface ColumnView {
  name: string
  label: string
  kind: ColumnKind
  isHidden: boolean
  isOnRecordOnly: boolean
  /** How its head sorts, or null. */
  sort: { name: string; isDescending: boolean; isUnfiltered: boolean } | null
  badges: Badges
}

export type ColumnKind = "text" | "multiline" | "number" | "money" | "time" | "badge" | "languages" | "code"
export type BadgeTone = "neutral" | "outlined" | "ok" | "warn" | "bad"
type Badges = Record<string, { label: string; tone: BadgeTone }>

export interface ActionView {
  name: string
  label: string
  /** The toast after it, with `{{count}}`. */
  done: string
  isDanger: boolean
  needsReason: boolean
  /** The act that undoes it, or null. */
  undo: string | null
}

export type FieldKind =
  | "text"
  | "multiline"
  | "markdown"
  | "slug"
  | "number"
  | "money"
  | "degrees"
  | "select"
  | "checkbox"
  | "icon"

export interface FieldView {
  name: string
  label: string
  hint: string | null
  kind: FieldKind
  isTranslated: boolean
  isRequired: boolean
  isReadOnly: boolean
  min: number
  max: number
  options: { value: string; label: string }[]
}

/** The options of selects that stand in the database, by field. */
export type Options = Record<string, { value: string; label: string }[]>

/** A CSV file of a list that staff asked for. */
export interface ExportFile {
  id: string
  resource: string
  state: "queued" | "running" | "done" | "failed"
  rows: number
  createdAt: number
}

/** A record found by the palette. */
export interface Hit {
  resource: string
  /** Name of the record's kind in the reader's language. */
  kind: string
  id: string
  title: string
  path: string
}

export type Text = Record<Locale, string>

/** A page of the back office, as its navigation shows it. */
export interface Place {
  to: string
  label: string
  group: PlaceGroup
}

/** The navigation's groups, in its order. */
export const placeGroups = ["work", "records", "site", "office"] as const
export type PlaceGroup = (typeof placeGroups)[number]
