import { shareOf } from "~/lib/share-of"

/**
 * The deployment's Durable Objects by name, in the jurisdiction of its data (`DATA_JURISDICTION`) and near its region
 * (`OBJECT_LOCATION`): nothing else may ask a namespace for one, since the same name in another jurisdiction is another
 * object, and an object stays where its first request created it.
 */
export const chatRoomOf = (env: Env, conversationId: string) => objectOf(env, env.ChatRoom, conversationId)

export const userChannelOf = (env: Env, userId: string) => objectOf(env, env.UserChannel, userId)

/** There is one back office. */
export const backOfficeOf = (env: Env) => objectOf(env, env.BackOffice, "back-office")

export const rateLimiterOf = (env: Env, name: string) => objectOf(env, env.RateLimiter, name)

/** Objects among which the profiles' views are spread. A change of the number counts the visitors of that day again. */
const viewCounters = 8

export const viewCounterOf = (env: Env, slug: string) =>
  objectOf(env, env.ViewCounter, `views-${shareOf(slug, viewCounters)}`)

/** Objects among which the counting of messages is spread. Their number may change: each counts what it was given. */
const messageCounters = 8

export const messageCounterOf = (env: Env, userId: string) =>
  objectOf(env, env.MessageCounter, `messages-${shareOf(userId, messageCounters)}`)

function objectOf<T extends Rpc.DurableObjectBranded | undefined>(
  { DATA_JURISDICTION, OBJECT_LOCATION }: Env,
  namespace: DurableObjectNamespace<T>,
  name: string,
): DurableObjectStub<T> {
  const place = DATA_JURISDICTION ? namespace.jurisdiction(DATA_JURISDICTION as DurableObjectJurisdiction) : namespace
  if (!OBJECT_LOCATION) return place.getByName(name)
  return place.getByName(name, { locationHint: OBJECT_LOCATION as DurableObjectLocationHint })
}
