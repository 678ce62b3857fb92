import { useFetcher } from "@remix-run/react"
import Eye from "lucide-react/icons/eye"
import Heading2 from "lucide-react/icons/heading-2"
import Italic from "lucide-react/icons/italic"
import Bold from "lucide-react/icons/letter-b"
import Link2 from "lucide-react/icons/link-2"
import List from "lucide-react/icons/list"
import Pencil from "lucide-react/icons/pencil"
import Quote from "lucide-react/icons/quote"
import { type ComponentType, useRef, useState } from "react"
import { Prose } from "~/features/content/prose"
import { useTranslation } from "~/i18n/use-translation"
import { Button, IconButton } from "~/ui/button"
import { Spinner } from "~/ui/feedback/spinner"
import { TextArea, type TextAreaProps } from "~/ui/form/field"

/** Markdown that a button puts around the selection, or before each of its lines. */
const marks = [
  { name: "heading", Icon: Heading2, before: "## ", isOfLines: true },
  { name: "bold", Icon: Bold, before: "**", after: "**" },
  { name: "italic", Icon: Italic, before: "*", after: "*" },
  { name: "link", Icon: Link2, before: "[", after: "](https://)" },
  { name: "list", Icon: List, before: "- ", isOfLines: true },
  { name: "quote", Icon: Quote, before: "> ", isOfLines: true },
] as const satisfies readonly {
  name: string
  Icon: ComponentType
  before: string
  after?: string
  isOfLines?: true
}[]

/** A text in Markdown, and its preview as the site renders it. */
export function MarkdownField(props: TextAreaProps) {
  const { t } = useTranslation("admin-kit")
  const field = useRef<HTMLTextAreaElement>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const fetcher = useFetcher<{ html?: string }>()

  function showPreview() {
    fetcher.submit({ intent: "preview", markdown: field.current?.value ?? "" }, { method: "post" })
    setPreviewed(true)
  }

  const toolbar = (
    <div className="mb-2 flex flex-wrap items-center gap-1" role="toolbar" aria-label={t("markdown.toolbar")}>
      {marks.map(({ name, Icon, ...mark }) => (
        <IconButton
          key={name}
          label={t(`markdown.${name}`)}
          disabled={isPreviewed}
          onClick={() => field.current && insertMark(field.current, mark)}
        >
          <Icon />
        </IconButton>
      ))}
      <Button
        size="small"
        className="ml-auto"
        icon={isPreviewed ? <Pencil /> : <Eye />}
        onClick={() => (isPreviewed ? setPreviewed(false) : showPreview())}
      >
        <span className="max-sm:sr-only">{isPreviewed ? t("markdown.write") : t("markdown.preview")}</span>
      </Button>
    </div>
  )
  const preview = isPreviewed && (
    <div className="min-h-48 rounded-field border border-line bg-surface p-4" aria-live="polite" lang={props.lang}>
      {fetcher.data?.html === undefined || fetcher.state !== "idle" ? (
        <Spinner label={t("markdown.loading")} />
      ) : (
        <Prose html={fetcher.data.html} />
      )}
    </div>
  )
  return (
    <TextArea
      {...props}
      ref={field}
      size="long"
      hidden={isPreviewed}
      toolbar={
        <>
          {toolbar}
          {preview}
        </>
      }
    />
  )
}

/** Inserts through the browser's own editing, so that Ctrl Z undoes it, and reports it as typed. */
function insertMark(
  field: HTMLTextAreaElement,
  { before, after = "", isOfLines }: { before: string; after?: string; isOfLines?: boolean },
) {
  const { selectionStart, selectionEnd, value } = field
  const start = isOfLines ? value.lastIndexOf("\n", selectionStart - 1) + 1 : selectionStart
  const chosen = value.slice(start, selectionEnd)
  field.focus()
  field.setSelectionRange(start, selectionEnd)
  const text = isOfLines ? chosen.replace(/^/gm, before) : before + chosen + after
  if (!document.execCommand("insertText", false, text)) {
    field.setRangeText(text)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
}
