import { ulid } from "./ids.ts"
import { random } from "./random.ts"
import { day, type SeedOptions, type TableRow } from "./rows.ts"
import { typesetFrench } from "./texts/fragments.ts"

const templates = [
  {
    title: "Première réponse",
    body: "Bonjour {name},\n\nMerci pour votre message. Dites-moi la date, l'heure et ce que vous avez en tête : je vous réponds dans la journée.\n\nCamille",
  },
  {
    title: "First reply, in English",
    body: "Hello {name},\n\nThank you for your message. Tell me the date, the time and what you have in mind, and I will answer the same day.\n\nCamille",
  },
  {
    title: "Déjà prise ce soir-là",
    body: "Bonjour {name},\n\nJe ne suis pas libre ce soir-là. Y a-t-il une autre date qui vous conviendrait ?\n\nCamille",
  },
]

/** Twice the longest period of the statistics, so that each has one to be compared with. */
const days = 180

/** Builds the demo owner's templates, reply speed and views: more at weekends, and more of late. */
export function buildOwner({ seed, now }: SeedOptions, owner: { id: string; profileId: string }): TableRow[] {
  const chance = random(seed, "statistics")
  const ids = random(seed, "templates")
  const createdAt = now - 60 * day
  const times = { created_at: createdAt, updated_at: createdAt }
  const rows: TableRow[] = templates.map(({ title, body }, at) => ({
    table: "message_templates",
    row: {
      id: ulid(createdAt + at, ids),
      user_id: owner.id,
      position: at + 1,
      ...times,
      title: title.startsWith("First") ? title : typesetFrench(title),
      body: title.startsWith("First") ? body : typesetFrench(body),
    },
  }))
  rows.push({
    table: "profile_reply_speeds",
    row: { profile_id: owner.profileId, speed: "hours", replies: 23, updated_at: now },
  })
  const months = new Map<string, number[]>()
  for (let ago = days; ago > 0; ago--) {
    const at = new Date(now - ago * day)
    const weekend = [0, 5, 6].includes(at.getUTCDay()) ? 14 : 0
    const month = at.toISOString().slice(0, 7)
    const views = months.get(month) ?? Array<number>(31).fill(0)
    views[at.getUTCDate() - 1] = 12 + weekend + Math.round((days - ago) / 12) + chance.below(11)
    months.set(month, views)
  }
  for (const [month, views] of months)
    rows.push({ table: "profile_months", row: { profile_id: owner.profileId, month, views: JSON.stringify(views) } })
  return rows
}

/** Returns the demo profile as a favourite of another owner, if they have saved it. */
export function buildFavorite(
  { seed, now }: SeedOptions,
  { userId, profileId, index }: { userId: string; profileId: string; index: number },
): TableRow[] {
  const chance = random(seed, "favorite", index)
  if (!chance.chance(0.7)) return []
  const row = { user_id: userId, profile_id: profileId, created_at: now - chance.below(days * day) }
  return [{ table: "favorites", row }]
}
