import PencilLine from "lucide-react/icons/pencil-line"
import TextQuote from "lucide-react/icons/text-quote"
import { useRef, useState } from "react"
import { callApi } from "~/browser/call-api"
import type { MessageTemplate } from "~/domain/chat/replies/schema"
import { useTranslation } from "~/i18n/use-translation"
import { IconButton } from "~/ui/button"
import { Menu, MenuItem, MenuSeparator } from "~/ui/overlay/menu"
import { fillTemplate } from "./fill-template"

export interface TemplateMenuProps {
  /** The other member's name. */
  name: string
  /** Inserts a text into the composer; nothing is sent. */
  onInsert: (text: string) => void
}

/** The owner's templates, fetched when the menu is first opened. */
export function TemplateMenu({ name, onInsert }: TemplateMenuProps) {
  const { t } = useTranslation("chat")
  const [templates, setTemplates] = useState<MessageTemplate[] | null>(null)
  const isLoading = useRef(false)

  async function load() {
    if (templates || isLoading.current) return
    isLoading.current = true
    try {
      setTemplates((await callApi<{ data: MessageTemplate[] }>("/api/me/templates")).data)
    } catch {
      // The toast says it; opening the menu again tries again.
    }
    isLoading.current = false
  }

  return (
    <Menu
      label={t("templates.title")}
      className="max-h-[60dvh] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto"
      trigger={(attributes) => (
        <IconButton label={t("templates.title")} {...attributes} onClick={load} className="max-md:size-11">
          <TextQuote />
        </IconButton>
      )}
    >
      {templates?.map(({ id, title, body }) => (
        <MenuItem key={id} onSelect={() => onInsert(fillTemplate(body, name))}>
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {title}
          </span>
        </MenuItem>
      ))}
      {templates !== null && templates.length > 0 && <MenuSeparator />}
      <MenuItem to="/profile/escort/answers#templates" icon={<PencilLine />}>
        {t(templates?.length === 0 ? "templates.first" : "templates.edit")}
      </MenuItem>
    </Menu>
  )
}
