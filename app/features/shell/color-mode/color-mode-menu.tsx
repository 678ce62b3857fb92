import Monitor from "lucide-react/icons/monitor"
import Moon from "lucide-react/icons/moon"
import Sun from "lucide-react/icons/sun"
import { useTranslation } from "~/i18n/use-translation"
import { IconButton } from "~/ui/button"
import { Menu, MenuItem } from "~/ui/overlay/menu"
import { useColorMode } from "./use-color-mode"

const icons = { system: Monitor, light: Sun, dark: Moon }

/** Light, dark, or as the system; not offered on a page that forces a mode. */
export function ColorModeMenu() {
  const { t } = useTranslation()
  const { preference, forced, setPreference } = useColorMode()
  if (forced) return null
  return (
    <Menu
      label={t("shell.color_mode")}
      align="end"
      trigger={(attributes) => (
        <IconButton label={t("shell.color_mode")} {...attributes}>
          <Sun className="dark:hidden" />
          <Moon className="hidden dark:block" />
        </IconButton>
      )}
    >
      {(["system", "light", "dark"] as const).map((mode) => {
        const Icon = icons[mode]
        return (
          <MenuItem key={mode} icon={<Icon />} isChecked={preference === mode} onSelect={() => setPreference(mode)}>
            {t(`shell.modes.${mode}`)}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
