/** The tags of operations, in the order of the documentation: a sentence each. */
export const tags = {
  auth: "Join, sign in, sign out and reset a password.",
  captcha: "A code by e-mail for clients that cannot show the CAPTCHA.",
  "second factor": "Authenticator app, passkeys, recovery codes and re-authentication.",
  me: "Your account: name, picture, e-mail address, password, sessions and settings.",
  privacy: "Export of your data and erasure of your account.",
  favorites: "The profiles that you have saved.",
  "saved searches": "The searches that you have saved, and whether you are notified of new profiles.",
  profiles: "Published profiles: listing, details, pictures, videos and services.",
  "own profile": "Your own profile: edits, submission for review, availability and publication.",
  media: "Your photos and videos, and access to private ones.",
  chat: "Conversations, messages, blocks, realtime events and socket authorization.",
  "profile owner": "For members with a profile: message templates, the away note and how fast they reply.",
  notifications: "Notifications, their settings and Web Push subscriptions.",
  billing: "Plans, checkout, your plan, payments and invoices.",
  content: "Pages and frequently asked questions that staff publish.",
  moderation: "Reports of pages, pictures and videos.",
  support: "The contact form and your support tickets.",
  consents: "The consent of people in a profile owner's photos and videos, by their private link.",
  casting: "Applications to be listed with a profile.",
  admin: "Operations for staff. Members receive 404 `request.not_found`.",
} as const

export type TagName = keyof typeof tags
