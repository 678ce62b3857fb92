import { data } from "@remix-run/cloudflare"
import { approveMediaItem } from "~/domain/media/review/review.server"
import { ApprovalForm, MediaConfirmationForm, RejectionForm } from "~/domain/media/review/review-forms"
import { confirmMediaItem, rejectMediaItem, takeDownMediaItem } from "~/domain/media/review/take-down.server"
import type { MediaItemIntent } from "~/features/back-office/media/media-item-review"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { type FormHandlers, submitForm } from "~/remix/form.server"
import type { PageArgs } from "~/remix/page.server"

/** The handlers of the forms of a photo or video, by intent. */
export const mediaItemActions: FormHandlers<MediaItemIntent> = {
  approve_medium: (args) =>
    submitForm(args, ApprovalForm, async ({ id, ...approval }) => {
      const outcome = await approveMediaItem(args.ctx, id, approval)
      return decided(args, outcome === "proposed" ? "media.proposed" : "media.approved")
    }),
  reject_medium: (args) =>
    submitForm(args, RejectionForm, async ({ id, ...rejection }) => {
      const outcome = await rejectMediaItem(args.ctx, id, rejection)
      return decided(args, outcome === "proposed" ? "media.proposed" : "media.rejected")
    }),
  confirm_medium: (args) =>
    submitForm(args, MediaConfirmationForm, async ({ id, ...confirmation }) => {
      await confirmMediaItem(args.ctx, id, confirmation)
      return decided(args, "media.confirmed")
    }),
  take_down: (args) =>
    submitForm(args, RejectionForm, async ({ id, ...rejection }) => {
      await takeDownMediaItem(args.ctx, id, rejection)
      return decided(args, "media.taken_down")
    }),
}

type DecidedText = `media.${"approved" | "rejected" | "proposed" | "confirmed" | "taken_down"}`

function decided({ ctx }: PageArgs, text: DecidedText) {
  return data<FormResult>({ message: translator(ctx.locale, "admin-review")(text) })
}
