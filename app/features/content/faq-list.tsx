import { Form, useSearchParams } from "@remix-run/react"
import Search from "lucide-react/icons/search"
import { useState } from "react"
import { type Faq, faqTopics } from "~/domain/content/schema"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { Disclosure } from "~/ui/overlay/disclosure"
import { filterFaqs } from "./faq-filter"
import { Prose } from "./prose"

const maxWords = 100

type Shown = Omit<Faq, "markdown">

/**
 * The questions by topic. The search filters them as the reader types; without script it is a form, and the words are
 * in the address.
 */
export function FaqList({ faqs }: { faqs: Shown[] }) {
  const { t } = useTranslation("content")
  const asked = (useSearchParams()[0].get("q") ?? "").slice(0, maxWords)
  const [words, setWords] = useState(asked)
  const found = filterFaqs(faqs, words)
  const isSearching = words.trim() !== ""
  return (
    <>
      <search aria-label={t("faq.search")} className="relative mt-8 block max-w-md">
        <Form action="/faq" preventScrollReset>
          <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-mute" />
          <input
            type="search"
            name="q"
            aria-label={t("faq.search")}
            placeholder={t("faq.search_hint")}
            defaultValue={asked}
            maxLength={maxWords}
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setWords(event.currentTarget.value)}
            className="field-control pr-4 pl-10"
          />
        </Form>
      </search>
      <p role="status" className="mt-4 min-h-5 text-meta text-mute">
        {isSearching && t("faq.found", { count: found.length })}
      </p>
      <div className="mt-6 space-y-12 md:mt-8 md:space-y-16">
        {faqTopics.map((topic) => {
          const ofTopic = found.filter((faq) => faq.topic === topic)
          if (ofTopic.length === 0) return null
          return (
            <section
              key={topic}
              aria-labelledby={`topic-${topic}`}
              className="grid gap-x-16 gap-y-5 lg:grid-cols-[15rem_minmax(0,1fr)]"
            >
              <h2 id={`topic-${topic}`} className="text-subsection">
                {t(`faq.topics.${topic}`)}
              </h2>
              <div>
                {ofTopic.map((faq) => (
                  <Question key={faq.id} faq={faq} isOpen={isSearching} />
                ))}
              </div>
            </section>
          )
        })}
      </div>
      <p className="mt-12 text-body text-ink2 md:mt-16">
        {t("faq.more")}{" "}
        <AppLink to="/report" className="link">
          {t("faq.report")}
        </AppLink>
      </p>
    </>
  )
}

/** The anchor is inside: a browser opens the element that hides an address's target. */
function Question({ faq: { id, locale, question, html }, isOpen }: { faq: Shown; isOpen: boolean }) {
  const { t, i18n } = useTranslation("content")
  const lang = locale === i18n.language ? undefined : locale
  return (
    <Disclosure key={String(isOpen)} title={lang ? <span lang={lang}>{question}</span> : question} isOpen={isOpen}>
      <div id={`q-${id}`} className="scroll-mt-36">
        <Prose html={html} lang={lang} />
        <a href={`#q-${id}`} className="mt-3 inline-block text-meta text-mute hover:text-ink">
          {t("faq.link")}
          <span lang={lang} className="sr-only">
            {` ${question}`}
          </span>
        </a>
      </div>
    </Disclosure>
  )
}
