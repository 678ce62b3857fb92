import { useEffect, useState } from "react"
import { createIconCache, iconPath } from "~/browser/icon-cache"

let cache: ReturnType<typeof createIconCache> | undefined

/**
 * A Lucide icon that data names. Before hydration, and if that fails, it is an image; then it is inlined in the text's
 * own colour.
 */
export function NamedIcon({ name, className = "" }: { name: string; className?: string }) {
  const [shapes, setShapes] = useState("")
  useEffect(() => {
    cache ??= createIconCache({ storage: () => localStorage, fetch: (url) => fetch(url), now: Date.now })
    cache.get(name).then(setShapes, () => {})
  }, [name])
  if (!shapes) return <img src={iconPath(name)} alt="" className={`${className} dark:invert`} />
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`lucide ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the cache returns plain shapes alone
      dangerouslySetInnerHTML={{ __html: shapes }}
    />
  )
}
