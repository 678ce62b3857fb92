import { expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

const pages = filesOf("app/{features,routes}/**/*.{ts,tsx}")
const single = "~/remix/idempotency/single-form"

/**
 * Forms without a `request_id`, and why sending them twice does nothing more than sending them once. The first five are
 * on public pages or in their dialogs, whose script has no room for one.
 */
const exceptions: Record<string, string> = {
  "app/features/accounts/auth/login-dialog.tsx": "a sign-in is one for itself: the lost one has no browser",
  "app/features/accounts/auth/login-form.tsx": "a sign-in is one for itself: the lost one has no browser",
  "app/features/accounts/auth/proof-forms.tsx": "proves who signs in: a code or challenge is used once",
  "app/features/accounts/auth/second-factor-forms.tsx": "proves who signs in: a code or challenge is used once",
  "app/features/profiles/favorites/heart-button.tsx": "sets or takes a favourite, by its value",
  "app/features/listing/saved/save-search.tsx": "saves a search once, by its query",
  "app/features/shell/account-menu.tsx": "signs out",
  "app/features/safety/age-page.tsx": "sets a cookie",
  "app/features/accounts/impersonation/impersonation-banner.tsx": "ends what it names, once",
  "app/features/chat/conversation-view.tsx": "marks as read, blocks or leaves: states of a conversation",
  "app/features/chat/composer.tsx": "a message has a `client_id`",
  "app/features/back-office/kit/import/file-form.tsx": "a check of a file changes nothing",
  "app/features/back-office/kit/list/order-list.tsx": "places one record beside another",
  "app/features/back-office/kit/record/markdown-field.tsx": "a preview changes nothing",
  "app/features/back-office/review/profile-review-page.tsx": "its claim is the reader's own, however often it is made",
  "app/features/accounts/auth/passkey-button.tsx": "a challenge is used once",
  "app/features/accounts/settings/avatar-form.tsx": "sets the picture",
}

/** Returns what sends a form in this file without a `request_id`. */
function sendersOf(file: string): string[] {
  const text = textOf(file)
  const posts = /method="post"/.test(text)
  const senders: Record<string, boolean> = {
    "Remix's own Form": posts && /import \{[^}]*\bForm\b[^}]*\} from "@remix-run\/react"/.test(text),
    "a fetcher's own Form": /\.Form\b/.test(text),
    "a form without RequestId": /<form\b[^>]*method="post"/s.test(text) && !/<RequestId\b/.test(text),
    "submit without useRequestIds": /\bsubmit\([^;]*method: "post"/s.test(text) && !/useRequestIds\b/.test(text),
  }
  return Object.keys(senders).filter((name) => senders[name])
}

test("every form that acts is sent once, however often it is pressed until its response arrives", () => {
  const found = pages.filter((file) => sendersOf(file).length > 0)
  expect(found.length).toBeGreaterThan(5)
  expect(
    found.filter((file) => !(file in exceptions)).map((file) => `${file}: ${sendersOf(file).join(", ")}`),
    `Use Form of ${single}, or RequestId in it; an exception needs its reason here.`,
  ).toEqual([])
  expect(
    Object.keys(exceptions).filter((file) => !found.includes(file)),
    "These are exceptions no more.",
  ).toEqual([])
})

test("every action of a page runs once for each form that is sent", () => {
  const actions = filesOf("app/routes/**/*.{ts,tsx}").filter((file) =>
    /export (const|async function|function) action\b/.test(textOf(file)),
  )
  expect(actions.length).toBeGreaterThan(50)
  const bare = actions.filter((file) => !/export const action = with(Context|Staff)\(/.test(textOf(file)))
  expect(bare, "Wrap it in withContext or withStaff.").toEqual([])
  const readers = filesOf("app/{routes,features}/**/*.{ts,tsx}").filter((file) =>
    /\brequest\.(formData|text|json|arrayBuffer)\(/.test(textOf(file)),
  )
  expect(readers, "Read the form by readAction, submitForm or byIntent: they look for its request_id.").toEqual([])
})
