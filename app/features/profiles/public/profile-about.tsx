import type { PublicProfile } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"

/** The profile's own words: one sentence large, then the rest. */
export function ProfileAbout({
  profile: { name, quote, about, texts_language: lang },
  original,
}: {
  profile: Pick<PublicProfile, "name" | "quote" | "about" | "texts_language">
  /** Says of which language the words are, where it is not the reader's. */
  original: string | null
}) {
  const { t } = useTranslation("profile")
  const paragraphs = about.split(/\n\s*\n/).filter((paragraph) => paragraph.trim())
  // A text that a report hides is empty.
  if (!quote && paragraphs.length === 0) return null
  return (
    <section aria-labelledby="about">
      <h2 id="about" className="sr-only">
        {t("about", { name })}
      </h2>
      {original && <p className="mb-4 text-meta text-mute">{original}</p>}
      {quote && (
        <blockquote lang={lang} className="max-w-[36rem] text-quote">
          <p>{t("quoted", { text: quote })}</p>
        </blockquote>
      )}
      <div lang={lang} className="mt-6 space-y-4 text-body text-ink2">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="measure">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  )
}
