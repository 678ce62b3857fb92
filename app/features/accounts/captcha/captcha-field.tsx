import { useEffect, useRef, useState } from "react"
import { type CaptchaWidget, loadCaptcha, renderCaptcha } from "~/browser/captcha"
import { mailedCodePrefix } from "~/domain/accounts/captcha/mailed-code"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Banner, bannerActionClass } from "~/ui/feedback/banner"
import { FieldError } from "~/ui/form/field"
import { MailedCode } from "./mailed-code"

/** After this many failures, of the script or of its tokens, the form offers a code by e-mail. */
const failuresBeforeCode = 2

export interface CaptchaFieldProps {
  /** Null if no captcha is configured: nothing is shown. */
  widget: CaptchaWidget | null
  result: FormResult | undefined
  /** From `useFormResult`, for the field `captcha`. */
  error: string | undefined
}

/** The captcha of the form around it. The provider receives no request before the reader begins to fill the form in. */
export function CaptchaField({ widget, ...props }: CaptchaFieldProps) {
  return widget && <Captcha widget={widget} {...props} />
}

function Captcha({ widget, result, error }: CaptchaFieldProps & { widget: CaptchaWidget }) {
  const { t } = useTranslation("captcha")
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<"idle" | "loading" | "ready" | "failed">("idle")
  const [token, setToken] = useState("")
  const [isMissing, setIsMissing] = useState(false)
  /** The token was changed since the form was refused. */
  const [isChanged, setIsChanged] = useState(false)
  const [failures, setFailures] = useState(0)
  const [isCodeSent, setIsCodeSent] = useState(false)
  const empty = useRef<() => void>()
  const hasBegun = useRef(false)

  useEffect(reloadForeignDocument, [])

  function take(next: string) {
    setToken(next)
    setIsMissing(false)
    setIsChanged(true)
  }

  function fail() {
    setState("failed")
    setFailures((count) => count + 1)
  }

  async function show() {
    setState("loading")
    try {
      const api = await loadCaptcha(widget)
      empty.current = renderCaptcha(api, box.current, widget, {
        onToken: take,
        onFailure: fail,
      })
      setState("ready")
    } catch (failure) {
      console.warn(failure)
      fail()
    }
  }

  const begin = useRef(() => {})
  begin.current = () => {
    if (!hasBegun.current) show()
    hasBegun.current = true
  }

  useEffect(() => {
    const form = box.current?.closest("form")
    if (!form) return
    const onFocus = () => begin.current()
    // Runs before React's handlers: a form without a token is never sent, whatever submits it.
    const onSubmit = (event: SubmitEvent) => {
      // A button that submits without validation, to save the form's content.
      if (event.submitter?.hasAttribute("formnovalidate")) return
      if (new FormData(form).get("captcha")) return
      event.preventDefault()
      event.stopPropagation()
      begin.current()
      setIsMissing(true)
    }
    form.addEventListener("focusin", onFocus)
    form.addEventListener("submit", onSubmit)
    if (form.contains(document.activeElement)) begin.current()
    return () => {
      form.removeEventListener("focusin", onFocus)
      form.removeEventListener("submit", onSubmit)
    }
  }, [])

  // A widget's token is valid once, and the refused form has used it. A code may still be right, so it stays.
  useEffect(() => {
    if (!result) return
    setToken((last) => (last.startsWith(mailedCodePrefix) ? last : ""))
    setIsChanged(false)
    if (result.problems?.captcha) setFailures((count) => count + 1)
    empty.current?.()
  }, [result])

  const missing = t(isCodeSent ? "code.missing" : "missing")
  const problem = isMissing ? missing : isChanged ? undefined : error
  return (
    <fieldset className="mt-7 min-w-0">
      <legend className="sr-only">{t("label")}</legend>
      <input type="hidden" name="captcha" value={token} />
      <div ref={box} className={state === "ready" ? "min-h-20" : undefined} />
      {state === "loading" && (
        <p role="status" className="text-meta text-mute">
          {t("loading")}
        </p>
      )}
      {/* Also during a retry: the button keeps the focus. */}
      {(state === "failed" || (state === "loading" && failures > 0)) && (
        <Banner
          tone="warn"
          fact={t("failed")}
          action={
            <button type="button" className={bannerActionClass} onClick={show}>
              {t("retry")}
            </button>
          }
        >
          {t("failed_hint")}
        </Banner>
      )}
      {failures >= failuresBeforeCode && (
        <MailedCode
          onToken={take}
          error={isCodeSent ? problem : undefined}
          isSent={isCodeSent}
          onSent={() => setIsCodeSent(true)}
        />
      )}
      <div role="alert">{problem && !isCodeSent && state !== "failed" && <FieldError>{problem}</FieldError>}</div>
      <noscript>
        <p className="text-ui text-ink2">{t("no_script")}</p>
      </noscript>
    </fieldset>
  )
}

/**
 * Reloads a page that began on another one: the policy that allows the provider comes with this page's own document.
 */
function reloadForeignDocument(): void {
  const [navigation] = performance.getEntriesByType("navigation")
  if (navigation && new URL(navigation.name).pathname !== location.pathname) location.reload()
}
