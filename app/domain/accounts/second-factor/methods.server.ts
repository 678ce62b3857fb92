import type { Ctx } from "~/domain/context"
import type { SecondFactor, SecondFactorMethod } from "../schema"
import { relyingParty } from "./passkeys.server"

/** What can be used on this domain, of what a user has. */
export function methodsOf(ctx: Pick<Ctx, "site" | "locale">, present: SecondFactor): SecondFactorMethod[] {
  const methods: SecondFactorMethod[] = []
  if (present.app_since !== null) methods.push("app")
  if (present.passkeys.some(({ domain }) => domain === relyingParty(ctx).id)) methods.push("passkey")
  if (present.recovery_codes_left > 0) methods.push("recovery_code")
  return methods
}

/** Where those passkeys work that do not work here. */
export function otherDomains(ctx: Pick<Ctx, "site" | "locale">, { passkeys }: SecondFactor): string[] {
  const { id } = relyingParty(ctx)
  return [...new Set(passkeys.map(({ domain }) => domain))].filter((domain) => domain !== id)
}
