import type { ResourceView, Values } from "~/domain/back-office/records/schema"
import { locales } from "~/i18n/locales"

/** Returns what the form calls a value: `Title (Français)` for a text of a language. */
export function fieldLabel(view: ResourceView, name: string): string {
  const [field, code] = name.split(".")
  const label = view.fields.find((one) => one.name === field)?.label ?? name
  const language = locales.find((one) => one.code === code)?.name
  return language ? `${label} (${language})` : label
}

/** Values of a former version, by the names of their fields. */
export function RecordValues({
  view,
  values,
  names,
}: {
  view: ResourceView
  values: Values
  names: readonly string[]
}) {
  return (
    <dl className="mt-3 grid gap-3">
      {names.map((name) => (
        <div key={name}>
          <dt className="text-meta text-mute">{fieldLabel(view, name)}</dt>
          <dd className="mt-0.5 max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{values[name] || "–"}</dd>
        </div>
      ))}
    </dl>
  )
}
