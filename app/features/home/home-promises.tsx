import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { AppLink } from "~/ui/navigation/app-link"

const promises = ["dated", "prices", "discretion"] as const

export function HomePromises() {
  const { t } = useTranslation("home")
  const app = useRootData()?.app.name
  return (
    <section aria-labelledby="promises" className="border-y border-line bg-surface">
      <div className="page-container grid gap-8 py-16 md:py-20 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="promises" className="max-w-72 text-section-large">
            {t("promises.title")}
          </h2>
          <p className="mt-6 text-ui text-ink2">
            {t("promises.casting.question")}{" "}
            <AppLink to="/casting" className="link whitespace-nowrap">
              {t("promises.casting.apply")}
            </AppLink>
          </p>
        </div>
        <ul className="grid gap-8 md:grid-cols-3">
          {promises.map((promise) => (
            <li key={promise} className="border-t border-ink pt-4">
              <h3 className="text-body font-semibold">{t(`promises.${promise}.title`)}</h3>
              <p className="mt-2 text-ui leading-relaxed text-ink2">{t(`promises.${promise}.text`, { app })}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
