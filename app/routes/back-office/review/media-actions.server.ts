import { data } from "@remix-run/cloudflare"
import { approveMediaItem } from "~/domain/media/review/review.server"
import { ApprovalForm, RejectionForm } from "~/domain/media/review/review-forms"
import { rejectMediaItem, takeDownMediaItem } from "~/domain/media/review/take-down.server"
import type { MediaItemIntent } from "~/features/back-office/media/media-item-review"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { type FormHandlers, submitForm } from "~/remix/form.server"
import type { PageArgs } from "~/remix/page.server"

/** The handlers of the forms of a photo or video, by intent. */
export const mediaItemActions: FormHandlers<MediaItemIntent> = {
  approve_medium: (args) =>
    submitForm(args, ApprovalForm, async ({ id, ...approval }) => {
      await approveMediaItem(args.ctx, id, approval)
      return decided(args, "media.approved")
    }),
  reject_medium: (args) =>
    submitForm(args, RejectionForm, async ({ id, ...rejection }) => {
      await rejectMediaItem(args.ctx, id, rejection)
      return decided(args, "media.rejected")
    }),
  take_down: (args) =>
    submitForm(args, RejectionForm, async ({ id, ...rejection }) => {
      await takeDownMediaItem(args.ctx, id, rejection)
      return decided(args, "media.taken_down")
    }),
}

function decided({ ctx }: PageArgs, text: "media.approved" | "media.rejected" | "media.taken_down") {
  return data<FormResult>({ message: translator(ctx.locale, "admin-review")(text) })
}
