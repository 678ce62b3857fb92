import { useEffect, useRef, useState } from "react"
import { requestMailedCode } from "~/browser/captcha"
import { mailedCodePrefix } from "~/domain/accounts/captcha/mailed-code"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { FieldError, TextField } from "~/ui/form/field"

export interface MailedCodeProps {
  /** Receives the form's token; empty while the code is not complete. */
  onToken: (token: string) => void
  /** The sentence under the code. */
  error: string | undefined
  /** A code was sent. */
  isSent: boolean
  onSent: () => void
}

/** The alternative where the captcha cannot be loaded: a code, mailed to the address in the form's field `email`. */
export function MailedCode({ onToken, error, isSent, onSent }: MailedCodeProps) {
  const { t } = useTranslation("captcha")
  const panel = useRef<HTMLDivElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [status, setStatus] = useState({ text: "", isError: false })

  useEffect(() => {
    if (isSent || error) code.current?.focus()
  }, [isSent, error])

  async function send() {
    const email = panel.current?.closest("form")?.elements.namedItem("email")
    if (!(email instanceof HTMLInputElement)) return
    if (!email.value || !email.validity.valid) {
      setStatus({ text: t("code.no_email"), isError: true })
      email.focus()
      return
    }
    setSending(true)
    const { isAccepted, message } = await requestMailedCode(email.value)
    setSending(false)
    setStatus({ text: message ?? t("code.failed"), isError: !isAccepted })
    if (!isAccepted) return
    onSent()
    code.current?.focus()
  }

  return (
    <div ref={panel} className="mt-4 space-y-4">
      <p className="text-ui text-ink2">{t("code.offer")}</p>
      <Button onClick={send} isBusy={isSending}>
        {t(isSent ? "code.resend" : "code.send")}
      </Button>
      <div role="status" className="text-ui wrap-anywhere text-ink2">
        {status.isError ? <FieldError>{status.text}</FieldError> : status.text}
      </div>
      {isSent && (
        <TextField
          ref={code}
          label={t("code.label")}
          error={error}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={7}
          spellCheck={false}
          className="max-w-56"
          onChange={({ currentTarget }) => {
            const digits = currentTarget.value.replace(/\s/g, "")
            onToken(/^\d{6}$/.test(digits) ? mailedCodePrefix + digits : "")
          }}
        />
      )}
    </div>
  )
}
