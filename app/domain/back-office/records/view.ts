import type { Locale } from "~/i18n/locales"
import type { Actor } from "../../core/actor/actor"
import { isPermitted } from "../../core/actor/guards"
import { mayUse } from "./access"
import { isImported, type Resource } from "./resource"
import type { Options, ResourceView } from "./schema"

/** Returns a resource's description as the reader's pages need it: their language, and what they may do. */
export function viewOf(resource: Resource, actor: Actor, locale: Locale, options: Options = {}): ResourceView {
  const { related } = resource
  const mayWrite = resource.write !== undefined && isPermitted(actor, resource.write)
  return {
    name: resource.name,
    one: resource.one[locale],
    many: resource.many[locale],
    mayWrite,
    mayCreate: mayWrite && resource.mayCreate === true,
    mayDelete: mayWrite && resource.mayDelete === true,
    mayImport: mayWrite && isImported(resource),
    mayExport: !resource.isNotExported,
    isSearchable: resource.search !== undefined,
    isOrdered: mayWrite && resource.position !== undefined,
    related: related ? { label: related.label[locale], resource: related.resource } : null,
    archive: resource.archive ? { label: resource.archive.label[locale], path: resource.archive.path } : null,
    sort: resource.sorts[0].name,
    columns: resource.columns.map(({ name, label, kind, isHidden = false, isOnRecordOnly = false, badges = {} }) => ({
      name,
      label: label[locale],
      kind,
      isHidden,
      isOnRecordOnly,
      sort: sortView(resource, name),
      badges: Object.fromEntries(
        Object.entries(badges).map(([value, badge]) => [value, { label: badge.label[locale], tone: badge.tone }]),
      ),
    })),
    filters: (resource.filters ?? []).map(({ name, label, options }) => ({
      name,
      label: label[locale],
      options: options.map(({ value, label }) => ({ value, label: label[locale] })),
    })),
    fields: (resource.fields ?? []).map((field) => ({
      name: field.name,
      label: field.label[locale],
      hint: field.hint?.[locale] ?? null,
      kind: field.kind,
      isTranslated: field.isTranslated !== undefined,
      isRequired: !field.isOptional && field.isTranslated !== "some",
      isReadOnly: field.isFixed === true,
      min: field.min ?? 0,
      max: field.max ?? defaultMax,
      options:
        options[field.name] ?? (field.options ?? []).map(({ value, label }) => ({ value, label: label[locale] })),
    })),
    acts: (resource.acts ?? [])
      .filter((action) => mayUse(actor, resource, action))
      .map(({ name, label, done, isDanger = false, needsReason = false, undo = null }) => ({
        name,
        label: label[locale],
        done: done[locale],
        isDanger,
        needsReason,
        undo,
      })),
  }
}

/** The longest text of a field that names no other, in characters. */
export const defaultMax = 200

function sortView({ sorts }: Resource, column: string) {
  const sort = sorts.find(({ name }) => name === column)
  if (!sort) return null
  const { name, isDescending = false, isUnfiltered = false } = sort
  return { name, isDescending, isUnfiltered }
}
