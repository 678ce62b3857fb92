import type { Ticket } from "~/domain/support/tickets/schema"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { ContactForm, type ContactFormProps } from "./contact-form"
import { TicketList, type TicketListProps } from "./ticket-list"

export interface ContactPageProps extends ContactFormProps {
  /** A member's tickets; null for a visitor. */
  tickets: (Omit<TicketListProps, "tickets"> & { data: Ticket[] }) | null
  /** Empty ones are not shown. */
  addresses: { email: string; authorities: string }
}

/** The form, open to anyone; beside it a member's earlier tickets, the hours of replies, and links to faster help. */
export function ContactPage({ tickets, addresses, ...props }: ContactPageProps) {
  const { t } = useTranslation("support")
  return (
    <div className="page-container grid gap-x-16 gap-y-12 pt-10 md:pt-16 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] xl:gap-x-28">
      <div>
        <h1 className="text-page-title-large">{t("title")}</h1>
        <p className="mt-4 text-lead text-ink2">{t("lead")}</p>
        <ContactForm {...props} />
      </div>
      <div className="space-y-12 lg:pt-24">
        {tickets && tickets.data.length > 0 && <TicketList {...tickets} tickets={tickets.data} />}
        <section aria-labelledby="answers">
          <h2 id="answers" className="border-t border-ink pt-4 text-card-title">
            {t("answers.title")}
          </h2>
          <p className="mt-3 text-body text-ink2">
            {t("answers.text")} {t(tickets ? "answers.member" : "answers.visitor")}
          </p>
        </section>
        <Addresses {...addresses} />
        <Elsewhere isMember={tickets !== null} />
      </div>
    </div>
  )
}

function Addresses({ email, authorities }: ContactPageProps["addresses"]) {
  const { t } = useTranslation("support")
  const shown = [
    [t("addresses.email"), email],
    [t("addresses.authorities"), authorities],
  ].filter(([, address]) => address)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="addresses">
      <h2 id="addresses" className="border-t border-ink pt-4 text-card-title">
        {t("addresses.title")}
      </h2>
      <dl className="mt-3 space-y-2 text-body">
        {shown.map(([name, address]) => (
          <div key={name}>
            <dt className="text-ink2">{name}</dt>
            <dd>
              <a href={`mailto:${address}`} className="link wrap-anywhere">
                {address}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Elsewhere({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation("support")
  const links = [
    ["/faq", t("elsewhere.faq")],
    ["/report", t("elsewhere.report")],
    ["/casting", t("elsewhere.casting")],
    ...(isMember ? [["/profile/settings/data", t("elsewhere.data")] as const] : []),
  ] as const
  return (
    <nav aria-labelledby="elsewhere">
      <h2 id="elsewhere" className="border-t border-ink pt-4 text-card-title">
        {t("elsewhere.title")}
      </h2>
      <ul className="mt-2">
        {links.map(([to, label]) => (
          <li key={to}>
            <AppLink to={to} className="link inline-block py-3 text-body">
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
