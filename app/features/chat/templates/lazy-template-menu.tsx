import { lazy, useEffect, useState } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import { Optional } from "~/ui/feedback/optional"
import type { TemplateMenuProps } from "./template-menu"

const TemplateMenu = lazy(() =>
  importRetried(() => import("./template-menu")).then((module) => ({ default: module.TemplateMenu })),
)

/** The template menu of a profile's owner, fetched once the page is live: it needs script. */
export function LazyTemplateMenu(props: TemplateMenuProps) {
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  if (!isLive) return null
  return (
    <Optional>
      <TemplateMenu {...props} />
    </Optional>
  )
}
