import { useEffect, useRef } from "react"
import { ApiProblem, callApi, showProblem } from "~/browser/call-api"
import type { Message } from "~/domain/chat/schema"
import type { Connection } from "~/features/shell/live/connection"
import { useLive } from "~/features/shell/live/live-context"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { outboxOf, type Unsent } from "./outbox"
import { createSender, type Sent } from "./outbox-sender"

/** A request that takes longer (ms) is retried. */
const sentWithin = 20_000
/** The session has ended: logging in loads a new page, and with it a new sender. */
const signedOutFor = 60_000

/** Sends the member's unsent messages while any of their pages is open. */
export function useOutboxSender(): void {
  const { t } = useTranslation()
  const userId = useRootData()?.user?.id
  const { connection, state } = useLive()
  const live = useRef(connection)
  live.current = connection
  const sender = useRef<ReturnType<typeof createSender> | null>(null)

  useEffect(() => {
    if (!userId) return
    const own = createSender({
      outbox: outboxOf(userId),
      lock: async (name, action) => (navigator.locks ? await navigator.locks.request(name, action) : action()),
      tooOld: t("live.too_old"),
      send: (unsent) => send(live.current, unsent, t("live.refused")),
    })
    sender.current = own
    const retryIfVisible = () => {
      if (!document.hidden) own.retryNow()
    }
    window.addEventListener("online", own.retryNow)
    document.addEventListener("visibilitychange", retryIfVisible)
    return () => {
      sender.current = null
      window.removeEventListener("online", own.retryNow)
      document.removeEventListener("visibilitychange", retryIfVisible)
      own.close()
    }
  }, [userId, t])
  useEffect(() => {
    if (state === "connected") sender.current?.retryNow()
  }, [state])
}

/** Sends by the socket, and by the API what the socket does not accept. */
async function send(
  connection: Connection | null,
  { conversation_id, client_id, body, reply_to }: Unsent,
  otherwise: string,
): Promise<Sent> {
  if (!navigator.onLine) return { kind: "later", after: null }
  const json = { client_id, body, reply_to }
  const stored = await connection?.send(conversation_id, json)
  if (stored) return { kind: "stored", message: stored }
  try {
    const path = `/api/conversations/${conversation_id}/messages`
    const signal = AbortSignal.timeout(sentWithin)
    const message = await callApi<Message>(path, { method: "POST", json, isQuiet: true, signal })
    return { kind: "stored", message }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.status === 401) return { kind: "later", after: signedOutFor }
    // The page itself shows a lost connection.
    if (!error.isPassing || error.status === 429) showProblem(error)
    if (error.isPassing) return { kind: "later", after: error.retryAfter }
    return { kind: "refused", sentence: error.sentence ?? otherwise }
  }
}
