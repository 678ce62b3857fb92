import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import * as schema from "~/db/schema"
import { labelPurpose } from "~/domain/profiles/hiding/hiding.server"
import { newId } from "~/lib/id"
import { createSecrets } from "../../../worker/adapters/secret-box"
import {
  DAY,
  db,
  insertCategory,
  insertCity,
  insertGroup,
  insertMedia,
  insertProfile,
  insertService,
  insertSession,
  insertSubscription,
  insertUser,
  insertUserWithPassword,
} from "./rows"

let people = 0

/**
 * Inserts a person with a row in every table and a file in every part of the file store. `traces` are words and ids of
 * theirs alone: after an erasure none may be found. `shared` is what they have together with others.
 */
export async function insertWholePerson(shared: { conversationId: string; storageKey: string }) {
  const n = ++people
  const now = Date.now()
  const word = (what: string) => `${what}-of-person-${n}`
  const user = await insertUserWithPassword({
    email: `${word("mail")}@example.org`,
    name: word("name"),
    avatarVersion: word("avatar"),
  })
  const userId = user.id
  const newEmail = `${word("new")}@example.org`
  const session = await insertSession({ userId, userAgent: word("agent"), isStrong: true, confirmedAt: now })
  const city = await insertCity()
  const category = await insertCategory()
  const service = await insertService({ categoryId: category.id })
  const profile = await insertProfile({
    ownerId: userId,
    cityId: city.id,
    categoryId: category.id,
    name: word("stage"),
    slug: word("slug"),
  })
  const profileId = profile.id
  await db
    .update(schema.profileTexts)
    .set({ headline: word("headline"), quote: word("quote"), about: word("about") })
    .where(eq(schema.profileTexts.profileId, profileId))
  await db.insert(schema.profileServices).values({ profileId, serviceId: service.id, price: 12_345 })
  await db
    .insert(schema.profileServiceTexts)
    .values({ profileId, serviceId: service.id, locale: "en", note: word("note") })
  await db.insert(schema.profileLanguages).values({ profileId, language: "fr", position: 1 })
  await db.insert(schema.slugRedirects).values({ slug: word("old-slug"), profileId, createdAt: now })
  const [photoId, videoId] = [newId(now), newId(now)]
  const photo = await insertMedia({ id: photoId, profileId, storageKey: `${word("photo")}/${photoId}` })
  const video = await insertMedia({
    id: videoId,
    profileId,
    kind: "video",
    visibility: "private",
    storageKey: `${word("video")}/${videoId}`,
  })
  await db.insert(schema.mediaTexts).values({ mediaId: photo.id, locale: "en", alt: word("alt") })
  await db.insert(schema.videos).values({ mediaId: video.id, uploadId: word("upload") })
  await db.insert(schema.videoParts).values({ mediaId: video.id, number: 1, etag: word("etag"), sha256: word("sha") })
  const stock = await insertMedia({ profileId, storageKey: shared.storageKey })

  await insertSubscription({ userId, stripeId: word("sub") })
  const billed = { userId, createdAt: now, updatedAt: now }
  await db.insert(schema.billingCustomers).values({
    ...billed,
    stripeCustomer: word("customer"),
    version: 1,
    credit: 0,
    cardLast4: word("card"),
  })
  await db.insert(schema.invoices).values({
    ...billed,
    id: newId(now),
    stripeInvoice: word("invoice"),
    number: word("number"),
    status: "paid",
    currency: "eur",
    total: 1,
    tax: 0,
    paid: 1,
    refunded: 0,
    due: 0,
    attempts: 1,
    periodStartsAt: now,
    periodEndsAt: now,
    issuedAt: now,
  })
  await db.insert(schema.paymentEvents).values({
    id: word("event"),
    type: "invoice.paid",
    stripeCustomer: word("customer"),
    payload: word("payload"),
    source: "webhook",
    state: "processed",
    attempts: 1,
    happenedAt: now,
    createdAt: now,
    updatedAt: now,
  })
  await db.insert(schema.formerCustomers).values({ userId, stripeCustomer: word("former-customer"), createdAt: now })
  await db.insert(schema.paymentEvents).values({
    id: word("former-event"),
    type: "charge.refunded",
    stripeCustomer: word("former-customer"),
    payload: "{}",
    source: "webhook",
    state: "processed",
    attempts: 1,
    happenedAt: now,
    createdAt: now,
    updatedAt: now,
  })
  await db.insert(schema.billingActions).values({
    id: newId(now),
    userId,
    kind: "grant",
    subject: word("subject"),
    reason: word("reason"),
    createdAt: now,
  })
  await db.insert(schema.withdrawals).values({
    ...billed,
    id: newId(now),
    stripeSubscription: word("sub"),
    state: "done",
    amount: 1,
    currency: "eur",
  })
  await db.insert(schema.billingIssues).values({
    ...billed,
    id: newId(now),
    kind: "dispute",
    subject: word("dispute"),
    stripeInvoice: word("invoice"),
    amount: 1,
    currency: "eur",
    status: "over",
    state: "settled",
  })
  await db.insert(schema.billingRequests).values({
    ...billed,
    id: newId(now),
    kind: "grant",
    subject: userId,
    key: word("request-key"),
    amount: 365,
    reason: word("request-reason"),
    state: "refused",
    expiresAt: now,
  })
  const group = await insertGroup()
  await db.insert(schema.userGroups).values({ userId, groupId: group.id })
  await db
    .insert(schema.consents)
    .values({ id: newId(now), userId, kind: "terms", version: "1", locale: "en", createdAt: now })
  const times = { createdAt: now, updatedAt: now }
  await db
    .insert(schema.twoFactor)
    .values({ userId, secret: word("totp"), enrolledAt: now, ...times, createdAt: now - DAY })
  await db.insert(schema.recoveryCodes).values({ id: newId(now), userId, codeHash: word("code"), createdAt: now })
  await db.insert(schema.passkeys).values({
    id: word("passkey"),
    userId,
    publicKey: word("public"),
    counter: 0,
    transports: "[]",
    name: word("key"),
    ...times,
  })
  await db.insert(schema.challenges).values({
    tokenHash: word("challenge"),
    purpose: "sign-in",
    userId,
    expiresAt: now + DAY,
    createdAt: now,
  })
  await db.insert(schema.devices).values({ userId, deviceHash: word("device"), lastSeenAt: now, createdAt: now })
  const changeId = newId(now)
  const change = { id: changeId, userId, newEmail, toConfirmedAt: now, expiresAt: now + DAY, createdAt: now }
  await db.insert(schema.emailChanges).values(change)
  await db.insert(schema.returnedAddresses).values({ address: newEmail, reason: "bounced", createdAt: now })
  await db.insert(schema.mutedMails).values({ userId, kind: "updates", createdAt: now })
  await db.insert(schema.handoffTokens).values({
    tokenHash: word("handoff"),
    stateHash: word("state"),
    locale: "fr",
    sessionId: session.id,
    expiresAt: now + DAY,
  })
  const application = {
    id: newId(now),
    userId,
    firstName: word("first"),
    presentation: word("presentation"),
    languages: "fr",
    state: "submitted" as const,
    version: 2,
    locale: "en" as const,
    writtenIn: "en" as const,
    submittedAt: now,
  }
  await db.insert(schema.applications).values({ ...application, reference: `A-TEST${n}`, ...times })
  const picture = { id: newId(now), applicationId: application.id, width: 8, height: 10, createdAt: now }
  await db.insert(schema.profileEdits).values({
    profileId: profile.id,
    field: "quote.en",
    value: JSON.stringify(word("edit")),
    state: "returned",
    version: newId(now),
    reason: "other",
    comment: word("comment"),
    ...times,
  })
  await db.insert(schema.profileReviews).values({ profileId: profile.id, submittedAt: now, comment: word("review") })
  await db.insert(schema.reviewProposals).values({
    id: newId(now),
    profileId: profile.id,
    field: "quote.en",
    version: newId(now),
    decision: "return",
    reason: "other",
    comment: word("proposal"),
    proposedBy: userId,
    createdAt: now,
  })
  await db
    .insert(schema.reviewEscalations)
    .values({ profileId: profile.id, staffId: userId, note: word("escalation"), createdAt: now })
  await db.insert(schema.profileDecisions).values({
    id: newId(now),
    profileId: profile.id,
    field: "quote.en",
    decision: "returned",
    createdAt: now,
    before: JSON.stringify(word("before")),
    after: JSON.stringify(word("after")),
    comment: word("decision"),
  })
  await db.insert(schema.endedMedia).values({
    mediaId: word("ended"),
    profileId: profile.id,
    ending: "removed",
    sha256: word("hash"),
    endedAt: now,
  })
  await db.insert(schema.mediaLikenesses).values({ mediaId: photo.id, likeId: word("ended") })
  const personId = newId(now)
  await db.insert(schema.depictedPeople).values({ id: personId, profileId, label: word("label"), ...times })
  await db.insert(schema.consentLinks).values({
    tokenHash: word("consent"),
    personId,
    expiresAt: now + DAY,
    createdAt: now,
  })
  await db.update(schema.media).set({ hasOthers: true, declaredAt: now }).where(eq(schema.media.id, photo.id))
  await db.insert(schema.mediaConsents).values({
    // A video's id is an opaque word here: what was signed outlives the media item, without whose it was.
    mediaId: `of-another-${n}`,
    personId,
    state: "granted",
    mayDownload: true,
    textVersion: 1,
    textHash: "0",
    locale: "en",
    signedAt: now,
    addressHash: word("address"),
    ...times,
  })
  const checkId = newId(now)
  await db.insert(schema.identityChecks).values({
    id: checkId,
    userId,
    provider: "stripe_identity",
    sessionRef: `vs_${checkId}`,
    status: "verified",
    over18: true,
    checkedAt: now,
    liveness: true,
    documentMonth: "2130-01",
    livemode: true,
    attempts: 1,
    ...times,
  })
  await db.insert(schema.identityActions).values({
    id: newId(now),
    checkId,
    kind: "confirm",
    reason: word("reason"),
    createdAt: now,
  })
  await db.insert(schema.agreementSignatures).values({
    userId,
    version: 1,
    textHash: "0",
    locale: "en",
    nameSealed: word("sealed"),
    signedAt: now,
  })
  await db.insert(schema.applicationPictures).values(picture)
  await db.insert(schema.applicationConsents).values({
    applicationId: application.id,
    kind: "self",
    version: "1",
    locale: "en",
    createdAt: now,
  })
  await db.insert(schema.applicationLinks).values({
    tokenHash: word("link"),
    applicationId: application.id,
    expiresAt: now + DAY,
    createdAt: now,
  })
  // One as a member, and one from before they were.
  const senders = [{ userId }, { name: word("sender"), email: user.email }]
  for (const [at, sender] of senders.entries()) {
    const ticketId = newId(now)
    await db.insert(schema.tickets).values({
      id: ticketId,
      reference: `T-TEST${n}-${at}`,
      category: "other",
      locale: "en",
      state: "open",
      version: 1,
      isSuspect: false,
      ...sender,
      ...times,
    })
    await db.insert(schema.ticketMessages).values({
      id: newId(now),
      ticketId,
      author: "member",
      body: word("message"),
      createdAt: now,
    })
    await db.insert(schema.ticketNotes).values({
      id: newId(now),
      ticketId,
      body: word("internal"),
      createdAt: now,
    })
  }
  const signupId = newId(now)
  await db.insert(schema.signups).values({
    id: signupId,
    email: user.email,
    name: word("signup"),
    passwordHash: "x",
    locale: "en",
    termsVersion: "1",
    adultVersion: "1",
    expiresAt: now + 40 * DAY,
    createdAt: now,
  })
  const exportId = newId(now)
  await db.insert(schema.dataRequests).values({
    id: exportId,
    userId,
    kind: "export",
    state: "done",
    fileKey: `exports/${userId}/${exportId}.zip`,
    receipt: '{"bytes":4}',
    doneAt: now,
    expiresAt: now + 40 * DAY,
    ...times,
  })
  const subjects = {
    reset: userId,
    "email-to": changeId,
    export: exportId,
    join: signupId,
    captcha: user.email,
  } as const
  for (const [purpose, subjectId] of Object.entries(subjects)) {
    await db.insert(schema.emailTokens).values({
      tokenHash: word(purpose),
      purpose: purpose as "reset",
      subjectId,
      expiresAt: now + 40 * DAY,
      createdAt: now,
    })
  }
  for (const [recipient, template, data] of [
    [user.email, "reset", {}],
    [newEmail, "email-to", { userId }],
  ] as const) {
    await db.insert(schema.outboxEmails).values({
      id: newId(now),
      recipient,
      locale: "en",
      template,
      data: JSON.stringify(data),
      state: "sent",
      attempts: 1,
      nextAttemptAt: now,
      rendered: word("rendered"),
      ...times,
    })
  }
  // Of former staff: they have a member's rights.
  await db.insert(schema.staffGrants).values({ id: newId(now), userId, role: "editor", createdAt: now, revokedAt: now })
  await db.insert(schema.secondLooks).values({ userId, confirmed: 3, changed: 1 })
  await db
    .insert(schema.factorResets)
    .values({ userId, proposedBy: userId, reason: word("reset"), createdAt: now, expiresAt: now + DAY })
  const decisionId = newId(now)
  await db.insert(schema.decisions).values({
    id: decisionId,
    reference: `D-TEST${n}`,
    kind: "member_warned",
    userId,
    subjectId: decisionId,
    facts: "The member sent unwanted messages.",
    source: "staff",
    isAutomatic: false,
    template: 1,
    state: "active",
    ...times,
  })
  await db.insert(schema.appeals).values({
    decisionId,
    body: word("body"),
    state: "open",
    locale: "en",
    ...times,
  })
  await db.insert(schema.sanctions).values({
    id: decisionId,
    userId,
    kind: "warn",
    state: "active",
    reason: word("warning"),
    createdAt: now,
  })
  await db.insert(schema.impersonations).values({
    id: newId(now),
    memberId: userId,
    familyId: word("family"),
    reason: word("access"),
    startedAt: now,
    expiresAt: now + 1,
    endedAt: now,
  })
  await db.insert(schema.personalReads).values({ userId, seq: n, readAt: now, action: "member.read", role: "support" })
  await db.insert(schema.resourceExports).values({
    id: newId(now),
    resource: "users",
    query: word("query"),
    staffId: userId,
    state: "done",
    ...times,
  })
  await db.insert(schema.favorites).values({ userId, profileId, createdAt: now })
  await db.insert(schema.newProfiles).values({ profileId, at: now })
  await db.insert(schema.savedSearches).values({
    id: newId(now),
    userId,
    query: "city=lyon",
    locale: "en",
    isAlerted: true,
    notifiedPlace: 0,
    seenPlace: 0,
    createdAt: now,
  })
  const caseId = newId(now)
  await db.insert(schema.cases).values({
    id: caseId,
    reference: `C-TEST${n}`,
    subjectKind: "member",
    subjectId: userId,
    userId,
    profileId,
    category: "danger",
    priority: "P3",
    state: "received",
    dueAt: now,
    isSuspect: false,
    ...times,
  })
  // The headline's decision: a text is not hidden without one.
  await db.insert(schema.decisions).values({
    id: newId(now),
    reference: `D-TEXT${n}`,
    kind: "text_hidden",
    userId,
    subjectId: caseId,
    field: "public.headline",
    source: "notice",
    isAutomatic: true,
    template: 1,
    state: "active",
    createdAt: now,
    updatedAt: now,
  })
  await db
    .insert(schema.hiddenTexts)

    .values({ caseId, profileId, name: "headline", texts: JSON.stringify({ en: word("hidden-text") }), hiddenAt: now })
  await db
    .insert(schema.caseNotes)
    .values({ id: newId(now), caseId, staffId: null, body: word("note"), createdAt: now })
  await db.insert(schema.reports).values({
    id: newId(now),
    reference: `R-TEST${n}`,
    caseId,
    category: "danger",
    priority: "P3",
    state: "received",
    about: "/",
    details: "Somebody is in danger.",
    email: user.email,
    locale: "en",
    isSuspect: false,
    ...times,
  })
  await db.insert(schema.caseQuestions).values({
    id: newId(now),
    reference: `Q-TEST${n}`,
    caseId,
    userId,
    body: "Is this text yours?",
    askedAt: now,
    expiresAt: now,
    answer: "It is.",
    answeredAt: now,
    state: "answered",
  })
  await db.insert(schema.helpRequests).values({
    id: newId(now),
    userId,
    answerSealed: word("answerSealed"),
    state: "done",
    noteSealed: word("noteSealed"),
    ...times,
  })
  const reportId = newId(now)
  await db.insert(schema.reports).values({
    id: reportId,
    reference: `R-CHAT${n}`,
    caseId,
    category: "terms",
    priority: "P3",
    state: "received",
    about: "/",
    details: "Somebody is in danger.",
    email: null,
    locale: "en",
    isSuspect: false,
    ...times,
  })
  await db.insert(schema.reportMessages).values({
    reportId,
    seq: 1,
    authorId: userId,
    body: "What was reported.",
    isChosen: true,
    createdAt: now,
  })
  await db.insert(schema.messageTemplates).values({
    id: newId(now),
    userId,
    title: word("title"),
    body: word("template"),
    position: 1,
    ...times,
  })
  await db.insert(schema.awayNotes).values({
    userId,
    note: word("away"),
    lastDay: "2100-01-01",
    endsAt: now + DAY,
    ...times,
  })
  await db.insert(schema.hiddenAddresses).values({
    id: newId(now),
    profileId,
    mailboxHash: word("mailbox-hash"),
    labelSealed: await createSecrets(env.SECRETS_KEY).seal(
      JSON.stringify({ address: "n***@e***", note: word("note-of-somebody") }),
      labelPurpose(profileId),
    ),
    createdAt: now,
  })
  const entry = { profileId, createdAt: now }
  await db.insert(schema.calendarEntries).values([
    { id: newId(now), kind: "off", firstDay: "2100-01-01", lastDay: "2100-01-02", ...entry },
    { id: newId(now), kind: "tour", cityId: city.id, firstDay: "2100-02-01", lastDay: "2100-02-02", ...entry },
  ])
  const { seal } = createSecrets(env.SECRETS_KEY)
  await db.insert(schema.calendarFeeds).values({
    addressSealed: await seal(`https://example.org/${word("calendar")}.ics`, `calendar-feed ${profileId}`),
    dueAt: now + DAY,
    busy: "2100-01-05-evening",
    ...entry,
  })
  await db.insert(schema.calendarAddresses).values({
    tokenHash: word("calendar-hash"),
    tokenSealed: await seal(word("calendar-token"), `calendar-address ${profileId}`),
    ...entry,
  })
  await db.insert(schema.profileReplySpeeds).values({ profileId, speed: "day", replies: 10, updatedAt: now })
  await db
    .insert(schema.profileMonths)
    .values({ profileId, month: "2100-01", views: JSON.stringify(Array(31).fill(7)) })
  await db.insert(schema.contactRules).values({
    userId,
    verifiedOnly: true,
    premiumOnly: false,
    languages: "en",
    dailyBudget: 3,
    ...times,
  })
  await db.insert(schema.chatSettings).values({ userId, typing: false, readReceipts: true, ...times })
  const stranger = await insertUser()
  await db.insert(schema.blocks).values({ userId, blockedId: stranger.id, createdAt: now })
  await db.insert(schema.blocks).values({ userId: stranger.id, blockedId: userId, createdAt: now })
  const soloId = newId(now)
  await db.insert(schema.conversations).values({ id: soloId, lastSeq: 4, ...times })
  for (const conversationId of [soloId, shared.conversationId]) {
    await db.insert(schema.conversationMembers).values({ userId, conversationId, readSeq: 1, draft: word("draft") })
  }

  const news = { userId, type: "ticket" as const, state: "answered", ...times }
  await db
    .insert(schema.notifications)
    .values({ id: newId(now), subject: word("subject"), reference: word("T"), ...news })
  await db.insert(schema.notificationSettings).values({ userId, rhythm: "daily", timeZone: word("zone"), ...times })
  const browser = { userId, familyId: session.id, endpoint: word("endpoint") }
  await db.insert(schema.pushSubscriptions).values({ id: newId(now), ...browser, ...times })
  const sent = { key: word("key"), userId, fingerprint: word("fingerprint"), result: word("result") }
  await db.insert(schema.idempotencyKeys).values({ ...sent, createdAt: now })

  const files = {
    [`avatars/${userId}/${word("avatar")}.webp`]: word("avatar-bytes"),
    [`${photo.storageKey}/320.webp`]: word("small-bytes"),
    [`${photo.storageKey}/640.webp`]: word("photo-bytes"),
    [`${photo.storageKey}/640.avif`]: word("avif-bytes"),
    [`${video.storageKey}/video.mp4`]: word("video-bytes"),
    [`exports/${userId}/${exportId}.zip`]: word("zip-bytes"),
    [`uploads/${profileId}/${photo.id}`]: word("original-bytes"),
    [`casting/${application.id}/${picture.id}.webp`]: word("face-bytes"),
  }
  for (const [key, bytes] of Object.entries(files)) await env.MEDIA.put(key, bytes)
  await env.MEDIA.put(`${shared.storageKey}/640.webp`, "everybody's picture")

  const ids = [
    userId,
    profileId,
    session.id,
    photo.id,
    video.id,
    stock.id,
    changeId,
    signupId,
    soloId,
    application.id,
    picture.id,
    session.tokenHash,
  ]
  return { user, session, profile, exportId, files, traces: [`-of-person-${n}`, ...ids] }
}

/** Inserts a conversation and a picture that several people share. */
export async function insertShared() {
  const now = Date.now()
  const conversationId = newId(now)
  await db.insert(schema.conversations).values({ id: conversationId, lastSeq: 9, createdAt: now, updatedAt: now })
  return { conversationId, storageKey: `shared/${conversationId}` }
}

/** Returns every row of every table of the database, whatever the schema lists. */
export async function dumpDatabase(): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
  ).all<{ name: string }>()
  const dump = []
  for (const { name } of results) {
    const { results: rows } = await env.DB.prepare(`SELECT * FROM "${name}"`).all()
    dump.push(...rows.map((row) => ({ table: name, row })))
  }
  return dump
}

/** Returns every file of the store, by its key. */
export async function dumpFiles(): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const { key } of (await env.MEDIA.list()).objects) files[key] = (await (await env.MEDIA.get(key))?.text()) ?? ""
  return files
}
