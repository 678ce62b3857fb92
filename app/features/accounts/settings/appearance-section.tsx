import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useColorMode } from "~/features/shell/color-mode/use-color-mode"
import { locales } from "~/i18n/locales"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { ChoiceGroup, Radio } from "~/ui/form/radio"
import { Section } from "./section"
import { useSettingsForm } from "./use-settings-form"

/**
 * The language, which is stored in the account and used for mails, and the colour mode, which is stored in this
 * browser.
 */
export function AppearanceSection({ locale }: { locale: string }) {
  const { t } = useTranslation("settings")
  const { result, action, button, isBusy } = useSettingsForm("language")
  return (
    <Section name="appearance">
      <Form method="post" action={action} className="space-y-5">
        <ChoiceGroup legend={t("appearance.language")} hint={t("appearance.language_hint")}>
          {locales.map(({ code, name }) => (
            <Radio
              key={code}
              name="locale"
              value={code}
              defaultChecked={code === locale}
              label={<span lang={code}>{name}</span>}
            />
          ))}
        </ChoiceGroup>
        <Button {...button} isBusy={isBusy}>
          {t("appearance.save_language")}
        </Button>
        <FormNotice result={result} />
      </Form>
      <div className="mt-8">
        <ColorModes />
      </div>
    </Section>
  )
}

/** Takes effect at once. Without script the page follows the system, and there is no choice. */
function ColorModes() {
  const { t } = useTranslation(["settings", "common"])
  const { preference, setPreference } = useColorMode()
  return (
    <>
      <p className="hidden text-ui text-ink2 noscript:block">{t("appearance.mode_unscripted")}</p>
      <div className="noscript:hidden">
        <ChoiceGroup legend={t("common:shell.color_mode")} hint={t("appearance.mode_hint")}>
          {(["system", "light", "dark"] as const).map((mode) => (
            <Radio
              key={mode}
              name="color-mode"
              checked={preference === mode}
              onChange={() => setPreference(mode)}
              label={t(`common:shell.modes.${mode}`)}
            />
          ))}
        </ChoiceGroup>
      </div>
    </>
  )
}
