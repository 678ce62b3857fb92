import type { Named } from "~/domain/profiles/catalog/schema"
import {
  fieldLimits,
  type ProfileField,
  type ProfileTextField,
  type ProfileTextName,
  profileTextFields,
  profileTextNames,
  textProblems,
} from "~/domain/profiles/content/fields"
import { spokenLanguages } from "~/domain/profiles/content/spoken-languages"
import type { Workshop } from "~/domain/profiles/editing/schema"
import { formatLanguage, formatNumber } from "~/i18n/format"
import { type Locale, locales } from "~/i18n/locales"
import { useFormatCount } from "~/i18n/use-format-count"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"
import { TextArea, TextField } from "~/ui/form/field"
import { ChoiceGroup } from "~/ui/form/radio"
import { Select } from "~/ui/form/select"
import { AppLink } from "~/ui/navigation/app-link"
import { FieldState, useReturnReason } from "./field-state"
import { WorkshopForm } from "./fields-form"
import { DraftPanel } from "./translation/draft-panel"
import { type OwnDrafts, useTextDrafts } from "./translation/use-text-drafts"
import { useKeptFields } from "./use-kept-fields"

export interface TextsFormProps {
  fields: Workshop["fields"]
  cities: Named[]
  categories: Named[]
  /** Whether this site has a translator. */
  canDraft: boolean
  result: FormResult | undefined
}

/** Who the profile is about, and its texts in both languages side by side. */
export function TextsForm({ fields: stored, cities, categories, canDraft, result }: TextsFormProps) {
  const { t } = useTranslation("workshop")
  const kept = useKeptFields("words", stored)
  const drafts = useTextDrafts(kept)
  const { fields } = kept
  const returned = useReturnReason()
  const toOptions = (all: Named[]) => all.map(({ slug, name }) => ({ value: slug, label: name }))
  const props = <Field extends ProfileField>(name: Field) => ({
    id: name,
    name,
    aside: <FieldState edit={fields[name].edit} />,
    error: returned(fields[name]) ?? undefined,
  })
  return (
    <WorkshopForm key={kept.form} name="words" fields={stored} kept={kept} result={result} changes={drafts.changes}>
      <h2 className="text-subsection">{t("words.who")}</h2>
      <div className="mt-5 grid gap-6 sm:grid-cols-2">
        <TextField
          {...props("name")}
          label={t("fields.name")}
          hint={t("fields.name_hint")}
          defaultValue={fields.name.value}
          autoComplete="off"
        />
        <TextField
          {...props("slug")}
          label={t("fields.slug")}
          hint={t("fields.slug_hint")}
          defaultValue={fields.slug.value}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Select
          {...props("city")}
          label={t("fields.city")}
          hint={t("fields.city_hint")}
          options={toOptions(cities)}
          defaultValue={fields.city.value}
        />
        <Select
          {...props("category")}
          label={t("fields.category")}
          options={toOptions(categories)}
          defaultValue={fields.category.value}
        />
      </div>
      <div className="mt-8">
        <Languages field={fields.languages} error={returned(fields.languages)} />
      </div>
      <h2 id="texts" className="mt-12 text-subsection">
        {t("words.texts")}
      </h2>
      <p className="measure mt-2 text-ui text-ink2">{t("words.texts_lead")}</p>
      {canDraft && <DraftPanel drafts={drafts} />}
      {profileTextNames.map((name) => (
        <div key={name} className="mt-8 grid gap-6 md:grid-cols-2">
          {locales.map(({ code }) => (
            <TextOf key={code} name={name} locale={code} fields={fields} drafts={drafts} />
          ))}
        </div>
      ))}
    </WorkshopForm>
  )
}

type TextValues = Record<ProfileTextField, string>

interface TextOfProps {
  name: ProfileTextName
  locale: Locale
  fields: Workshop["fields"]
  drafts: OwnDrafts
}

function TextOf({ name, locale: code, fields, drafts }: TextOfProps) {
  const { t } = useTranslation("workshop")
  const locale = useLocale()
  const formatCount = useFormatCount()
  const returned = useReturnReason()
  const id = `${name}.${code}` as const
  const field = fields[id]
  const draft = drafts.texts[id]
  const isUnread = drafts.unread.has(id)
  const { min, max } = fieldLimits[name]
  const values = Object.fromEntries(profileTextFields.map((text) => [text, fields[text].value])) as TextValues
  const problems = textProblems(values)
  const hint = t(`fields.${name}_hint`, { min: formatNumber(min, locale), max: formatNumber(max, locale) })
  const isMissing =
    min > 0 && drafts.states[id] === "empty" && (id in problems || ("texts" in problems && code === locale))
  return (
    <div>
      <TextArea
        key={draft}
        id={id}
        name={id}
        lang={code}
        label={
          <>
            {t(`fields.${name}`)} <span className="text-mute">· {formatLanguage(code, locale)}</span>
          </>
        }
        aside={
          isUnread ? (
            <Badge tone="accent">{t("drafts.unread")}</Badge>
          ) : isMissing ? (
            <Badge tone="warn">{t("item_states.missing")}</Badge>
          ) : (
            <FieldState edit={field.edit} />
          )
        }
        hint={isUnread ? t("drafts.read_it") : hint}
        error={returned(field) ?? undefined}
        defaultValue={draft ?? field.value}
        onChange={(event) => drafts.typed(id, event.currentTarget.value)}
        maxLength={max}
        countFrom={0}
        formatCount={formatCount}
        size={name === "about" ? "long" : "short"}
      />
      {isUnread && (
        <p className="mt-2">
          <Button size="small" onClick={() => drafts.markRead(id)}>
            {t("drafts.mark_read")}{" "}
            <span className="sr-only">{`${t(`fields.${name}`)} · ${formatLanguage(code, locale)}`}</span>
          </Button>
        </p>
      )}
      {field.hidden !== null && <HiddenText text={field.hidden} language={code} />}
    </div>
  )
}

/** The words of a text that is hidden or was taken down. */
function HiddenText({ text, language }: { text: string; language: Locale }) {
  const { t } = useTranslation("workshop")
  return (
    <div className="mt-3 border-l-2 border-line pl-4 text-ui text-ink2">
      <p>{t("hidden_text.text")}</p>
      <p lang={language} className="my-2 line-clamp-6 whitespace-pre-line text-ink">
        {text}
      </p>
      <AppLink to="/profile/decisions" className="link">
        {t("hidden_text.next")}
      </AppLink>
    </div>
  )
}

/** French language names are in lower case; labels begin with a capital. */
function capitalized(word: string, locale: string): string {
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)
}

function Languages({ field, error }: { field: Workshop["fields"]["languages"]; error: string | null }) {
  const { t } = useTranslation("workshop")
  const locale = useLocale()
  const languages = spokenLanguages
    .map((code) => ({ code, name: capitalized(formatLanguage(code, locale), locale) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
  return (
    <ChoiceGroup
      legend={
        <span id="languages" className="flex flex-wrap items-baseline gap-3">
          {t("fields.languages")} <FieldState edit={field.edit} />
        </span>
      }
      error={error ?? undefined}
      className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 md:grid-cols-4 md:gap-y-2.5"
    >
      {languages.map(({ code, name }) => (
        <Checkbox key={code} name={`language_${code}`} label={name} defaultChecked={field.value.includes(code)} />
      ))}
    </ChoiceGroup>
  )
}
