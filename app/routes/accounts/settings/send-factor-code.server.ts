import { data } from "@remix-run/cloudflare"
import * as z from "zod"
import { sendFactorCode } from "~/domain/accounts/first-factor/enrolment.server"
import { factorCodeMinutes } from "~/domain/accounts/first-factor/factor-code"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import type { PageArgs } from "~/remix/page.server"

/** The form that has the code for a first second factor mailed. */
export function mailFactorCode(args: PageArgs) {
  return submitForm(args, z.object({}), async () => {
    await sendFactorCode(args.ctx)
    const message = translator(args.ctx.locale, "second-factor")("mail_code.sent", { minutes: factorCodeMinutes })
    return data<FormResult>({ message })
  })
}
