import { isSignedIn } from "~/domain/core/actor/actor"
import { ruleOf } from "~/domain/core/countries/policy"
import { ageAssurances } from "~/domain/safety/age.server"
import type { AppContext } from "../env"
import { readCookie, writeCookie } from "./cookies"

/** Whether this visitor must pass the age notice. Members declared their age when they joined. */
export function mustShowAge(c: AppContext): boolean {
  return asksAge(c) && !isSignedIn(c.var.ctx.actor) && !hasPassedAge(c)
}

/** Whether visitors are asked: all of them, or those of this country (trust-safety R30). */
export function asksAge(c: AppContext): boolean {
  return c.var.config.AGE_NOTICE === "on" || ruleOf(c.var.ctx, "visit") === "age_gate"
}

export function hasPassedAge(c: AppContext): boolean {
  return assuranceOf(c).accepts(c.var.config.SECRETS_KEY, readCookie(c, "age"))
}

/** Stores for a day that this visitor has passed the age notice. */
export function passAge(c: AppContext): void {
  writeCookie(c, "age", assuranceOf(c).pass(c.var.config.SECRETS_KEY))
}

function assuranceOf(c: AppContext) {
  return ageAssurances[c.var.config.AGE_ADAPTER]
}
