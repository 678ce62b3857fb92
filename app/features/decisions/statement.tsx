import type { ReactNode } from "react"
import type { Decision } from "~/domain/decisions/kinds"
import { useTranslation } from "~/i18n/use-translation"

type StatementProps = {
  decision: Decision
  /** Its parts are below a heading of the page. */
  isNested?: boolean
}

/** The statement of reasons of a decision: what was decided, by which rule, on which facts, and how. */
export function Statement({ decision: { effect, ground, facts, method }, isNested = false }: StatementProps) {
  const { t } = useTranslation("decisions")
  return (
    <div className="mt-8 space-y-7">
      <Part isNested={isNested} title={t("sections.effect")}>
        <p>{effect}</p>
      </Part>
      <Part isNested={isNested} title={t("sections.ground")}>
        <p className="font-medium">{ground.name}</p>
        <p className="text-ink2">{ground.text}</p>
      </Part>
      <Part isNested={isNested} title={t("sections.facts")}>
        <p className="wrap-anywhere whitespace-pre-line">{facts.join("\n\n")}</p>
      </Part>
      <Part isNested={isNested} title={t("sections.method")}>
        <p>{method}</p>
      </Part>
    </div>
  )
}

function Part({ title, isNested, children }: { title: string; isNested: boolean; children: ReactNode }) {
  return (
    <div>
      {isNested ? (
        <h3 className="text-ui font-medium text-ink2">{title}</h3>
      ) : (
        <h2 className="text-subsection">{title}</h2>
      )}
      <div className="measure mt-2 space-y-2 text-body">{children}</div>
    </div>
  )
}
