import KeyRound from "lucide-react/icons/key-round"
import LifeBuoy from "lucide-react/icons/life-buoy"
import Smartphone from "lucide-react/icons/smartphone"
import type { ReactNode } from "react"
import type { SecondFactor } from "~/domain/accounts/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { ButtonLink } from "~/ui/button"
import { Section } from "../section"
import { usePasskeyFacts, useSecondFactorLabels } from "./second-factor-labels"

/** The user's second factors at a glance. They are changed on a page of their own, after re-authentication. */
export function TwoFactorSection({ secondFactor }: { secondFactor: SecondFactor }) {
  const { t } = useTranslation("second-factor")
  const { app, codes } = useSecondFactorLabels(secondFactor)
  const factsOf = usePasskeyFacts()
  const isOn = secondFactor.app_since !== null || secondFactor.passkeys.length > 0
  return (
    <Section
      name="sign-in"
      lead={t("lead")}
      badge={<Badge tone={isOn ? "ok" : "neutral"}>{t(isOn ? "on" : "off")}</Badge>}
    >
      {isOn && (
        <ul className="mb-6 border-t border-line">
          <Fact icon={<Smartphone />} name={t("app.title")}>
            {app}
          </Fact>
          {secondFactor.passkeys.map((passkey) => (
            <Fact key={passkey.id} icon={<KeyRound />} name={passkey.name}>
              {factsOf(passkey)}
            </Fact>
          ))}
          <Fact icon={<LifeBuoy />} name={t("codes.title")}>
            {codes}
          </Fact>
        </ul>
      )}
      <ButtonLink to="/profile/settings/two-factor">{t(isOn ? "manage" : "set_up")}</ButtonLink>
    </Section>
  )
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: string }) {
  return (
    <li className="flex items-start gap-3 border-b border-line py-4">
      <span className="mt-0.5 flex text-ink2 [&_.lucide]:size-4.5">{icon}</span>
      <div className="min-w-0">
        <p className="text-body font-medium">{name}</p>
        <p className="mt-0.5 text-meta text-mute">{children}</p>
      </div>
    </li>
  )
}
