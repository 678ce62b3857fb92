import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { Select } from "~/ui/form/select"

export interface SeenFromProps {
  /** People, then countries, by the value of the address's `from`. */
  choices: { value: string; name: string }[]
  /** The choice that the page shows, and whether the profile is there; null: none. */
  seen: { value: string; name: string; isPublic: boolean; isShown: boolean } | null
}

/** Asks whether the owner's profile is shown in a country or to one of the people, and says what its address shows there. */
export function SeenFrom({ choices, seen }: SeenFromProps) {
  const { t } = useTranslation(["hiding", "common"])
  return (
    <section aria-labelledby="seen-from" className="mt-6">
      <h2 id="seen-from" className="text-meta font-semibold">
        {t("seen.title")}
      </h2>
      <form method="get" className="mt-3 flex max-w-xl flex-wrap items-end gap-3">
        <Select
          key={seen?.value}
          name="from"
          label={t("seen.label")}
          placeholder={t("seen.choose")}
          defaultValue={seen?.value}
          options={choices.map(({ value, name }) => ({ value, label: name }))}
          className="min-w-0 grow"
        />
        <Button type="submit">{t("seen.look")}</Button>
      </form>
      {seen && (
        <div role="status" className="mt-4">
          <p className="measure text-ui text-ink2">
            {seen.isPublic ? t(seen.isShown ? "seen.shown" : "seen.hidden", { name: seen.name }) : t("seen.private")}
          </p>
          {seen.isPublic && !seen.isShown && (
            <div className="mt-4 rounded-panel border border-line bg-surface px-5 py-8 text-center">
              <p className="text-subsection">{t("common:error_page.not_found")}</p>
              <p className="mt-2 text-ui text-ink2">{t("common:error_page.not_found_hint")}</p>
            </div>
          )}
        </div>
      )}
    </section>
  )
}
