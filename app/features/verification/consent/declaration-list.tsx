import { useNavigation } from "@remix-run/react"
import { variantWidths } from "~/domain/media/pictures/variants"
import type { DeclaredMediaItem, OwnPeople, Person } from "~/domain/verification/consent/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Checkbox } from "~/ui/form/checkbox"
import { Radio } from "~/ui/form/radio"
import { WebpPicture } from "~/ui/webp-picture"

/** The intents of the forms that declare who is depicted. */
export type DeclarationIntent = "declare" | "declare_all"

interface DeclarationListProps extends OwnPeople {
  resultOf: (intent: string) => FormResult | undefined
}

/**
 * Who is in the owner's photos and videos: one question for all of which they have said nothing yet, then those with
 * others, one by one, and at last those that show only them.
 */
export function DeclarationList({ people, media, resultOf }: DeclarationListProps) {
  const { t } = useTranslation("identity")
  const result = resultOf("declare")
  const resultOfAll = resultOf("declare_all")
  useFormResult(result)
  useFormResult(resultOfAll)
  const numbered = media.map((mediaItem, index) => ({ mediaItem, number: index + 1 }))
  const undeclared = numbered.filter(({ mediaItem }) => mediaItem.has_others === null)
  const shared = numbered.filter(({ mediaItem }) => mediaItem.has_others === true)
  const alone = numbered.filter(({ mediaItem }) => mediaItem.has_others === false)
  const rows = (list: Numbered[]) => (
    <ul className="mt-5 divide-y divide-line border-y border-line">
      {list.map(({ mediaItem, number }) => (
        <MediaItemRow
          key={mediaItem.id}
          mediaItem={mediaItem}
          people={people}
          number={number}
          result={result?.values?.medium === mediaItem.id ? result : undefined}
        />
      ))}
    </ul>
  )
  if (media.length === 0)
    return (
      <section aria-labelledby="media">
        <h2 id="media" className="text-subsection">
          {t("declare.title")}
        </h2>
        <EmptyState title={t("declare.empty")} isBoxed className="mt-5">
          {t("declare.empty_text")}
        </EmptyState>
      </section>
    )
  return (
    <>
      <FormNotice result={resultOfAll} />
      {undeclared.length > 0 && <FirstDeclaration media={undeclared} />}
      {shared.length > 0 && (
        <section aria-labelledby="shared">
          <h2 id="shared" className="text-subsection">
            {t("declare.shared")}
          </h2>
          <p className="measure mt-2 text-body text-ink2">{t("declare.shared_lead")}</p>
          {rows(shared)}
        </section>
      )}
      {alone.length > 0 && (
        <section aria-labelledby="alone">
          <h2 id="alone" className="text-subsection">
            {t("declare.alone", { count: alone.length })}
          </h2>
          <ul className="mt-5 flex flex-wrap gap-2">
            {alone.map(({ mediaItem, number }) => (
              <li key={mediaItem.id} className="w-16">
                <Thumbnail mediaItem={mediaItem} name={t(`declare.${mediaItem.kind}`, { number })} />
              </li>
            ))}
          </ul>
          <details open={alone.some(({ mediaItem }) => mediaItem.id === result?.values?.medium)} className="mt-4">
            <summary className="link touch-target inline-flex cursor-pointer text-ui">{t("declare.change")}</summary>
            {rows(alone)}
          </details>
        </section>
      )}
    </>
  )
}

/** A photo or video with its number among all of the owner's. */
interface Numbered {
  mediaItem: DeclaredMediaItem
  number: number
}

