import { impersonationOf } from "~/domain/core/actor/actor"
import type { Ctx } from "~/domain/core/context"
import { CountryCode } from "~/domain/core/countries/schema"
import { getHiding, getSeenFrom } from "~/domain/profiles/hiding/hiding.server"
import { AppError } from "~/lib/errors"
import { countryChoices } from "./country-choices.server"
import type { SeenFromProps } from "./seen-from"

/** Returns as whom the actor can look at their profile: the people it is hidden from, then every country. */
export async function seenFromChoices(ctx: Ctx): Promise<SeenFromProps["choices"]> {
  // The owner's own words about people: staff who see the site as them look from countries alone.
  const people = impersonationOf(ctx.actor) ? [] : (await getHiding(ctx)).people
  return [
    ...people.map(({ id, address, note }) => ({ value: id, name: note || address })),
    ...countryChoices(ctx.locale).map(({ code, name }) => ({ value: code, name })),
  ]
}

/** Returns whether the actor's profile is shown there; null without a choice. Throws `filter.unknown` for none of the choices. */
export async function seenFrom(
  ctx: Ctx,
  value: string | null,
  choices: SeenFromProps["choices"],
): Promise<SeenFromProps["seen"]> {
  if (!value) return null
  const choice = choices.find((one) => one.value === value)
  if (!choice) throw new AppError("filter.unknown")
  const isCountry = CountryCode.safeParse(value).success
  return { ...choice, ...(await getSeenFrom(ctx, isCountry ? { country: value } : { person: value })) }
}
