/** A calendar that would take more work than is done for one. */
export class CalendarTooLarge extends Error {
  override readonly name = "CalendarTooLarge"
}

/** Steps of work that a calendar may still take: a Worker's clock stands still while it computes, so they are counted. */
export class Budget {
  constructor(private left: number) {}

  /** Throws CalendarTooLarge once nothing is left. */
  spend(steps = 1): void {
    this.left -= steps
    if (this.left < 0) throw new CalendarTooLarge()
  }
}
