import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import { maxBody } from "~/domain/chat/limits"
import { maxTemplates, maxTitle } from "~/domain/chat/replies/limits"
import type { MessageTemplate } from "~/domain/chat/replies/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useFormatCount } from "~/i18n/use-format-count"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button, buttonClass, IconButton } from "~/ui/button"
import { TextArea, TextField } from "~/ui/form/field"
import { Disclosure } from "~/ui/overlay/disclosure"

/** The intents of the forms for templates. */
export type TemplateIntent = "create" | "update" | "delete" | "up" | "down"

export interface TemplateListProps {
  templates: MessageTemplate[]
  /** The result of a form by intent. */
  resultOf: (intent: string) => FormResult | undefined
}

/** The owner's templates, each with its form, and the form of a new one. */
export function TemplateList({ templates, resultOf }: TemplateListProps) {
  const { t } = useTranslation("answering")
  const created = resultOf("create")
  const changed = resultOf("update") ?? resultOf("delete") ?? resultOf("up") ?? resultOf("down")
  return (
    <section aria-labelledby="templates">
      <h2 id="templates" className="text-subsection">
        {t("templates.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("templates.lead", { placeholder: "{name}" })}</p>
      {templates.length === 0 ? (
        <p className="mt-4 text-body text-ink2">{t("templates.none")}</p>
      ) : (
        <ol className="mt-5">
          {templates.map((template, index) => (
            <li key={template.id} className="last:*:border-b">
              <Template
                template={template}
                isFirst={index === 0}
                isLast={index === templates.length - 1}
                result={changed?.values?.template === template.id ? changed : undefined}
              />
            </li>
          ))}
        </ol>
      )}
      <FormNotice result={changed?.values ? undefined : changed} />
      {templates.length < maxTemplates ? (
        <details className="mt-6" open={created?.isError}>
          <summary className={buttonClass()}>{t("templates.add")}</summary>
          <TemplateForm key={templates.length} intent="create" result={created} />
        </details>
      ) : (
        <p className="mt-6 text-ui text-ink2">{t("templates.full", { max: maxTemplates })}</p>
      )}
    </section>
  )
}

interface TemplateProps {
  template: MessageTemplate
  isFirst: boolean
  isLast: boolean
  result: FormResult | undefined
}

function Template({ template, isFirst, isLast, result }: TemplateProps) {
  const { t } = useTranslation("answering")
  const { id, title } = template
  return (
    <Disclosure
      look="group"
      isOpen={result?.isError}
      title={
        <span dir="auto" className="min-w-0 truncate">
          {title}
        </span>
      }
    >
      <TemplateForm template={template} intent="update" result={result} />
      <Form method="post" className="mt-4 flex flex-wrap items-center gap-2">
        <input type="hidden" name="template" value={id} />
        <IconButton
          type="submit"
          name="intent"
          value="up"
          look="outlined"
          size="small"
          label={t("templates.up", { title })}
          disabled={isFirst}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          type="submit"
          name="intent"
          value="down"
          look="outlined"
          size="small"
          label={t("templates.down", { title })}
          disabled={isLast}
        >
          <ArrowDown />
        </IconButton>
        <details className="flex flex-wrap items-center gap-2">
          <summary className={buttonClass({ variant: "ghost", size: "small" })}>{t("templates.delete")}</summary>
          <Button type="submit" name="intent" value="delete" variant="danger" size="small" className="mt-2">
            {t("templates.delete_sure", { title })}
          </Button>
        </details>
      </Form>
    </Disclosure>
  )
}

interface TemplateFormProps {
  template?: MessageTemplate
  intent: "create" | "update"
  result: FormResult | undefined
}

function TemplateForm({ template, intent, result }: TemplateFormProps) {
  const { t } = useTranslation("answering")
  const formatCount = useFormatCount()
  const { form, field } = useFormResult(result)
  const title = field("title")
  const body = field("body")
  return (
    <Form ref={form} method="post" noValidate className="mt-4 max-w-xl space-y-5">
      {template && <input type="hidden" name="template" value={template.id} />}
      <TextField
        {...title}
        defaultValue={title.defaultValue ?? template?.title}
        label={t("templates.name")}
        hint={t("templates.name_hint")}
        maxLength={maxTitle}
        required
      />
      <TextArea
        {...body}
        defaultValue={body.defaultValue ?? template?.body}
        label={t("templates.body")}
        hint={t("templates.body_hint", { placeholder: "{name}" })}
        maxLength={maxBody}
        formatCount={formatCount}
        size="long"
        required
      />
      <Button type="submit" name="intent" value={intent}>
        {t("templates.save")}
      </Button>
      <FormNotice result={result} />
    </Form>
  )
}
