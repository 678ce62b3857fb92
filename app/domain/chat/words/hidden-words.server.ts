import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { countWrite } from "../conversations.server"
import { reach } from "../inbox/reach.server"
import { uniqueWords } from "./hidden-words"
import type { HiddenWords } from "./schema"

/** Returns the words by which the actor hides messages. They live with the inbox. Throws `chat.unreachable`. */
export async function getHiddenWords(ctx: Ctx): Promise<HiddenWords> {
  return { words: await reach(ctx, ctx.live(requireUser(ctx).id).hiddenWords()) }
}

/** Replaces the words by which the actor hides messages. Nobody else learns of them. */
export async function setHiddenWords(ctx: Ctx, { words }: HiddenWords): Promise<HiddenWords> {
  const unique = uniqueWords(words)
  await ctx.live(await countWrite(ctx)).setHiddenWords(unique)
  return { words: unique }
}
