import type { MemberSession } from "~/domain/accounts/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { SessionFacts, useDeviceName } from "~/features/accounts/settings/session-facts"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResults } from "~/remix/form"
import { ActionForm } from "./action-form"
import { FactList } from "./fact-list"

type MemberSessionsProps = {
  sessions: MemberSession[]
  name: string
  /** The reader may end them. */
  mayEnd: boolean
}

/** Where a member is logged in; each session unfolds the form that ends it. */
export function MemberSessions({ sessions, name, mayEnd }: MemberSessionsProps) {
  const { t } = useTranslation("admin-users")
  const nameOf = useDeviceName()
  const result = useFormResults()("end_session")
  return (
    <FactList id="sessions" title={t("account.sessions")} facts={[]}>
      {!result?.isError && <FormNotice result={result} />}
      {sessions.length === 0 && <p className="mt-4 text-ui text-ink2">{t("none")}</p>}
      <ul className="mt-4 divide-y divide-line">
        {sessions.map((session) => {
          const refused = result?.isError && result.values?.session === session.id ? result : undefined
          return (
            <li key={session.id} className="py-3">
              <SessionFacts session={session} />
              {mayEnd && (
                <details open={refused ? true : undefined} className="mt-1.5">
                  <summary
                    className="inline-block list-none rounded-badge text-ui"
                    aria-label={t("acts.end_session_named", { device: nameOf(session) })}
                  >
                    <span className="link">{t("acts.end_session")}</span>
                  </summary>
                  <div className="mt-3 max-w-xl">
                    <ActionForm
                      action="end_session"
                      label={t("acts.end_session")}
                      about={t("about.end_session", { name })}
                      isDangerous={false}
                      durations={[]}
                      rules={[]}
                      result={refused}
                    >
                      <input type="hidden" name="session" value={session.id} />
                    </ActionForm>
                  </div>
                </details>
              )}
            </li>
          )
        })}
      </ul>
    </FactList>
  )
}
