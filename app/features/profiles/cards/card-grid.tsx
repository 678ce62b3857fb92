import { lazy, type SyntheticEvent, useState } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import { Optional } from "~/ui/feedback/optional"
import type { PictureBrowserProps } from "./picture-browser"
import { type CardGridProps, PlainCardGrid } from "./plain-card-grid"

const PictureBrowser = lazy(() => importRetried(() => import("./picture-browser")))

/** A list of cards that show their next pictures: the code for it is fetched once a pointer or the focus is on a card. */
export function CardGrid(props: CardGridProps) {
  const [first, setFirst] = useState<Pick<PictureBrowserProps, "list" | "event"> | null>(null)
  const begin = ({ currentTarget: list, nativeEvent: event }: SyntheticEvent<HTMLElement>) =>
    setFirst(first ?? { list, event })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices the first use of what is in it
    <div onPointerOver={begin} onFocus={begin} className="browsable">
      <PlainCardGrid {...props} />
      {first && (
        <Optional>
          <PictureBrowser {...first} profiles={props.profiles} />
        </Optional>
      )}
    </div>
  )
}
