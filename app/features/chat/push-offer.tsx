import { useEffect, useState } from "react"
import { ApiProblem } from "~/browser/call-api"
import { readLocal, writeLocal } from "~/browser/local-text"
import { toasts } from "~/browser/toasts"
import { readPushState, turnOnPush } from "~/features/shell/live/web-push"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"

/** The key in localStorage of a refusal on this device. */
const refusedKey = "push refused"

/** The key of the push service, and the texts of its notifications. */
export interface PushService {
  publicKey: string
  texts: { title: string; body: string }
}

export interface PushOfferProps {
  /** Null if Web Push is not configured. */
  push: PushService | null
  /** The newest message is the reader's own: they are at the end of the thread, whose view the offer does not move. */
  hasWritten: boolean
  /** Called when the offer has disappeared from under the focus. */
  onClose: () => void
}

/**
 * Offers push notifications of this conversation's replies, once the reader has written something: not on a device where they
 * refused, or where the browser has been asked already.
 */
export function PushOffer({ push, hasWritten, onClose }: PushOfferProps) {
  const { t } = useTranslation("chat")
  const [isOffered, setOffered] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (push === null || !hasWritten || readLocal(refusedKey) !== null) return
    let isLeft = false
    readPushState().then(
      (state) => {
        if (!isLeft && state === "off" && Notification.permission === "default") setOffered(true)
      },
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [push, hasWritten])
  if (push === null || !isOffered) return null

  function close() {
    setOffered(false)
    onClose()
  }

  async function accept({ publicKey, texts }: PushService) {
    setBusy(true)
    try {
      const state = await turnOnPush(publicKey, texts)
      if (state === "on") toasts.add({ title: t("push.is_on"), color: "ok" })
    } catch (error) {
      // The server's own sentence is shown already.
      if (!(error instanceof ApiProblem) || error.sentence === null) toasts.add({ title: t("not_done"), color: "bad" })
    }
    setBusy(false)
    close()
  }

  return (
    <section
      aria-label={t("push.label")}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 md:px-6"
    >
      <p className="min-w-60 grow basis-0 text-meta text-ink2">{t("push.text")}</p>
      <p className="flex gap-2">
        <Button size="small" isBusy={isBusy} onClick={() => accept(push)}>
          {t("push.accept")}
        </Button>
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            writeLocal(refusedKey, "1")
            close()
          }}
        >
          {t("push.refuse")}
        </Button>
      </p>
    </section>
  )
}
