import Search from "lucide-react/icons/search"
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { createEarlyKeys, type EarlyKeys } from "./early-keys"
import { nameNonce } from "./name-nonce"

const loadPalette = () => {
  nameNonce()
  return import("./palette")
}

/** Never rendered on the server, whose bundle goes without it. */
const Palette = import.meta.env.SSR ? () => null : lazy(loadPalette)

/** How long after the page its code is fetched, ms: it is there when the keys are pressed. */
const preloadAfter = 2_000

/** Opens the palette, as Ctrl K does from anywhere in the back office. */
export function PaletteButton({ places }: { places: readonly { to: string; label: string }[] }) {
  const { t } = useTranslation("admin-kit")
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const earlyKeys = useRef<EarlyKeys | null>(null)
  const open = useCallback(() => {
    if (isOpen) return
    earlyKeys.current ??= createEarlyKeys(document)
    earlyKeys.current.wait(() => setOpen(false))
    setOpened(true)
    setOpen(true)
  }, [isOpen])
  const takeKeys = useCallback(() => earlyKeys.current?.take() ?? "", [])
  const close = () => {
    // None are awaited any more.
    takeKeys()
    setOpen(false)
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    document.addEventListener("keydown", onKeyDown)
    const timer = setTimeout(() => void loadPalette().catch(() => {}), preloadAfter)
    return () => {
      document.removeEventListener("keydown", onKeyDown)
      clearTimeout(timer)
    }
  }, [open])
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
          <Palette open={isOpen} onClose={close} takeKeys={takeKeys} places={places} />
        </Suspense>
      )}
    </>
  )
}
