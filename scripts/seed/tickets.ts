import { ulid } from "./ids.ts"
import { random } from "./random.ts"
import { day, type SeedOptions, type TableRow } from "./rows.ts"
import { typesetFrench } from "./texts/fragments.ts"

const hour = day / 24

interface Conversation {
  category: string
  state: "open" | "answered"
  /** `ago`: ms before now. */
  messages: { author: "member" | "staff"; ago: number; body: string }[]
}

/** The tickets of the demo's member, in their language. */
const conversations: Conversation[] = [
  {
    category: "account",
    state: "answered",
    messages: [
      {
        author: "member",
        ago: 6 * day + 3 * hour,
        body: "Bonjour,\n\nJe change d'opérateur et mon adresse e-mail disparaîtra à la fin du mois. Puis-je garder mes favoris avec une nouvelle adresse ?",
      },
      {
        author: "staff",
        ago: 5 * day + 5 * hour,
        body: "Bonjour,\n\nOui : demandez le changement dans vos réglages, tant que l'ancienne boîte s'ouvre encore. Nous écrivons aux deux adresses ; quand toutes deux ont confirmé, le compte passe à la nouvelle, favoris compris.\n\nBien à vous,\nAgathe",
      },
    ],
  },
  {
    category: "membership",
    state: "open",
    messages: [
      {
        author: "member",
        ago: 22 * hour,
        body: "Bonjour,\n\nPremium peut-il être offert à quelqu'un d'autre, avec une facture à mon nom ?",
      },
    ],
  },
]

/** Builds the tickets, one of them with a reply of the demo's administrator. */
export function buildTickets(
  { seed, now }: Omit<SeedOptions, "pictures">,
  memberId: string,
  staffId: string,
): TableRow[] {
  const ids = random(seed, "tickets")
  return conversations.flatMap(({ category, state, messages }) => {
    const times = messages.map(({ ago }) => now - ago)
    const [createdAt, updatedAt] = [Math.min(...times), Math.max(...times)]
    const id = ulid(createdAt, ids)
    const ticket = {
      id,
      reference: `T-${id.slice(-8)}`,
      user_id: memberId,
      category,
      name: null,
      email: null,
      locale: "fr",
      state,
      version: messages.length,
      is_suspect: 0,
      created_at: createdAt,
      updated_at: updatedAt,
    }
    const answeredAt = messages.findLast(({ author }) => author === "staff") && updatedAt
    const { reference } = ticket
    const news = answeredAt && {
      id: ulid(answeredAt, ids),
      user_id: memberId,
      type: "ticket",
      subject: `ticket:${reference}`,
      state: "answered",
      reference,
      read_at: null,
      created_at: answeredAt,
      updated_at: answeredAt,
    }
    return [
      { table: "tickets", row: ticket },
      ...(news ? [{ table: "notifications", row: news }] : []),
      ...messages.map(({ author, body }, at) => ({
        table: "ticket_messages",
        row: {
          id: ulid(times[at] as number, ids),
          ticket_id: id,
          author,
          staff_id: author === "staff" ? staffId : null,
          body: typesetFrench(body),
          created_at: times[at] as number,
        },
      })),
    ]
  })
}
