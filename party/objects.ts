/**
 * The deployment's Durable Objects by name, in the jurisdiction of its data (`DATA_JURISDICTION`): nothing else may ask
 * a namespace for one, since the same name elsewhere is another object.
 */
export const chatRoomOf = (env: Env, conversationId: string) => within(env, env.ChatRoom).getByName(conversationId)

export const userChannelOf = (env: Env, userId: string) => within(env, env.UserChannel).getByName(userId)

/** There is one back office. */
export const backOfficeOf = (env: Env) => within(env, env.BackOffice).getByName("back-office")

export const rateLimiterOf = (env: Env, name: string) => within(env, env.RateLimiter).getByName(name)

/** Objects among which the profiles' views are spread. A change of the number counts the visitors of that day again. */
const viewCounters = 8

export const viewCounterOf = (env: Env, slug: string) =>
  within(env, env.ViewCounter).getByName(`views-${shareOf(slug, viewCounters)}`)

/** Objects among which the counting of messages is spread. Their number may change: each counts what it was given. */
const messageCounters = 8

export const messageCounterOf = (env: Env, conversationId: string) =>
  within(env, env.MessageCounter).getByName(`messages-${shareOf(conversationId, messageCounters)}`)

/** Returns the share, from 0, that a name belongs to. */
function shareOf(name: string, shares: number): number {
  return [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 65_521, 7) % shares
}

function within<T extends Rpc.DurableObjectBranded | undefined>(
  { DATA_JURISDICTION }: Env,
  namespace: DurableObjectNamespace<T>,
): DurableObjectNamespace<T> {
  return DATA_JURISDICTION ? namespace.jurisdiction(DATA_JURISDICTION as DurableObjectJurisdiction) : namespace
}
