import { ulid } from "../ids.ts"
import { pools, slugOf } from "../people.ts"
import { random } from "../random.ts"
import { day, type SeedOptions, type TableRow } from "../rows.ts"

const joined = 300
/** Days over which they joined. */
const span = 720
/** Of them those who pay, by price: as many as these. */
const paying = [
  { price: "price_premium_monthly", months: 1, amount: 29_00, members: 46 },
  { price: "price_premium_quarterly", months: 3, amount: 78_00, members: 14 },
  { price: "price_premium_yearly", months: 12, amount: 290_00, members: 9 },
] as const

/** Builds members who cannot log in, and what some of them paid: what the back office's figures are of. */
export function buildSubscribers({ seed, now }: Omit<SeedOptions, "pictures">): TableRow[] {
  const draw = random(seed, "subscribers")
  const plans = paying.flatMap(({ members, ...plan }) => Array.from({ length: members }, () => plan))
  return Array.from({ length: joined }, (_, index) => {
    // More and more of them join, and more at the end of a week.
    const ago = Math.floor(span * (1 - Math.sqrt((index + 0.5) / joined)))
    const createdAt = now - ago * day - draw.below(day) - day
    const pool = draw.pick([pools.french, pools.british, pools.italian])
    const name = `${draw.pick([...(pool?.woman ?? []), ...(pool?.man ?? [])])} ${draw.pick(pool?.last ?? [])}`
    const id = ulid(createdAt, draw)
    const user = {
      id,
      email: `${slugOf(name)}-${index}@members.salon.test`,
      name,
      password_hash: null,
      email_verified_at: createdAt,
      locale: draw.chance(0.6) ? "fr" : "en",
      created_at: createdAt,
      updated_at: createdAt,
    }
    const plan = index % 4 === 0 ? plans[index / 4] : undefined
    return [{ table: "users", row: user }, ...(plan ? buildSubscription({ id, createdAt }, plan, index, now) : [])]
  }).flat()

  function buildSubscription(
    { id, createdAt }: { id: string; createdAt: number },
    { price, months, amount }: Omit<(typeof paying)[number], "members">,
    index: number,
    now: number,
  ): TableRow[] {
    const period = months * 30 * day
    const start = createdAt + draw.below(day)
    const payments = Array.from({ length: Math.ceil((now - start) / period) }, (_, at) => start + at * period)
    const last = payments.at(-1) ?? start
    const stripeId = `sub_demo_figures_${index}`
    return [
      {
        table: "subscriptions",
        row: {
          id: ulid(start, draw),
          user_id: id,
          type: "premium",
          stripe_id: stripeId,
          stripe_status: "active",
          stripe_price: price,
          quantity: 1,
          trial_ends_at: null,
          ends_at: null,
          started_at: start,
          period_starts_at: last,
          period_ends_at: last + period,
          next_amount: amount,
          created_at: start,
          updated_at: last,
        },
      },
      ...payments.map((paidAt, at) => ({
        table: "invoices",
        row: {
          id: ulid(paidAt, draw),
          user_id: id,
          stripe_invoice: `in_${stripeId}_${at}`,
          stripe_subscription: stripeId,
          stripe_price: price,
          number: `DEMO-${index}-${at + 1}`,
          status: "paid",
          currency: "eur",
          total: amount,
          tax: Math.round(amount / 6),
          paid: amount,
          refunded: draw.chance(0.03) ? amount : 0,
          due: 0,
          period_starts_at: paidAt,
          period_ends_at: paidAt + period,
          issued_at: paidAt,
          paid_at: paidAt,
          next_retry_at: null,
          attempts: 1,
          created_at: paidAt,
          updated_at: paidAt,
        },
      })),
    ]
  }
}
