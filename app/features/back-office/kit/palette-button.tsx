import Search from "lucide-react/icons/search"
import { lazy, Suspense, useEffect, useState } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { nameNonce } from "./name-nonce"

/** Never rendered on the server, whose bundle goes without it. */
const Palette = import.meta.env.SSR
  ? () => null
  : lazy(() => {
      nameNonce()
      return import("./palette")
    })

/** Opens the palette, as Ctrl K does from anywhere in the back office. */
export function PaletteButton({ places }: { places: readonly { to: string; label: string }[] }) {
  const { t } = useTranslation("admin-kit")
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpened(true)
      setOpen(true)
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        className="touch-target flex h-10 items-center gap-2.5 rounded-field bg-sunk px-3 text-ui text-mute transition-colors hover:text-ink"
      >
        <Search className="size-4.5" />
        <span className="max-xl:sr-only">{t("back_office_search")}</span>
        <kbd className="key-cap max-xl:hidden">Ctrl K</kbd>
      </button>
      {wasOpened && (
        <Suspense>
          <Palette open={isOpen} onClose={() => setOpen(false)} places={places} />
        </Suspense>
      )}
    </>
  )
}
