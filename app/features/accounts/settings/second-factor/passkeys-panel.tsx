import { useRevalidator } from "@remix-run/react"
import KeyRound from "lucide-react/icons/key-round"
import { type FormEvent, useState } from "react"
import { ApiProblem } from "~/browser/call-api"
import { makePasskey } from "~/browser/passkeys"
import type { OwnPasskey } from "~/domain/accounts/schema"
import { useHasPasskeys, usePasskeyProblem } from "~/features/accounts/auth/passkey-button"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form, RequestId } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { FieldError, TextField } from "~/ui/form/field"
import { EndWeakSessions } from "./end-weak-sessions"
import { type EnrolmentCode, EnrolmentCodeField } from "./enrolment-code"
import { usePasskeyFacts } from "./second-factor-labels"

const page = "/profile/settings/two-factor"

export interface PasskeysPanelProps {
  passkeys: OwnPasskey[]
  /** The domain of passkeys created here. */
  here: string
  /** The suggested name of this device. */
  device: string
  /** The code that adding one needs. */
  code: EnrolmentCode
  result: FormResult | undefined
}

/** The member's passkeys, and a form to add one. */
export function PasskeysPanel({ passkeys, here, device, code, result }: PasskeysPanelProps) {
  const { t } = useTranslation("second-factor")
  const factsOf = usePasskeyFacts(here)
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" className="text-subsection">
        {t("passkeys.title")}
      </h2>
      <p className="mt-2 text-body text-ink2">{t("passkeys.lead")}</p>
      <ul className="mt-6 border-t border-line">
        {passkeys.map((passkey) => (
          <li
            key={passkey.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4"
          >
            <div className="min-w-0">
              <p className="text-body font-medium">{passkey.name}</p>
              <p className="mt-0.5 text-meta text-mute">{factsOf(passkey)}</p>
            </div>
            <Form method="post" reloadDocument action={page}>
              <input type="hidden" name="intent" value="remove-passkey" />
              <input type="hidden" name="id" value={passkey.id} />
              <Button type="submit" size="small" aria-label={t("passkeys.remove_named", { name: passkey.name })}>
                {t("passkeys.remove")}
              </Button>
            </Form>
          </li>
        ))}
        {passkeys.length === 0 && (
          <li className="border-b border-line py-4 text-body text-mute">{t("passkeys.none")}</li>
        )}
      </ul>
      <AddPasskey device={device} code={code} result={result} />
    </section>
  )
}

/** Creates a passkey on the device and posts it with its name, as a new document, like the page's other forms. */
function AddPasskey({ device, code, result }: Pick<PasskeysPanelProps, "device" | "code" | "result">) {
  const { t } = useTranslation("second-factor")
  const { form, field } = useFormResult(result)
  const { revalidate } = useRevalidator()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const say = usePasskeyProblem()
  const isSupported = useHasPasskeys()

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setAsking(true)
    setProblem(undefined)
    try {
      const made = await makePasskey("/api/auth/second-factor/passkeys/options")
      for (const [name, value] of Object.entries(made))
        (form.elements.namedItem(name) as HTMLInputElement).value = value
      form.submit()
    } catch (error) {
      setProblem(say(error))
      // The re-authentication has expired: the page's loader redirects to a new one.
      if (error instanceof ApiProblem && error.code === "auth.confirm_required") revalidate()
      setAsking(false)
    }
  }

  return (
    <>
      <noscript>
        <p className="mt-6 text-ui text-ink2">{t("passkeys.needs_script")}</p>
      </noscript>
      {isSupported === false && <p className="mt-6 text-ui text-ink2">{t("passkeys.unsupported")}</p>}
      {isSupported && (
        <form
          ref={form}
          method="post"
          action={page}
          onSubmit={add}
          className="mt-6 flex flex-wrap items-start gap-x-3 gap-y-4"
        >
          <RequestId />
          <input type="hidden" name="intent" value="add-passkey" />
          <input type="hidden" name="challenge" />
          <input type="hidden" name="passkey" />
          <TextField
            {...field("name")}
            label={t("passkeys.name")}
            hint={t("passkeys.name_hint")}
            defaultValue={result?.values?.name ?? device}
            required
            maxLength={60}
            className="w-full sm:w-72"
          />
          <Button type="submit" icon={<KeyRound />} isBusy={isAsking} className="max-sm:w-full sm:mt-7">
            {t("passkeys.add")}
          </Button>
          <EnrolmentCodeField code={code} field={field} className="w-full sm:max-w-96" />
          <EndWeakSessions values={result?.values} className="w-full" />
          <div role="status" className="w-full empty:hidden">
            {problem && <FieldError>{problem}</FieldError>}
          </div>
        </form>
      )}
    </>
  )
}
