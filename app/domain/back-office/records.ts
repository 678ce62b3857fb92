import { recordChannel } from "../chat/channel-names"

/** Parts of addresses that stand where a record's id does. */
const notRecords = ["new", "exports", "import"]

/** Returns the channel of the record that a page, or an operation of the API, is about; null for any other. */
export function recordChannelOf(path: string): string | null {
  const [, resource, id] = /^\/(?:dashboard|api)\/admin\/([a-z-]{1,40})\/([\w-]{1,64})(?:[/.]|$)/.exec(path) ?? []
  return resource && id && !notRecords.includes(id) ? recordChannel(resource, id) : null
}

/** The page of a record. */
export const recordPath = ({ resource, id }: { resource: string; id: string }) => `/dashboard/admin/${resource}/${id}`
