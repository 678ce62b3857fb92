import { conversationsAtOnce, ownMessages, readConversations } from "../chat/privacy.server"
import type { Ctx } from "../core/context"
import type { Place } from "../core/shared/lane"
import { exportFolder } from "./files.server"
import { asJson } from "./json.server"

/** The folder in which an export's messages wait for its file. */
const partsFolder = (userId: string, requestId: string) => `${exportFolder(userId)}${requestId}/`

interface PartRequest {
  id: string
  userId: string
  /** Where the part before it stopped; null for the first one. */
  place: Place
}

/**
 * Writes a user's messages in the next conversations to a file beside their export, and returns where the next part
 * goes on, null after the last one. A part that is written again replaces itself.
 */
export async function writeMessagePart(
  ctx: Ctx,
  { id, userId, place }: PartRequest,
  limit = conversationsAtOnce,
): Promise<Place> {
  if (place === null) await deleteMessageParts(ctx, userId)
  const { conversations, next } = await readConversations(ctx, userId, place, limit)
  const writer = await ctx.files.write(`${partsFolder(userId, id)}${place ?? "0"}.json`, "application/json")
  try {
    const encoder = new TextEncoder()
    for await (const piece of asJson(ownMessages(ctx, userId, conversations))) await writer.write(encoder.encode(piece))
    await writer.close()
  } catch (error) {
    await writer.abort()
    throw error
  }
  return next
}

/** Returns the parts of an export's messages in their order: the name in the file, and the text. */
export async function readMessageParts(
  ctx: Pick<Ctx, "files">,
  { id, userId }: { id: string; userId: string },
): Promise<{ name: string; open: () => Promise<AsyncIterable<string>> }[]> {
  const files = await ctx.files.list(partsFolder(userId, id))
  return files
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key }, part) => ({
      name: files.length === 1 ? "data/messages.json" : `data/messages-${part + 1}.json`,
      open: async () => {
        const file = await ctx.files.read(key)
        if (!file) throw new Error("A part of the messages is gone")
        return textOf(file.body)
      },
    }))
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Deletes the parts of all of a user's exports: one export runs at a time. */
export async function deleteMessageParts(ctx: Pick<Ctx, "files">, userId: string): Promise<void> {
  const folder = exportFolder(userId)
  const files = await ctx.files.list(folder)
  const parts = files.filter(({ key }) => key.slice(folder.length).includes("/"))
  await ctx.files.delete(parts.map(({ key }) => key))
}
