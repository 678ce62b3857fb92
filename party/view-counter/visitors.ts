import { sha256 } from "~/lib/crypto.server"

/** Beyond this many views a day, one object counts no more: its memory is limited. */
const maxViews = 1_000_000
/** A visitor who opens more profiles than this in a day is a crawler. */
const maxProfiles = 300

/**
 * Who has seen which profile today, in memory only: hashes under a salt that is drawn each day and never stored, so that
 * neither an address nor a list of visits can be read from them.
 */
export class Visitors {
  #day = ""
  #salt = ""
  readonly #seen = new Set<string>()
  readonly #profiles = new Map<string, number>()

  get count(): number {
    return this.#seen.size
  }

  /** Returns whether this is the visitor's first view of the profile on this day, and remembers it. */
  isFirst(day: string, visitor: string, slug: string): boolean {
    if (day !== this.#day) this.#start(day)
    const view = this.#hash(`${visitor} ${slug}`)
    if (this.#seen.has(view) || this.#seen.size >= maxViews) return false
    const who = this.#hash(visitor)
    const profiles = this.#profiles.get(who) ?? 0
    if (profiles >= maxProfiles) return false
    this.#profiles.set(who, profiles + 1)
    this.#seen.add(view)
    return true
  }

  #start(day: string): void {
    this.#day = day
    this.#salt = crypto.randomUUID()
    this.#seen.clear()
    this.#profiles.clear()
  }

  /** Forgets everyone. */
  clear(): void {
    this.#start("")
  }

  #hash(text: string): string {
    return sha256(`${this.#salt} ${text}`).slice(0, 12)
  }
}
