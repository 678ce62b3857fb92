import { useFetcher } from "@remix-run/react"
import { type RefObject, useEffect } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { lastListAsked, type TabHistory } from "./last-list"
import { fillField } from "./use-first-draft"

export interface AskedOfferProps {
  /** The slug of the profile that the message is for. */
  profile: string
  form: RefObject<HTMLFormElement>
}

/** Offers what the reader searched for as a sentence of their first message, in the owner's language. Nothing is sent by it. */
export function AskedOffer({ profile, form }: AskedOfferProps) {
  const { t } = useTranslation("chat")
  const { load, data } = useFetcher<{ asked: string | null }>()
  useEffect(() => {
    const asked = lastListAsked((window as { navigation?: TabHistory }).navigation ?? null)
    if (asked) load(`/profile/chat/new?${new URLSearchParams([["profile", profile], ...asked])}`)
  }, [load, profile])
  const sentence = data?.asked
  if (!sentence) return null

  function add(text: string) {
    const field = form.current?.elements.namedItem("body")
    if (!(field instanceof HTMLTextAreaElement)) return
    if (!field.value.includes(text))
      fillField(field, field.value.trim() === "" ? text : `${field.value.trimEnd()}\n${text}`)
    field.focus()
  }

  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="small" onClick={() => add(sentence)}>
        {t("first.asked.add")}
      </Button>
      <q dir="auto" className="min-w-0 text-meta text-ink2">
        {sentence}
      </q>
    </div>
  )
}
