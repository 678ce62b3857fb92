import { HOUR } from "~/lib/time"
import { type Actor, isSignedIn } from "../../core/actor/actor"
import { isPermitted } from "../../core/actor/guards"
import { longest } from "../../safety/sanctions/schema"
import { type DeskMember, type MemberAction, type MemberSanction, memberActions } from "./members"

type MemberState = Pick<DeskMember, "id" | "ban" | "limited_until" | "suspended_until" | "roles" | "sanctions">

/** Returns the closure that awaits a second person, or null. */
export function pendingClosure({ sanctions }: Pick<MemberState, "sanctions">, now: number): MemberSanction | null {
  const isPending = ({ kind, state, expires_at }: MemberSanction) =>
    kind === "close" && state === "pending" && expires_at !== null && expires_at > now
  return sanctions.find(isPending) ?? null
}

/** Returns whether only staff who may close accounts end what restricts the member, as sanctions/queries.server.ts decides it. */
function isOfLead(member: MemberState, now: number): boolean {
  const isLong = ({ kind, state, created_at, expires_at }: MemberSanction) =>
    (kind === "limit" || kind === "suspend") &&
    state === "active" &&
    (expires_at ?? 0) - created_at > longest.byModerator * HOUR
  return pendingClosure(member, now) !== null || member.sanctions.some(isLong)
}

/** Returns whether it is the actor's own account, on which they do nothing in the back office (`requireOther`). */
export function isOwnAccount(actor: Actor, memberId: string): boolean {
  return isSignedIn(actor) && actor.user.id === memberId
}

/** Returns the acts that the member's state and the actor's permissions allow; the services decide once more. */
export function actionsOn(actor: Actor, member: MemberState, now: number): MemberAction[] {
  if (isOwnAccount(actor, member.id)) return []
  const closure = pendingClosure(member, now)
  const isOpen = member.ban === null
  const isStaff = member.roles.length > 0
  const isFree = isOpen && !isStaff
  const [isLimited, isSuspended] = [member.limited_until !== null, member.suspended_until !== null]
  const isOwnProposal = actor.kind === "staff" && closure?.staff_id === actor.user.id
  const [maySanction, mayClose] = [isPermitted(actor, "members.sanction"), isPermitted(actor, "members.close")]
  const allowed: Record<MemberAction, boolean> = {
    sign_in_as: isPermitted(actor, "members.impersonate") && isFree,
    warn: maySanction && isFree,
    limit: maySanction && isFree && !isLimited,
    suspend: maySanction && isFree && !isSuspended,
    restore:
      maySanction && (isLimited || isSuspended || (isOpen && closure !== null)) && (mayClose || !isOfLead(member, now)),
    sign_out: maySanction && isOpen && (!isStaff || mayClose),
    lift: mayClose && !isOpen,
    close: mayClose && isFree && !isOwnProposal,
  }
  return memberActions.filter((action) => allowed[action])
}

/** Hours that a limit or suspension may be chosen to last. */
const durations = [1, 12, 24, 3 * 24, 7 * 24, 14 * 24, longest.byModerator, 90 * 24, longest.suspension]

/** Returns those that the actor may choose. */
export function durationsBy(actor: Actor): number[] {
  return durations.filter((hours) => hours <= longest.byModerator || isPermitted(actor, "members.close"))
}
