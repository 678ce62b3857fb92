import { ticketPriorities } from "~/domain/support/tickets/categories"
import type { DeskTicket, TicketSide } from "~/domain/support/tickets/schema"
import { TicketState } from "~/features/support/tickets/ticket-state"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Card } from "~/ui/card"
import { TextArea } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { AppLink } from "~/ui/navigation/app-link"
import { KeyCap } from "../key-legend"
import { PermittedLink } from "../permitted-link"
import { StaffNotes } from "./staff-notes"

/** The intents of the forms beside a ticket. */
export type TicketAsideIntent = "change" | "state" | "note"

export interface TicketAsideProps extends Pick<TicketSide, "notes" | "staff" | "member"> {
  ticket: DeskTicket
  address: string
  /** The id of the reader. */
  me: string
  /** The reader may reply, and so assign, note and close. */
  mayReply: boolean
  mayReadBilling: boolean
  /** Null for a page that the reader may not open. */
  links: { member: string | null; review: string | null }
  resultOf: (intent: string) => FormResult | undefined
}

/** Beside a ticket: who takes care of it, who wrote it, and what staff noted. */
export function TicketAside(props: TicketAsideProps) {
  const { mayReply, resultOf } = props
  return (
    <div className="space-y-6">
      {mayReply ? <Handling {...props} /> : <HandlingFacts {...props} />}
      <Author {...props} />
      <Notes {...props} result={resultOf("note")} />
    </div>
  )
}

function Handling({ ticket, address, me, staff }: Pick<TicketAsideProps, "ticket" | "address" | "me" | "staff">) {
  const { t } = useTranslation("admin-tickets")
  const { version, assignee_id, priority, state } = ticket
  return (
    <Card as="section" aria-label={t("handling")}>
      <Form key={version} method="post" action={address} className="space-y-4">
        <input type="hidden" name="version" value={version} />
        <Select
          name="assignee_id"
          label={t("assignee")}
          placeholder={t("nobody")}
          options={staff.map(({ id, name }) => ({ value: id, label: id === me ? t("me", { name }) : name }))}
          defaultValue={assignee_id ?? ""}
        />
        <Select
          name="priority"
          label={t("priority")}
          options={ticketPriorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
          defaultValue={priority}
        />
        <Button type="submit" name="intent" value="change" size="small">
          {t("save")}
        </Button>
      </Form>
      <div className="mt-4 flex flex-wrap gap-2">
        {assignee_id !== me && (
          <Form method="post" action={address}>
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="assignee_id" value={me} />
            <input type="hidden" name="priority" value={priority} />
            <Button type="submit" name="intent" value="change" size="small" aria-keyshortcuts="M">
              {t("take")}
              <KeyCap>M</KeyCap>
            </Button>
          </Form>
        )}
        <Form method="post" action={address}>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="state" value={state === "closed" ? "open" : "closed"} />
          <Button type="submit" name="intent" value="state" size="small" variant="ghost" aria-keyshortcuts="X">
            {t(state === "closed" ? "reopen" : "close")}
            <KeyCap>X</KeyCap>
          </Button>
        </Form>
      </div>
    </Card>
  )
}

/** Who takes care of it, for staff who only read. */
function HandlingFacts({ ticket }: Pick<TicketAsideProps, "ticket">) {
  const { t } = useTranslation("admin-tickets")
  return (
    <Card as="section" aria-label={t("handling")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-ui">
        <dt className="text-mute">{t("assignee")}</dt>
        <dd className="wrap-anywhere">{ticket.assignee ?? t("nobody")}</dd>
        <dt className="text-mute">{t("priority")}</dt>
        <dd>{t(`priorities.${ticket.priority}`)}</dd>
      </dl>
    </Card>
  )
}

function Author({
  ticket,
  member,
  mayReadBilling,
  links,
}: Pick<TicketAsideProps, "ticket" | "member" | "mayReadBilling" | "links">) {
  const { t } = useTranslation(["admin-tickets", "admin-users", "support"])
  const locale = useLocale()
  return (
    <Card as="section" aria-label={t("author")}>
      <h2 className="text-body font-semibold">{t("author")}</h2>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-ui">
        <dt className="text-mute">{t("name")}</dt>
        <dd className="wrap-anywhere">
          <PermittedLink to={links.member}>{ticket.name}</PermittedLink>
        </dd>
        <dt className="text-mute">{t("email")}</dt>
        <dd className="wrap-anywhere">{ticket.email}</dd>
        {member ? (
          <>
            <dt className="text-mute">{t("joined")}</dt>
            <dd>{formatDate(member.joined_at, locale, "date")}</dd>
            {mayReadBilling && (
              <>
                <dt className="text-mute">{t("plan")}</dt>
                <dd>
                  {member.plan
                    ? `${member.plan.name ?? t("admin-users:plan.unknown")}, ${t(`admin-users:plan.states.${member.plan.status}`)}`
                    : t("no_plan")}
                </dd>
              </>
            )}
            <dt className="text-mute">{t("profile")}</dt>
            <dd>
              {member.profile ? (
                <PermittedLink to={links.review}>{member.profile.name}</PermittedLink>
              ) : (
                t("no_profile")
              )}
            </dd>
          </>
        ) : (
          <>
            <dt className="text-mute">{t("account")}</dt>
            <dd>{t("visitor")}</dd>
          </>
        )}
      </dl>
      {member && member.tickets.length > 0 && (
        <>
          <h3 className="mt-5 text-meta font-medium">{t("others")}</h3>
          <ul className="mt-1 divide-y divide-line">
            {member.tickets.map(({ reference, category, state }) => (
              <li key={reference} className="flex flex-wrap items-center justify-between gap-2 py-2 text-ui">
                <AppLink to={`/dashboard/admin/tickets/${reference}`} className="link">
                  {t(`support:categories.${category as "other"}`)}
                </AppLink>
                <TicketState state={state} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function Notes({
  notes,
  address,
  mayReply,
  result,
}: Pick<TicketAsideProps, "notes" | "address" | "mayReply"> & { result: FormResult | undefined }) {
  const { t } = useTranslation("admin-tickets")
  const { form, field } = useFormResult(result)
  return (
    <StaffNotes title={t("notes.title")} lead={t("notes.lead")} former={t("notes.former")} notes={notes}>
      {mayReply && (
        <Form key={notes.length} ref={form} method="post" action={address} noValidate className="mt-4 space-y-3">
          <TextArea {...field("note")} label={t("notes.label")} size="short" maxLength={2_000} />
          <Button type="submit" name="intent" value="note" size="small">
            {t("notes.add")}
          </Button>
        </Form>
      )}
    </StaffNotes>
  )
}
