import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import * as z from "zod"
import { updatesOf } from "~/domain/core/settings/form"
import { SettingGroupParam, SettingKeyParam, type ShownSetting } from "~/domain/core/settings/schema"
import { listChanges, listSettings, restoreSetting, saveSettings } from "~/domain/core/settings/service.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { ChangeList, type RestoreIntent } from "~/features/back-office/settings/change-list"
import { ConflictTable } from "~/features/back-office/settings/conflict-table"
import { SettingField } from "~/features/back-office/settings/setting-field"
import { useTypedGuard } from "~/features/back-office/use-typed-guard"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { AppError, isAppError } from "~/lib/errors"
import { type FormResult, useFormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { Button } from "~/ui/button"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = { i18n: ["admin", "admin-settings", "errors"] }

const Restore = z.object({
  key: SettingKeyParam,
  change: z.string().max(40),
  version: z.coerce.number().int().min(0),
})

function groupOf(params: { group?: string }) {
  const group = SettingGroupParam.safeParse(params.group)
  if (!group.success) throw new AppError("request.not_found")
  return group.data
}

export const loader = withStaff(async ({ ctx, params }) => {
  const group = groupOf(params)
  const [all, changes] = await Promise.all([listSettings(ctx), listChanges(ctx, group)])
  const settings = all.filter((one) => one.group === group)
  const t = translator(ctx.locale, "admin-settings")
  return { group, settings, changes, title: t(`groups.${group}.title`) }
})

/** `theirs`: the group as it is stored now, where somebody saved first. */
type SettingsResult = FormResult & { theirs?: ShownSetting[] }

export const action = withStaff((args) => {
  const { ctx, params } = args
  const group = groupOf(params)
  const t = translator(ctx.locale, "admin-settings")
  const find = async () => (await listSettings(ctx)).filter((one) => one.group === group)
  return byIntent<RestoreIntent | "save">(args, {
    save: (args) =>
      submitForm(args, z.record(z.string(), z.string().max(2_000)), async (form) => {
        try {
          await saveSettings(ctx, updatesOf(await find(), form))
          return data<SettingsResult>({ message: t("saved") })
        } catch (error) {
          if (!isAppError(error) || error.code !== "conflict.changed") throw error
          const values = Object.fromEntries(Object.entries(form).filter(([key]) => !isHiddenField(key)))
          const result = { code: error.code, values, theirs: await find(), isError: true }
          return data<SettingsResult>(result, { status: error.status })
        }
      }),
    restore: (args) =>
      submitForm(args, Restore, async ({ key, ...which }) => {
        await restoreSetting(ctx, key, which)
        return data<SettingsResult>({ message: t("history.restored") })
      }),
  })
})

/** Whether a field is never sent back. */
const isHiddenField = (name: string) => name === "access.key" || name === "captcha.secret"

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function SettingGroupPage() {
  const { t } = useTranslation("admin-settings")
  const { group, title, settings: loaded, changes } = useLoaderData<typeof loader>()
  const result = useActionData<SettingsResult>()
  useTypedGuard(result)
  const { form, field } = useFormResult(result)
  const isSaving = useNavigation().formMethod === "POST"
  const settings = result?.theirs ?? loaded
  const isOfNumbers = settings.every(({ kind }) => kind === "number")
  return (
    <>
      <Breadcrumbs
        label={t("title")}
        items={[
          { to: "/dashboard/admin/settings", label: t("title") },
          { to: `/dashboard/admin/settings/${group}`, label: title },
        ]}
      />
      <h1 className="mt-3 text-office-title">{title}</h1>
      <p className="mt-2 text-ui text-ink2">
        {t(`groups.${group}.text`)} {t("lead")}
      </p>
      {result?.theirs ? (
        <ConflictTable settings={settings} typed={result.values ?? {}} />
      ) : (
        <FormNotice result={result} />
      )}
      <Form
        ref={form}
        method="post"
        key={settings.map(({ version }) => version).join()}
        noValidate
        className={classNames(
          "mt-8 grid justify-items-start gap-6",
          isOfNumbers ? "max-w-3xl md:grid-cols-2" : "max-w-xl",
        )}
        data-compare
      >
        {settings.map((setting) => (
          <SettingField key={setting.key} setting={setting} typed={result?.values} error={field(setting.key).error} />
        ))}
        <Button type="submit" name="intent" value="save" variant="primary" isBusy={isSaving} className="col-start-1">
          {t("save")}
        </Button>
      </Form>
      <ChangeList changes={changes} settings={settings} />
    </>
  )
}
