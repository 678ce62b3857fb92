import GripVertical from "lucide-react/icons/grip-vertical"
import { Button, GridList, GridListItem, useDragAndDrop } from "react-aria-components"
import type { RecordRow } from "~/domain/back-office/records/schema"
import { useTranslation } from "~/i18n/use-translation"
import { PageLanguage } from "../page-language"

/** Moves a record to the place before or after another one. */
export type Move = (id: string, target: string, side: "before" | "after") => void

type SortableListProps = { label: string; records: RecordRow[]; onMove: Move }

/** Rows that are dragged, or picked up by Enter on their handle and moved by the arrows. */
export default function SortableList(props: SortableListProps) {
  return (
    <PageLanguage>
      <Rows {...props} />
    </PageLanguage>
  )
}

function Rows({ label, records, onMove }: SortableListProps) {
  const { t } = useTranslation("admin-kit")
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({ "text/plain": records.find(({ id }) => id === key)?.title ?? String(key) })),
    onReorder: ({ keys, target }) => {
      const [id] = [...keys].map(String)
      if (id && target.dropPosition !== "on") onMove(id, String(target.key), target.dropPosition)
    },
  })
  return (
    <GridList
      aria-label={label}
      items={records}
      dragAndDropHooks={dragAndDropHooks}
      className="mt-3 divide-y divide-line rounded-card border border-line bg-surface"
    >
      {(record) => (
        <GridListItem
          id={record.id}
          textValue={record.title}
          className="flex min-h-11 items-center gap-3 bg-surface px-3 text-ui outline-offset-[-2px] data-[dragging]:opacity-50 data-[hovered]:bg-sunk"
        >
          <Button
            slot="drag"
            aria-label={t("order.handle", { title: record.title })}
            className="touch-target cursor-grab rounded-badge text-mute"
          >
            <GripVertical className="size-4.5" />
          </Button>
          {record.title}
        </GridListItem>
      )}
    </GridList>
  )
}
