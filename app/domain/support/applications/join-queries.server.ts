import { type SQL, sql } from "drizzle-orm"

/** SQL source: valid links issued after `since`, each with its accepted application that no account has. */
const provenLinks = (tokenHash: string, since: number) => sql`
  FROM application_links AS l JOIN applications AS a ON a.id = l.application_id
  WHERE l.token_hash = ${tokenHash} AND l.created_at > ${since} AND l.address_hash IS NOT NULL
    AND a.state = 'accepted' AND a.user_id IS NULL AND a.email IS NOT NULL`

/** Selects the applicant of a link, and whether their address has an account. */
export function selectLinkedApplicant(tokenHash: string, since: number) {
  return sql<{ id: string; email: string; first_name: string; address_hash: string; is_member: 0 | 1 }>`
    SELECT a.id, a.email, a.first_name, l.address_hash, EXISTS (SELECT 1 FROM users WHERE email = a.email) AS is_member
    ${provenLinks(tokenHash, since)}`
}

/** SQL condition: the link still proves this address of its application. */
export function isLinkedApplicant(tokenHash: string, addressHash: string, email: string, since: number): SQL {
  return sql`EXISTS (SELECT 1 ${provenLinks(tokenHash, since)} AND l.address_hash = ${addressHash} AND a.email = ${email})`
}
