import type { ProfileTimes } from "~/domain/profiles/schema"

/** When an owner is free, as the details show it. */
export interface ShownTimes extends Pick<ProfileTimes, "rhythm"> {
  days: {
    free: ProfileTimes["days"][number]["free"]
    /** "Friday 4 December" */
    name: string
    /** "Fri" */
    weekday: string
    /** Day of the month. */
    date: number
  }[]
}
