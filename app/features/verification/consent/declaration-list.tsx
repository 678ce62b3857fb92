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

/** The intent of the form that declares who is depicted. */
export type DeclarationIntent = "declare"

/** Each photo and video of the owner, and who is in it. */
export function DeclarationList({ people, media, result }: OwnPeople & { result: FormResult | undefined }) {
  const { t } = useTranslation("identity")
  useFormResult(result)
  return (
    <section aria-labelledby="media">
      <h2 id="media" className="text-subsection">
        {t("declare.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("declare.lead")}</p>
      {media.length === 0 && (
        <EmptyState title={t("declare.empty")} isBoxed className="mt-5">
          {t("declare.empty_text")}
        </EmptyState>
      )}
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {media.map((mediaItem, index) => (
          <MediaItemRow
            key={mediaItem.id}
            mediaItem={mediaItem}
            people={people}
            number={index + 1}
            result={result?.values?.medium === mediaItem.id ? result : undefined}
          />
        ))}
      </ul>
    </section>
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
  const { id, kind, width, height, color, pass, has_others, is_agreed } = mediaItem
  const isBusy = formData?.get("medium") === id
  const name = t(`declare.${kind}`, { number })
  return (
    <li className="py-5 sm:flex sm:gap-6">
      {width && height ? (
        <WebpPicture
          id={id}
          width={width}
          height={height}
          alt={name}
          sizes="8rem"
          widths={variantWidths(width).slice(0, 1)}
          query={pass?.query}
          color={color ?? undefined}
          className="aspect-[4/5] w-32 shrink-0 rounded-card"
        />
      ) : (
        <span className="block aspect-[4/5] w-32 shrink-0 rounded-card bg-sunk" />
      )}
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
