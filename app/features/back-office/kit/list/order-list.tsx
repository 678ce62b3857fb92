import { useFetcher } from "@remix-run/react"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import { lazy, Suspense } from "react"
import type { RecordRow, ResourceView } from "~/domain/back-office/records/schema"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { useActionToast } from "~/remix/use-action-toast"
import { IconButton } from "~/ui/button"
import { nameNonce } from "../name-nonce"
import type { Move } from "./sortable-list"

/** Never rendered on the server, whose bundle goes without it. */
const SortableList = import.meta.env.SSR
  ? () => null
  : lazy(() => {
      nameNonce()
      return import("./sortable-list")
    })

/** The records in their order: dragged, or moved by keyboard; while that loads, buttons do the same. */
export function OrderList({ view, records }: { view: ResourceView; records: RecordRow[] }) {
  const { t } = useTranslation("admin-kit")
  const fetcher = useFetcher<FormResult>()
  useActionToast(fetcher.data)
  const move: Move = (id, target, side) => {
    fetcher.submit({ intent: "move", id, target, side }, { method: "post" })
  }
  const shown = moved(records, fetcher.formData)
  return (
    <>
      <p className="mt-4 text-meta text-mute">{t("order.hint")}</p>
      <Suspense
        fallback={
          <ol className="mt-3 divide-y divide-line rounded-card border border-line bg-surface">
            {shown.map((record, index) => {
              const [before, after] = [shown[index - 1], shown[index + 1]]
              return (
                <li key={record.id} className="flex min-h-11 items-center gap-2 px-3">
                  <span className="grow text-ui">{record.title}</span>
                  <IconButton
                    label={t("order.up", { title: record.title })}
                    disabled={!before}
                    onClick={() => before && move(record.id, before.id, "before")}
                  >
                    <ArrowUp />
                  </IconButton>
                  <IconButton
                    label={t("order.down", { title: record.title })}
                    disabled={!after}
                    onClick={() => after && move(record.id, after.id, "after")}
                  >
                    <ArrowDown />
                  </IconButton>
                </li>
              )
            })}
          </ol>
        }
      >
        <SortableList label={view.many} records={shown} onMove={move} />
      </Suspense>
    </>
  )
}

/** The order that a move on its way will lead to. */
function moved(records: RecordRow[], form: FormData | undefined): RecordRow[] {
  const record = records.find(({ id }) => id === form?.get("id"))
  if (!form || !record) return records
  const others = records.filter((one) => one !== record)
  const target = others.findIndex(({ id }) => id === form.get("target"))
  if (target < 0) return records
  return others.toSpliced(form.get("side") === "after" ? target + 1 : target, 0, record)
}
