import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { selectBlocks } from "./block-queries.server"
import { openRules } from "./policy"
import * as queries from "./queries.server"
import type { Block, ChatSettings, ContactRules, NewContactRules } from "./schema"
import { getHiddenWords } from "./words/hidden-words.server"

/** Returns who may send a first message to the actor's profile. */
export async function getContactRules(ctx: Ctx): Promise<ContactRules> {
  const [row] = await queries.selectContactRules(ctx.db, requireUser(ctx).id)
  return readRules(row)
}

/** Returns all chat settings of the actor: one round trip, and one call of their inbox, without which `hidden_words` is null. */
export async function getMessageSettings(
  ctx: Ctx,
): Promise<{ rules: ContactRules; shared: ChatSettings; blocks: Block[]; hidden_words: string[] | null }> {
  const { id } = requireUser(ctx)
  const [words, [[rules], [shared], blocks]] = await Promise.all([
    getHiddenWords(ctx).catch(() => null),
    ctx.db.batch([
      queries.selectContactRules(ctx.db, id),
      queries.selectChatSettings(ctx.db, id),
      selectBlocks(ctx.db, id),
    ]),
  ])
  return {
    rules: readRules(rules),
    shared: queries.toChatSettings(shared),
    blocks,
    hidden_words: words?.words ?? null,
  }
}

function readRules(row: Awaited<ReturnType<typeof queries.selectContactRules>>[number] | undefined): ContactRules {
  if (!row) return openRules
  const languages = row.languages.split(",").filter((code) => code !== "") as ContactRules["languages"]
  return {
    verified_only: row.verifiedOnly,
    premium_only: row.premiumOnly,
    languages,
    daily_budget: row.dailyBudget,
    private_for: row.privateFor,
  }
}

/** Replaces the actor's rules, and who sees their private media if that is given. */
export async function setContactRules(ctx: Ctx, rules: NewContactRules): Promise<ContactRules> {
  const unique = { ...rules, languages: [...new Set(rules.languages)] }
  return readRules(await queries.upsertContactRules(ctx.db, requireUser(ctx).id, unique, ctx.now()))
}

/** Returns what the actor shares while chatting. */
export async function getChatSettings(ctx: Ctx): Promise<ChatSettings> {
  return queries.findChatSettings(ctx.db, requireUser(ctx).id)
}

export async function setChatSettings(ctx: Ctx, settings: ChatSettings): Promise<ChatSettings> {
  const { id } = requireUser(ctx)
  await queries.upsertChatSettings(ctx.db, id, settings, ctx.now())
  await ctx.live(id).share({ typing: settings.typing, readReceipts: settings.read_receipts })
  return settings
}
