import { startTransition, useEffect, useState } from "react"
import { ApiProblem, callApi } from "~/browser/call-api"
import type { QueueCount } from "~/domain/back-office/queues"
import { backOfficeChannel } from "~/domain/chat/channel-names"
import { useRefresh } from "~/features/shell/live/refresh"
import { useChannel } from "~/features/shell/live/use-channel"

/** Events in a row are one request, this long (ms) after the last. */
const settleDelay = 300

/**
 * Returns the lengths of the reader's queues: counted once the page is there, which does not wait for it, and again when the
 * server says that it changed.
 */
export function useQueueCounts(): readonly QueueCount[] {
  const [counts, setCounts] = useState<readonly QueueCount[]>([])
  const recount = useRefresh(async (signal) => {
    try {
      const { data } = await callApi<{ data: QueueCount[] }>("/api/admin/queues", { isQuiet: true, signal })
      startTransition(() => setCounts(data))
    } catch (error) {
      // Without the rights, the page itself says so at its next request.
      if (!(error instanceof ApiProblem) || error.isPassing) throw error
    }
  }, settleDelay)
  useChannel(backOfficeChannel, {
    onEvent: ({ type }) => {
      if (type === "queues") recount()
    },
    onJoined: recount,
  })
  // Joining the channel counts too, but may not be possible.
  useEffect(recount, [recount])
  return counts
}
