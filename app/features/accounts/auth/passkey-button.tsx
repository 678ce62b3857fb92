import { type FetcherWithComponents, useFetcher } from "@remix-run/react"
import KeyRound from "lucide-react/icons/key-round"
import { useEffect, useState } from "react"
import { ApiProblem } from "~/browser/call-api"
import { provePasskey } from "~/browser/passkeys"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Button, type ButtonVariant } from "~/ui/button"
import { FieldError } from "~/ui/form/field"

export interface PasskeyButtonProps {
  label: string
  /** The API path of the options for the authenticator. */
  optionsPath: string
  /** The page whose action receives the assertion. */
  action: string
  /** The page to stay on. */
  back?: string
  variant?: ButtonVariant
  /** Fetcher that posts the form, where the page around the button needs its result. */
  fetcher?: FetcherWithComponents<FormResult>
}

/** Asks for a passkey and posts the assertion. Not shown without script, nor in a browser without passkeys. */
export function PasskeyButton({ label, optionsPath, action, back, variant, ...props }: PasskeyButtonProps) {
  const { t } = useTranslation("account-access")
  const own = useFetcher<FormResult>()
  const fetcher = props.fetcher ?? own
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const say = usePasskeyProblem()
  if (!useHasPasskeys()) return null

  async function prove() {
    setAsking(true)
    setProblem(undefined)
    try {
      const assertion = { intent: "passkey", ...(await provePasskey(optionsPath)), ...(back !== undefined && { back }) }
      fetcher.submit(assertion, { method: "post", action, preventScrollReset: back !== undefined })
    } catch (error) {
      setProblem(say(error))
    } finally {
      setAsking(false)
    }
  }

  const isBusy = isAsking || fetcher.state !== "idle"
  // A fetcher from outside has the results of other forms, too.
  const isOwn = props.fetcher === undefined || fetcher.data?.intent === "passkey"
  const result = isOwn && fetcher.data?.isError ? fetcher.data : undefined
  const refusal = result && (result.message ?? t("passkey.failed"))
  return (
    <div>
      <Button icon={<KeyRound />} variant={variant} size="large" isWide isBusy={isBusy} onClick={prove}>
        {label}
      </Button>
      <div role="status" className="mt-2 empty:hidden">
        {!isBusy && (problem ?? refusal) && <FieldError>{problem ?? refusal ?? ""}</FieldError>}
      </div>
    </div>
  )
}

/** Returns whether this browser supports passkeys; undefined before hydration. */
export function useHasPasskeys(): boolean | undefined {
  const [has, setHas] = useState<boolean>()
  useEffect(() => setHas("PublicKeyCredential" in window), [])
  return has
}

/** Returns the sentence for an error between browser and authenticator. */
export function usePasskeyProblem(): (error: unknown) => string {
  const { t } = useTranslation("account-access")
  return (error) => {
    if (error instanceof ApiProblem && error.sentence) return error.sentence
    const isCancelled = error instanceof Error && error.name === "NotAllowedError"
    return t(isCancelled ? "passkey.cancelled" : "passkey.failed")
  }
}
