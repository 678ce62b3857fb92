import Check from "lucide-react/icons/check"
import Minus from "lucide-react/icons/minus"
import type { Plan } from "~/domain/billing/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Disclosure } from "~/ui/overlay/disclosure"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

/** The rights that plans differ in, and whether every member has them. */
const rows = [
  { name: "profiles", isFree: true },
  { name: "favorites", isFree: true },
  { name: "replies", isFree: true },
  { name: "first", isFree: false },
  { name: "private", isFree: false },
] as const

/** Features of the plans, side by side. */
export function PlanComparison({ plans }: { plans: Plan[] }) {
  const { t } = useTranslation("billing")
  return (
    <div className="mt-16 md:mt-24">
      <h2 className="text-section">{t("detail.title")}</h2>
      <Table
        isPlain
        label={t("detail.title")}
        className="mt-6 [&_table]:text-body! [&_td]:h-13! [&_th]:h-13!"
        head={
          <>
            <HeadCell className="pl-0!">
              <span className="sr-only">{t("detail.right")}</span>
            </HeadCell>
            <HeadCell className="text-ink!">{t("free.name")}</HeadCell>
            {plans.map(({ id, name }) => (
              <HeadCell key={id} className="text-ink!">
                {name}
              </HeadCell>
            ))}
          </>
        }
      >
        {rows.map(({ name, isFree }) => (
          <Row key={name}>
            <Cell isRowHeader className="min-w-36 pl-0! font-normal! text-ink2">
              {t(`detail.rows.${name}`)}
            </Cell>
            <Included is={isFree} />
            {plans.map(({ id, type }) => (
              <Included key={id} is={isFree || type === "premium"} />
            ))}
          </Row>
        ))}
      </Table>
    </div>
  )
}

function Included({ is }: { is: boolean }) {
  const { t } = useTranslation("billing")
  const Icon = is ? Check : Minus
  return (
    <Cell>
      <Icon role="img" aria-hidden={false} aria-label={t(is ? "detail.yes" : "detail.no")} className={look(is)} />
    </Cell>
  )
}

const look = (isIncluded: boolean) => (isIncluded ? "size-4.5 text-ink" : "size-4 text-mute")

const questions = ["renewal", "trial", "cancel", "withdraw", "change", "statement"] as const

export function MoneyQuestions() {
  const { t } = useTranslation("billing")
  return (
    <section
      aria-labelledby="questions"
      className="mt-16 grid gap-x-16 gap-y-6 md:mt-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <h2 id="questions" className="text-section">
        {t("questions.title")}
      </h2>
      <div>
        {questions.map((name) => (
          <Disclosure key={name} title={t(`questions.${name}.q`)}>
            {t(`questions.${name}.a`)}
          </Disclosure>
        ))}
      </div>
    </section>
  )
}
