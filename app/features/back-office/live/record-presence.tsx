import Pencil from "lucide-react/icons/pencil"
import RefreshCw from "lucide-react/icons/refresh-cw"
import Users from "lucide-react/icons/users"
import X from "lucide-react/icons/x"
import { type ReactNode, useEffect, useRef } from "react"
import type { Colleague } from "~/domain/back-office/events"
import { formatList, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Banner, bannerActionClass } from "~/ui/feedback/banner"
import { OutsideChanges } from "./outside-changes"
import { type OutsideSave, useRecordPresence } from "./use-record-presence"

/** Shows above a page who else has its record open, and when a colleague saved it. `channel`: null for other pages. */
export function RecordPresence({ channel, children }: { channel: string | null; children: ReactNode }) {
  const { people, saved, reloads, lost, reload, dismiss, dismissLost } = useRecordPresence(channel)
  return (
    <>
      <PeopleHere people={people} />
      <div aria-live="polite">
        {saved && <SaveNotice saved={saved} onReload={reload} onDismiss={dismiss} />}
        {lost.length > 0 && <LostTexts texts={lost} onDismiss={dismissLost} />}
      </div>
      <OutsideChanges.Provider value={reloads}>{children}</OutsideChanges.Provider>
    </>
  )
}

/** One line in the page's upper margin, so that nothing moves when somebody comes or goes. */
function PeopleHere({ people }: { people: Colleague[] }) {
  const { t } = useTranslation("admin")
  const locale = useLocale()
  const namesOf = (isEditing: boolean) => people.filter((one) => one.isEditing === isEditing).map(({ name }) => name)
  const [editing, here] = [namesOf(true), namesOf(false)]
  const named = (names: string[]) => ({ names: formatList(names, locale), count: names.length })
  return (
    <p
      aria-live="polite"
      className="absolute inset-x-4 top-2 flex min-h-5 items-center gap-x-4 text-meta text-ink2 md:inset-x-8 [&_.lucide]:size-3.5"
    >
      {editing.length > 0 && (
        <span className="flex min-w-0 items-center gap-1.5 text-warn">
          <Pencil aria-hidden className="shrink-0" />
          <span className="truncate">{t("presence.editing", named(editing))}</span>
        </span>
      )}
      {here.length > 0 && (
        <span className="flex min-w-0 items-center gap-1.5">
          <Users aria-hidden className="shrink-0" />
          <span className="truncate">{t("presence.here", named(here))}</span>
        </span>
      )}
    </p>
  )
}

function SaveNotice({
  saved: { name, at, isShown },
  onReload,
  onDismiss,
}: {
  saved: OutsideSave
  onReload: () => void
  onDismiss: () => void
}) {
  const { t } = useTranslation("admin")
  const locale = useLocale()
  const box = useRef<HTMLDivElement>(null)
  const comparing = comparingForm()
  useEffect(() => {
    if (!isShown) box.current?.scrollIntoView({ block: "nearest" })
  }, [isShown])

  /** Saving an outdated version changes nothing: its answer is both versions, side by side. */
  function compare(): void {
    onDismiss()
    comparing?.requestSubmit(comparing.querySelector<HTMLButtonElement>("button[value=save]"))
  }

  return (
    <div ref={box}>
      <Banner
        tone={isShown ? "info" : "warn"}
        icon={<RefreshCw />}
        fact={t("presence.saved", { name, time: formatTime(at, locale) })}
        className="mb-5"
        action={
          <span className="flex items-center gap-4">
            {!isShown && (
              <button type="button" className={bannerActionClass} onClick={comparing ? compare : onReload}>
                {t(comparing ? "presence.compare" : "presence.reload")}
              </button>
            )}
            <button type="button" className="flex size-6 items-center justify-center" onClick={onDismiss}>
              <X aria-hidden className="size-4" />
              <span className="sr-only">{t("presence.dismiss")}</span>
            </button>
          </span>
        }
      >
        {t(isShown ? "presence.shown" : "presence.kept")}
      </Banner>
    </div>
  )
}

/** Texts typed into a form that the record's new version does not have. */
function LostTexts({ texts, onDismiss }: { texts: readonly string[]; onDismiss: () => void }) {
  const { t } = useTranslation("admin")
  return (
    <Banner
      tone="warn"
      icon={<Pencil />}
      fact={t("presence.form_gone")}
      className="mb-5"
      action={
        <button type="button" className="flex size-6 items-center justify-center" onClick={onDismiss}>
          <X aria-hidden className="size-4" />
          <span className="sr-only">{t("presence.dismiss")}</span>
        </button>
      }
    >
      {texts.map((text) => (
        <span key={text} className="mt-2 block whitespace-pre-wrap wrap-anywhere">
          {text}
        </span>
      ))}
    </Banner>
  )
}

/** A form whose action returns both versions where a colleague saved first. */
const comparingForm = () =>
  typeof document === "undefined" ? null : document.querySelector<HTMLFormElement>("form[data-compare]")
