import { data } from "@remix-run/cloudflare"
import { approveMedium, rejectMedium, takeDownMedium } from "~/domain/media/review/review.server"
import { ApprovalForm, RejectionForm } from "~/domain/media/review/review-forms"
import type { MediumIntent } from "~/features/back-office/media/medium-review"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { type FormHandlers, submitForm } from "~/remix/form.server"
import type { PageArgs } from "~/remix/page.server"

/** The handlers of the forms of a photo or video, by intent. */
export const mediumActions: FormHandlers<MediumIntent> = {
  approve_medium: (args) =>
    submitForm(args, ApprovalForm, async ({ id, ...approval }) => {
      await approveMedium(args.ctx, id, approval)
      return decided(args, "media.approved")
    }),
  reject_medium: (args) =>
    submitForm(args, RejectionForm, async ({ id, ...rejection }) => {
      await rejectMedium(args.ctx, id, rejection)
      return decided(args, "media.rejected")
    }),
  take_down: (args) =>
    submitForm(args, RejectionForm, async ({ id, ...rejection }) => {
      await takeDownMedium(args.ctx, id, rejection)
      return decided(args, "media.taken_down")
    }),
}

function decided({ ctx }: PageArgs, text: "media.approved" | "media.rejected" | "media.taken_down") {
  return data<FormResult>({ message: translator(ctx.locale, "admin-review")(text) })
}
