import { bookmarkHeader } from "../../http/bookmark"
import { commonErrors } from "./errors"

/** Returns the document's description as Markdown: what holds for every operation. `server` is the API's address. */
export function guide(server: string): string {
  return `
JSON over HTTPS. Operations without a security requirement are public; the others need a token or the session cookie of the site.

## Get a token

Send the e-mail address and the password of an account:

\`\`\`sh
curl ${server}/auth/login \\
  -H 'Content-Type: application/json' \\
  -d '{"email": "you@example.org", "password": "your password"}'
\`\`\`

The response is \`{"token": "…"}\`. It is 202 with a challenge for an account with a second factor: finish at \`POST /auth/login/second-factor\`. The token expires 90 days after its last use, at most 180 days after sign-in; \`POST /auth/logout\` ends it. Create an account on the site, or with \`POST /auth/join\` and \`POST /auth/verify\`.

## Call an operation

\`\`\`sh
curl ${server}/auth/me \\
  -H "Authorization: Bearer $TOKEN"
\`\`\`

Instead of a token, the site's own pages send its session cookie, and with it their \`Origin\`.

## Requests and responses

- Send bodies as \`application/json\`, up to 1 MB. Pictures are the exception, as their operations say.
- Texts of people are stored in composed Unicode (NFC), without invisible characters that their script does not need and without outer spaces; texts of one line have single plain spaces. Lengths count code points. A text with an unpaired surrogate is refused with 422.
- Times are epoch milliseconds (UTC) and amounts are Euro cents, unless a field says otherwise.
- Lists return \`{ data, next_cursor }\`. Repeat the request with \`cursor\` set to \`next_cursor\` until it is null. Cursors are opaque. \`GET /events\` takes its \`next_cursor\` as \`after\`, and messages are listed by their \`seq\`.
- Texts for the user are in the language of the domain, else of the \`locale\` cookie or \`Accept-Language\`.

## Send again

A request whose response was lost may have been carried out. Send writing requests with an \`Idempotency-Key\`, a random UUID of your own, and repeat them with the same one: for a day, the operation is not carried out again, and the response is that of the first request, with \`Idempotency-Replayed: true\`. The key belongs to your account and the operation. Refused requests (4xx) are not remembered. Messages and uploads have a \`client_id\` too.

## Read your own writes

A request with a token reads from the primary database, and so finds everything written before. Responses to its writes carry \`${bookmarkHeader}\`. Send its newest value as a header with the following requests: they may then read from a closer copy that has those writes. A value is opaque and remains valid.

## Errors

Errors return \`{ message, code, errors?, request_id }\`. Branch on \`code\`; \`message\` and \`errors\` are texts for the user. 429 responses carry \`Retry-After\` in seconds. Every operation lists its own codes. Besides, any of them may return:

${commonErrorList}
`.trim()
}

const commonErrorList = commonErrors.map(({ status, code, when }) => `- ${status} \`${code}\`: ${when}.`).join("\n")
