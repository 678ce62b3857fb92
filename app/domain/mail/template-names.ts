import type { Locale } from "~/i18n/locales"
import type { Template } from "./schema"

/** The names of all mails, as staff read them. */
export const templateNames: Record<Template, Record<Locale, string>> = {
  join: { en: "Sign-up", fr: "Inscription" },
  reset: { en: "Password reset", fr: "Nouveau mot de passe" },
  "password-changed": { en: "Password changed", fr: "Mot de passe changé" },
  "export-ready": { en: "Data export ready", fr: "Export de données prêt" },
  "erasure-requested": { en: "Erasure requested", fr: "Effacement demandé" },
  "erasure-soon": { en: "Erasure approaching", fr: "Effacement proche" },
  "erasure-done": { en: "Erasure done", fr: "Effacement effectué" },
  "factor-code": { en: "Code for the first second factor", fr: "Code pour le premier second facteur" },
  "first-factor": { en: "First second factor", fr: "Premier second facteur" },
  "two-factor-on": { en: "Second factor on", fr: "Second facteur activé" },
  "two-factor-off": { en: "Second factor off", fr: "Second facteur désactivé" },
  "passkey-added": { en: "Passkey added", fr: "Clé d’accès ajoutée" },
  "passkey-removed": { en: "Passkey removed", fr: "Clé d’accès retirée" },
  "recovery-code-used": { en: "Recovery code used", fr: "Code de secours utilisé" },
  "new-sign-in": { en: "New sign-in", fr: "Nouvelle connexion" },
  "email-from": { en: "Email change, former address", fr: "Changement d’e-mail, ancienne adresse" },
  "email-to": { en: "Email change, new address", fr: "Changement d’e-mail, nouvelle adresse" },
  "email-changed": { en: "Email changed", fr: "E-mail changé" },
  report: { en: "Report received", fr: "Signalement reçu" },
  "report-closed": { en: "Report decided", fr: "Signalement traité" },
  sanction: { en: "Sanction", fr: "Sanction" },
  "sanction-lifted": { en: "Sanction lifted", fr: "Sanction levée" },
  ticket: { en: "Message received", fr: "Demande reçue" },
  "ticket-answer": { en: "Reply to a ticket", fr: "Réponse à une demande" },
  application: { en: "Application", fr: "Candidature" },
  digest: { en: "Digest of notifications", fr: "Résumé des notifications" },
  "captcha-code": { en: "Code instead of the captcha", fr: "Code à la place du captcha" },
  plan: { en: "Membership", fr: "Adhésion" },
}
