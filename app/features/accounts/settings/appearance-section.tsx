import { useColorMode } from "~/features/shell/color-mode/use-color-mode"
import { locales } from "~/i18n/locales"
import { useTranslation } from "~/i18n/use-translation"
import { ChoiceGroup, Radio } from "~/ui/form/radio"
import { Choice, ChoicesForm } from "./choices/choices-form"
import { Section } from "./section"
import { useSettingsForm } from "./use-settings-form"

/**
 * The language, which is stored in the account and used for mails, and the colour mode, which is stored in this
 * browser.
 */
export function AppearanceSection({ locale }: { locale: string }) {
  const { t } = useTranslation("settings")
  const form = useSettingsForm("language")
  return (
    <Section name="appearance">
      <ChoicesForm settings={form} label={t("appearance.save_language")} className="space-y-5">
        <ChoiceGroup legend={t("appearance.language")} hint={t("appearance.language_hint")}>
          {locales.map(({ code, name }) => (
            <Choice key={code} of={`locale=${code}`}>
              <Radio
                name="locale"
                value={code}
                defaultChecked={code === locale}
                label={<span lang={code}>{name}</span>}
              />
            </Choice>
          ))}
        </ChoiceGroup>
      </ChoicesForm>
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