/** The one question about everything of which nothing has been said, with exceptions. */
function FirstDeclaration({ media }: { media: Numbered[] }) {
  const { t } = useTranslation("identity")
  const isBusy = useNavigation().formData?.get("intent") === "declare_all"
  return (
    <section aria-labelledby="undeclared">
      <Form method="post" key={media.map(({ mediaItem }) => mediaItem.id).join()}>
        <fieldset>
          <legend id="undeclared" className="text-subsection">
            {t("declare.all", { count: media.length })}
          </legend>
          <p className="measure mt-2 text-body text-ink2">{t("declare.all_lead")}</p>
          <ul className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4">
            {media.map(({ mediaItem, number }) => {
              const name = t(`declare.${mediaItem.kind}`, { number })
              return (
                <li key={mediaItem.id}>
                  <Thumbnail mediaItem={mediaItem} name={name} />
                  <input type="hidden" name="media" value={mediaItem.id} />
                  <Checkbox
                    name="exception"
                    value={mediaItem.id}
                    label={
                      <>
                        {t("declare.exception")} <span className="sr-only">: {name}</span>
                      </>
                    }
                    className="mt-2"
                  />
                </li>
              )
            })}
          </ul>
        </fieldset>
        <Button type="submit" name="intent" value="declare_all" variant="primary" isBusy={isBusy} className="mt-6">
          {t("declare.all_save")}
        </Button>
      </Form>
    </section>
  )
}

function Thumbnail({ mediaItem, name }: { mediaItem: DeclaredMediaItem; name: string }) {
  const { id, width, height, color, pass } = mediaItem
  if (!width || !height)
    return <span role="img" aria-label={name} className="block aspect-[4/5] rounded-card bg-sunk" />
  return (
    <WebpPicture
      id={id}
      width={width}
      height={height}
      alt={name}
      sizes="10rem"
      widths={variantWidths(width).slice(0, 1)}
      query={pass?.query}
      color={color ?? undefined}
      className="aspect-[4/5] rounded-card"
    />
  )
}

interface RowProps {
  mediaItem: DeclaredMediaItem
  people: Person[]
  number: number
  result: FormResult | undefined
}

function MediaItemRow({ mediaItem, people, number, result }: RowProps) {
  const { t } = useTranslation("identity")
  const { formData } = useNavigation()
  const { id, kind, has_others, is_agreed } = mediaItem
  const isBusy = formData?.get("medium") === id
  const name = t(`declare.${kind}`, { number })
  return (
    <li className="py-5 sm:flex sm:gap-6">
      <div className="w-32 shrink-0">
        <Thumbnail mediaItem={mediaItem} name={name} />
      </div>
      <Form method="post" key={JSON.stringify(mediaItem.people)} className="mt-4 min-w-0 grow sm:mt-0">
        <input type="hidden" name="medium" value={id} />
        <fieldset>
          <legend className="text-ui font-medium">
            {name} · {t("declare.question")}
          </legend>
          <div className="mt-3 space-y-3">
            <Radio
              name="others"
              value="no"
              defaultChecked={has_others === false}
              label={t("declare.nobody")}
              required
            />
            <Radio
              name="others"
              value="yes"
              defaultChecked={has_others === true}
              label={t("declare.others")}
              required
            />
          </div>
        </fieldset>
        {people.length > 0 && (
          <fieldset className="mt-4">
            <legend className="text-meta text-mute">{t("declare.who")}</legend>
            <div className="mt-2 space-y-3">
              {people.map((person) => {
                const consent = mediaItem.people.find((one) => one.id === person.id)
                return (
                  <Checkbox
                    key={person.id}
                    name="person"
                    value={person.id}
                    defaultChecked={consent !== undefined}
                    label={person.label}
                    description={consent && t(`declare.states.${consent.state}`)}
                  />
                )
              })}
            </div>
          </fieldset>
        )}
        {has_others !== null && !is_agreed && <p className="mt-4 text-ui text-warn">{t("declare.hidden")}</p>}
        <FormNotice result={result} />
        <Button type="submit" name="intent" value="declare" isBusy={isBusy} className="mt-4">
          {t("declare.save")}
          <span className="sr-only">: {name}</span>
        </Button>
      </Form>
    </li>
  )
}
