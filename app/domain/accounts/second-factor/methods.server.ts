import type { Ctx } from "~/domain/core/context"
import type { SecondFactor, SecondFactorMethod } from "../schema"
import { relyingParty } from "./passkeys.server"

/** Returns which of a user's second factors can be used on this domain. */
export function methodsOf(ctx: Pick<Ctx, "site" | "locale">, factors: SecondFactor): SecondFactorMethod[] {
  const methods: SecondFactorMethod[] = []
  if (factors.app_since !== null) methods.push("app")
  if (factors.passkeys.some(({ domain }) => domain === relyingParty(ctx).id)) methods.push("passkey")
  if (factors.recovery_codes_left > 0) methods.push("recovery_code")
  return methods
}

/** Returns the other domains that the user has passkeys for. */
export function otherDomains(ctx: Pick<Ctx, "site" | "locale">, { passkeys }: SecondFactor): string[] {
  const { id } = relyingParty(ctx)
  return [...new Set(passkeys.map(({ domain }) => domain))].filter((domain) => domain !== id)
}
