import CalendarDays from "lucide-react/icons/calendar-days"
import ChartColumn from "lucide-react/icons/chart-column"
import EyeOff from "lucide-react/icons/eye-off"
import Film from "lucide-react/icons/film"
import Images from "lucide-react/icons/images"
import LayoutDashboard from "lucide-react/icons/layout-dashboard"
import List from "lucide-react/icons/list"
import Reply from "lucide-react/icons/reply"
import ShieldCheck from "lucide-react/icons/shield-check"
import TextAlignStart from "lucide-react/icons/text-align-start"
import Users from "lucide-react/icons/users"
import type { ChecklistItem, PublicationProblem } from "~/domain/profiles/editing/schema"

export const overviewPath = "/profile/escort"

/** The pages of the studio in their order, each with the items of the checklist that are done on it. */
export const studioPages = [
  { name: "overview", path: overviewPath, Icon: LayoutDashboard, items: [] },
  { name: "words", path: "/profile/escort/words", Icon: TextAlignStart, items: ["texts", "languages"] },
  { name: "services", path: "/profile/escort/services", Icon: List, items: ["services", "rate"] },
  { name: "photos", path: "/profile/escort/photos", Icon: Images, items: ["photo"] },
  { name: "people", path: "/profile/escort/people", Icon: Users, items: ["consent"] },
  { name: "videos", path: "/profile/videos", Icon: Film, items: [] },
  { name: "identity", path: "/profile/escort/identity", Icon: ShieldCheck, items: ["identity", "agreement"] },
  { name: "calendar", path: "/profile/escort/calendar", Icon: CalendarDays, items: [] },
  { name: "hiding", path: "/profile/escort/hiding", Icon: EyeOff, items: [] },
  { name: "answers", path: "/profile/escort/answers", Icon: Reply, items: [] },
  { name: "statistics", path: "/profile/escort/statistics", Icon: ChartColumn, items: [] },
] as const satisfies readonly { name: string; path: string; Icon: unknown; items: readonly PublicationProblem[] }[]

export type StudioPage = (typeof studioPages)[number]

/** The states from the most to the least pressing for the owner. */
const byUrgency = ["returned", "missing", "to_send", "awaited", "done"] as const satisfies ChecklistItem["state"][]

/** Returns the most pressing state of a page's items; null for a page that the checklist asks nothing of. */
export function pageState({ items }: StudioPage, checklist: readonly ChecklistItem[]): ChecklistItem["state"] | null {
  const states = checklist.filter(({ item }) => (items as readonly string[]).includes(item)).map(({ state }) => state)
  return byUrgency.find((state) => states.includes(state)) ?? null
}
