import { ButtonLink } from "~/ui/button"

/** A page of the account that the settings lead to, with what it is for. */
export function SettingsLink({ title, text, label, to }: { title: string; text: string; label: string; to: string }) {
  return (
    <div className="mt-8">
      <h2 className="text-body font-medium">{title}</h2>
      <p className="measure mt-2 text-ui text-ink2">{text}</p>
      <ButtonLink to={to} className="mt-4">
        {label}
      </ButtonLink>
    </div>
  )
}
