import type { AccountName, Language } from "./test"

export interface SitePage {
  name: string
  path: string
  title: Record<Language, string>
  status?: number
  as?: AccountName
  /** Not a page of the app: it is in English and not hydrated, and axe checks it in a test of its own (api-docs.test.ts). */
  isPlain?: boolean
}

const sectionTitles = {
  infos: { en: "Camille Aubert, details - Salon", fr: "Camille Aubert, infos - Salon" },
  private: { en: "Camille Aubert, private gallery - Salon", fr: "Camille Aubert, galerie privée - Salon" },
  services: { en: "Camille Aubert, services - Salon", fr: "Camille Aubert, services - Salon" },
  videos: { en: "Camille Aubert, videos - Salon", fr: "Camille Aubert, vidéos - Salon" },
}

/** Every page that a demo account, or nobody, opens by its address alone. */
export const pages: SitePage[] = [
  { name: "The home page", path: "/", title: { en: "Salon", fr: "Salon" } },
  { name: "The listing", path: "/escorts", title: { en: "All profiles - Salon", fr: "Tous les profils - Salon" } },
  {
    name: "The listing of a city",
    path: "/escorts?city=paris",
    title: { en: "Profiles in Paris - Salon", fr: "Profils à Paris - Salon" },
  },
  {
    name: "A listing of nobody",
    path: "/escorts?city=bath&category=dinners",
    title: { en: "Dinners & evenings in Bath - Salon", fr: "Dîners et soirées à Bath - Salon" },
  },
  {
    name: "The page of all cities",
    path: "/escorts/in",
    title: { en: "All cities - Salon", fr: "Toutes les villes - Salon" },
  },
  {
    name: "The page of a city",
    path: "/escorts/in/lyon",
    title: { en: "Companions in Lyon - Salon", fr: "Compagnes et compagnons à Lyon - Salon" },
  },
  {
    name: "The page of an occasion in a city",
    path: "/escorts/in/lyon/dinners",
    title: { en: "Dinners & evenings in Lyon - Salon", fr: "Dîners et soirées à Lyon - Salon" },
  },
  {
    name: "The page of an occasion that a city lacks",
    path: "/escorts/in/bath/dinners",
    title: { en: "Dinners & evenings in Bath - Salon", fr: "Dîners et soirées à Bath - Salon" },
  },
  {
    name: "A profile",
    path: "/escorts/camille-aubert",
    title: { en: "Camille Aubert - Salon", fr: "Camille Aubert - Salon" },
  },
  ...(["infos", "private", "services", "videos"] as const).map((section) => ({
    name: `The section ${section} of a profile`,
    path: `/escorts/camille-aubert/${section}`,
    title: sectionTitles[section],
  })),
  {
    name: "The gallery",
    path: "/escorts/camille-aubert/gallery",
    title: { en: "Camille Aubert, gallery - Salon", fr: "Camille Aubert, galerie - Salon" },
  },
  {
    name: "Joining",
    path: "/become-member",
    title: { en: "Create an account - Salon", fr: "Créer un compte - Salon" },
  },
  {
    name: "The plans, before an account",
    path: "/plans",
    title: { en: "Plans - Salon", fr: "Formules - Salon" },
  },
  { name: "About", path: "/about", title: { en: "About Salon - Salon", fr: "À propos de Salon - Salon" } },
  {
    name: "The casting page",
    path: "/casting",
    title: { en: "Apply to be listed - Salon", fr: "Proposer votre profil - Salon" },
  },
  {
    name: "The first step of an application",
    path: "/casting/you",
    title: { en: "Who you are - Salon", fr: "Qui vous êtes - Salon" },
  },
  {
    name: "A link of a person depicted that is not there",
    path: "/consent/nothing",
    status: 410,
    title: { en: "This link doesn’t work - Salon", fr: "Ce lien ne fonctionne pas - Salon" },
  },
  {
    name: "A link to an application that is not there",
    path: "/casting/follow/nothing",
    status: 410,
    title: { en: "This link no longer works - Salon", fr: "Ce lien ne fonctionne plus - Salon" },
  },
  { name: "The contact page", path: "/contact", title: { en: "Contact us - Salon", fr: "Nous écrire - Salon" } },
  {
    name: "A member's contact page",
    path: "/contact",
    as: "member",
    title: { en: "Contact us - Salon", fr: "Nous écrire - Salon" },
  },
  {
    name: "The questions",
    path: "/faq",
    title: { en: "Questions and answers - Salon", fr: "Questions et réponses - Salon" },
  },
  { name: "A legal page", path: "/legal/privacy", title: { en: "Privacy - Salon", fr: "Vie privée - Salon" } },
  { name: "Transparency", path: "/transparency", title: { en: "Transparency - Salon", fr: "Transparence - Salon" } },
  {
    name: "The report",
    path: "/report",
    title: { en: "Report a problem - Salon", fr: "Signaler un problème - Salon" },
  },
  {
    name: "The age notice",
    path: "/age",
    title: { en: "Salon", fr: "Salon" },
  },
  {
    name: "A forgotten password",
    path: "/auth/password/reset",
    title: { en: "Forgot your password? - Salon", fr: "Mot de passe oublié ? - Salon" },
  },
  { name: "The login page", path: "/auth/login", title: { en: "Log in - Salon", fr: "Connexion - Salon" } },
  {
    name: "A page that is not there",
    path: "/nowhere/at-all",
    status: 404,
    title: { en: "Page Not Found - Salon", fr: "Page introuvable - Salon" },
  },
  {
    name: "A filter that is not there",
    path: "/escorts?city=atlantis",
    status: 404,
    title: { en: "All profiles - Salon", fr: "Tous les profils - Salon" },
  },
  {
    name: "The member area",
    path: "/profile",
    as: "premium",
    title: { en: "My account - Salon", fr: "Mon compte - Salon" },
  },
  {
    name: "The conversations",
    path: "/profile/chat",
    as: "premium",
    title: { en: "Messages - Salon", fr: "Messages - Salon" },
  },
  {
    name: "A first message",
    path: "/profile/chat/new?profile=rosalind-marlow",
    as: "premium",
    title: { en: "Messages - Salon", fr: "Messages - Salon" },
  },
  {
    name: "The favourites",
    path: "/profile/favorites",
    as: "member",
    title: { en: "Favourites - Salon", fr: "Favoris - Salon" },
  },
  {
    name: "The saved searches",
    path: "/profile/searches",
    as: "member",
    title: { en: "Saved searches - Salon", fr: "Recherches enregistrées - Salon" },
  },
  {
    name: "The notifications",
    path: "/profile/notifications",
    as: "member",
    title: { en: "Notifications - Salon", fr: "Notifications - Salon" },
  },
  {
    name: "The settings",
    path: "/profile/settings",
    as: "member",
    title: { en: "Settings - Salon", fr: "Réglages - Salon" },
  },
  ...(
    [
      ["profile", "Profile", "Profil"],
      ["email", "Email", "E-mail"],
      ["password", "Password", "Mot de passe"],
      ["sign-in", "Two-step login", "Connexion en deux étapes"],
      ["sessions", "Where you are logged in", "Vos connexions"],
      ["appearance", "Language and appearance", "Langue et apparence"],
      ["notifications", "Notifications", "Notifications"],
      ["privacy", "Privacy and data", "Vie privée et données"],
    ] as const
  ).map(([section, en, fr]) => ({
    name: `The settings’ section "${en}"`,
    path: `/profile/settings/${section}`,
    as: "member" as const,
    title: { en: `${en} - Salon`, fr: `${fr} - Salon` },
  })),
  {
    name: "What one chooses for messages",
    path: "/profile/settings/messages",
    as: "owner",
    title: {
      en: "Message settings - Salon",
      fr: "Réglages des messages - Salon",
    },
  },
  ...(
    [
      ["", "Your profile", "Votre profil"],
      ["/words", "Text", "Textes"],
      ["/preview", "Preview", "Aperçu"],
      ["/services", "Services and rates", "Prestations et tarifs"],
      ["/photos", "Your pictures", "Vos photos"],
      ["/people", "People in your pictures", "Les personnes sur vos photos"],
      ["/identity", "Identity and agreement", "Identité et accord"],
      ["/calendar", "Your calendar", "Votre calendrier"],
      ["/answers", "Replying", "Répondre"],
      ["/statistics", "Statistics", "Statistiques"],
    ] as const
  ).map(([path, en, fr]) => ({
    name: `The workshop's page "${en}"`,
    path: `/profile/escort${path}`,
    as: "owner" as const,
    title: { en: `${en} - Salon`, fr: `${fr} - Salon` },
  })),
  {
    name: "The owner's videos",
    path: "/profile/videos",
    as: "owner",
    title: { en: "Videos - Salon", fr: "Vidéos - Salon" },
  },
  {
    name: "Two-step sign-in",
    path: "/profile/settings/two-factor",
    as: "premium",
    title: { en: "App, passkeys and codes - Salon", fr: "Application, clés d’accès et codes - Salon" },
  },
  {
    name: "The page of the member's data",
    path: "/profile/settings/data",
    as: "owner",
    title: { en: "Your data - Salon", fr: "Vos données - Salon" },
  },
  {
    name: "The page of whom a profile is hidden from",
    path: "/profile/escort/hiding",
    as: "owner",
    title: { en: "Who doesn’t see you - Salon", fr: "Qui ne vous voit pas - Salon" },
  },
  {
    name: "The decisions about a member",
    path: "/profile/decisions",
    as: "member",
    title: { en: "Decisions about you - Salon", fr: "Décisions vous concernant - Salon" },
  },
  {
    name: "The list of who opened the member's data",
    path: "/profile/settings/access",
    as: "owner",
    title: { en: "Who opened your data - Salon", fr: "Qui a consulté vos données - Salon" },
  },
  {
    name: "The question in confidence",
    path: "/profile/help",
    as: "owner",
    title: { en: "Support - Salon", fr: "Aide - Salon" },
  },
  {
    name: "The page of those who can help",
    path: "/profile/help/lines",
    as: "owner",
    title: { en: "Support - Salon", fr: "Aide - Salon" },
  },
  {
    name: "The plans",
    path: "/profile/plans",
    as: "member",
    title: { en: "Plans - Salon", fr: "Formules - Salon" },
  },
  {
    name: "The plans of a subscriber",
    path: "/profile/plans?interval=12",
    as: "premium",
    title: { en: "Plans - Salon", fr: "Formules - Salon" },
  },
  {
    name: "The billing page",
    path: "/profile/billing",
    as: "premium",
    title: { en: "Your plan - Salon", fr: "Votre formule - Salon" },
  },
  {
    name: "The billing page without a plan",
    path: "/profile/billing",
    as: "member",
    title: { en: "Your plan - Salon", fr: "Votre formule - Salon" },
  },
  {
    name: "A withdrawal after its time",
    path: "/profile/billing/withdraw",
    as: "premium",
    title: { en: "Withdrawal is not possible - Salon", fr: "La rétractation n’est pas possible - Salon" },
  },
  {
    name: "The invoices",
    path: "/profile/invoices",
    as: "premium",
    title: { en: "Invoices - Salon", fr: "Factures - Salon" },
  },
  {
    name: "A list without invoices",
    path: "/profile/invoices",
    as: "member",
    title: { en: "Invoices - Salon", fr: "Factures - Salon" },
  },
  {
    name: "A checkout of nothing",
    path: "/checkout/nothing",
    as: "member",
    status: 404,
    title: { en: "Page Not Found - Salon", fr: "Page introuvable - Salon" },
  },
  {
    name: "A return without a payment",
    path: "/checkout/success",
    as: "member",
    title: { en: "Nothing was bought - Salon", fr: "Rien n’a été acheté - Salon" },
  },
  {
    name: "A return after the payment",
    path: "/checkout/success",
    as: "premium",
    title: { en: "Premium is active - Salon", fr: "Premium est actif - Salon" },
  },
  {
    name: "The review queue",
    path: "/dashboard/admin/review",
    as: "admin",
    title: { en: "To review - Salon", fr: "À vérifier - Salon" },
  },
  {
    name: "The photos to review",
    path: "/dashboard/admin/media",
    as: "admin",
    title: { en: "Pictures - Salon", fr: "Photos - Salon" },
  },
  {
    name: "The videos to review",
    path: "/dashboard/admin/videos",
    as: "admin",
    title: { en: "Videos - Salon", fr: "Vidéos - Salon" },
  },
  {
    name: "The casting desk",
    path: "/dashboard/admin/applications",
    as: "admin",
    title: { en: "Applications - Salon", fr: "Candidatures - Salon" },
  },
  {
    name: "The appeals",
    path: "/dashboard/admin/appeals",
    as: "admin",
    title: { en: "Appeals - Salon", fr: "Recours - Salon" },
  },
  {
    name: "The desk of answers in confidence",
    path: "/dashboard/admin/help",
    as: "admin",
    title: { en: "In confidence - Salon", fr: "En confidence - Salon" },
  },
  {
    name: "The countries",
    path: "/dashboard/admin/countries",
    as: "admin",
    title: { en: "Countries - Salon", fr: "Pays - Salon" },
  },
  {
    name: "A country",
    path: "/dashboard/admin/countries/T1",
    as: "admin",
    title: { en: "Tor network - Salon", fr: "Réseau Tor - Salon" },
  },
  {
    name: "The changes of countries",
    path: "/dashboard/admin/country-changes",
    as: "admin",
    title: { en: "Country changes - Salon", fr: "Changements de pays - Salon" },
  },
  {
    name: "The desk of identity checks",
    path: "/dashboard/admin/identity",
    as: "admin",
    title: { en: "Identity checks - Salon", fr: "Vérifications d’identité - Salon" },
  },
  {
    name: "The cases",
    path: "/dashboard/admin/cases",
    as: "admin",
    title: { en: "Cases - Salon", fr: "Dossiers - Salon" },
  },
  {
    name: "The support desk",
    path: "/dashboard/admin/tickets",
    as: "admin",
    title: { en: "Tickets - Salon", fr: "Demandes - Salon" },
  },
  {
    name: "The mail desk",
    path: "/dashboard/admin/mail",
    as: "admin",
    title: { en: "Emails - Salon", fr: "E-mails - Salon" },
  },
  {
    name: "The templates of reasons",
    path: "/dashboard/admin/reason-templates",
    as: "admin",
    title: { en: "Reason templates - Salon", fr: "Motifs types - Salon" },
  },
  {
    name: "A new template of reasons",
    path: "/dashboard/admin/reason-templates/new",
    as: "admin",
    title: { en: "New: Reason template - Salon", fr: "Créer : Motif type - Salon" },
  },
  {
    name: "The prepared answers",
    path: "/dashboard/admin/prepared-answers",
    as: "admin",
    title: { en: "Prepared answers - Salon", fr: "Réponses types - Salon" },
  },
  {
    name: "A new prepared answer",
    path: "/dashboard/admin/prepared-answers/new",
    as: "admin",
    title: { en: "New: Prepared answer - Salon", fr: "Créer : Réponse type - Salon" },
  },
  // Names of actions look like texts' keys: of a page that has some, tests would say that they are not translated.
  {
    name: "A search of the audit log that finds nothing",
    path: "/dashboard/admin/audit?find=nothing",
    as: "admin",
    title: { en: "Audit log - Salon", fr: "Journal d’audit - Salon" },
  },
  {
    name: "A search of the whole audit log that finds nothing",
    path: "/dashboard/admin/audit/archive?record=nothing",
    as: "admin",
    title: { en: "Whole audit log - Salon", fr: "Journal d’audit complet - Salon" },
  },
  {
    name: "The launch",
    path: "/dashboard/admin/readiness",
    as: "admin",
    title: { en: "Launch - Salon", fr: "Mise en service - Salon" },
  },
  {
    name: "The figures of transparency",
    path: "/dashboard/admin/transparency",
    as: "admin",
    title: { en: "Transparency - Salon", fr: "Transparence - Salon" },
  },
  {
    name: "The roles of staff",
    path: "/dashboard/admin/staff",
    as: "admin",
    title: { en: "Staff - Salon", fr: "Équipe - Salon" },
  },
  {
    name: "The questions of the back office",
    path: "/dashboard/admin/faqs",
    as: "admin",
    title: { en: "Questions - Salon", fr: "Questions - Salon" },
  },
  {
    name: "A list that nothing matches",
    path: "/dashboard/admin/cities?q=atlantis",
    as: "admin",
    title: { en: "Cities - Salon", fr: "Villes - Salon" },
  },
  {
    name: "The users of the back office",
    path: "/dashboard/admin/users",
    as: "admin",
    title: { en: "Users - Salon", fr: "Utilisateurs - Salon" },
  },
  ...(
    [
      ["profiles", "Profiles", "Profils"],
      ["plans", "Plans", "Formules"],
      ["prices", "Prices", "Tarifs"],
      ["services", "Services", "Services"],
      ["settings/access", "Access gate", "Accès au site"],
      ["settings/listing", "Listings", "Listes"],
      ["settings/announcement", "Announcement", "Annonce"],
      ["settings/captcha", "Captcha", "Captcha"],
      ["settings/contact", "Contact points", "Points de contact"],
    ] as const
  ).map(([path, en, fr]) => ({
    name: `The back office's page "${en}"`,
    path: `/dashboard/admin/${path}`,
    as: "admin" as const,
    title: { en: `${en} - Salon`, fr: `${fr} - Salon` },
  })),
  {
    name: "A new service",
    path: "/dashboard/admin/services/new",
    as: "admin",
    title: { en: "New: Service - Salon", fr: "Créer : Service - Salon" },
  },
  {
    name: "The exports of a list",
    path: "/dashboard/admin/pages/exports",
    as: "admin",
    title: { en: "Exports: Pages - Salon", fr: "Exports : Pages - Salon" },
  },
  {
    name: "An import",
    path: "/dashboard/admin/cities/import",
    as: "admin",
    title: { en: "Import: Cities - Salon", fr: "Importer : Villes - Salon" },
  },
  {
    name: "The back office",
    path: "/dashboard/admin",
    as: "admin",
    title: { en: "Dashboard - Salon", fr: "Tableau de bord - Salon" },
  },
  {
    name: "The back office's settings",
    path: "/dashboard/admin/settings",
    as: "admin",
    title: { en: "Settings - Salon", fr: "Réglages - Salon" },
  },
  {
    name: "A group of settings",
    path: "/dashboard/admin/settings/limits",
    as: "admin",
    title: { en: "Limits - Salon", fr: "Limites - Salon" },
  },
  { name: "The API's description", path: "/api/docs", isPlain: true, title: { en: "Salon API", fr: "Salon API" } },
]
