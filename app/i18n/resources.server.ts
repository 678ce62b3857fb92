import type { Locale } from "./locales"
import account_access_en from "./locales/en/account-access.json"
import admin_en from "./locales/en/admin.json"
import admin_appeals_en from "./locales/en/admin-appeals.json"
import admin_audit_en from "./locales/en/admin-audit.json"
import admin_cases_en from "./locales/en/admin-cases.json"
import admin_casting_en from "./locales/en/admin-casting.json"
import admin_countries_en from "./locales/en/admin-countries.json"
import admin_help_en from "./locales/en/admin-help.json"
import admin_identity_en from "./locales/en/admin-identity.json"
import admin_import_en from "./locales/en/admin-import.json"
import admin_kit_en from "./locales/en/admin-kit.json"
import admin_readiness_en from "./locales/en/admin-readiness.json"
import admin_review_en from "./locales/en/admin-review.json"
import admin_settings_en from "./locales/en/admin-settings.json"
import admin_staff_en from "./locales/en/admin-staff.json"
import admin_tickets_en from "./locales/en/admin-tickets.json"
import admin_transparency_en from "./locales/en/admin-transparency.json"
import admin_users_en from "./locales/en/admin-users.json"
import answering_en from "./locales/en/answering.json"
import audit_sentences_en from "./locales/en/audit-sentences.json"
import auth_en from "./locales/en/auth.json"
import billing_en from "./locales/en/billing.json"
import calendar_en from "./locales/en/calendar.json"
import captcha_en from "./locales/en/captcha.json"
import cards_en from "./locales/en/cards.json"
import casting_en from "./locales/en/casting.json"
import chat_en from "./locales/en/chat.json"
import cities_en from "./locales/en/cities.json"
import common_en from "./locales/en/common.json"
import content_en from "./locales/en/content.json"
import data_access_en from "./locales/en/data-access.json"
import decisions_en from "./locales/en/decisions.json"
import email_change_en from "./locales/en/email-change.json"
import erasure_en from "./locales/en/erasure.json"
import errors_en from "./locales/en/errors.json"
import favorites_en from "./locales/en/favorites.json"
import figures_en from "./locales/en/figures.json"
import gallery_en from "./locales/en/gallery.json"
import help_en from "./locales/en/help.json"
import hiding_en from "./locales/en/hiding.json"
import home_en from "./locales/en/home.json"
import identity_en from "./locales/en/identity.json"
import join_en from "./locales/en/join.json"
import listing_en from "./locales/en/listing.json"
import mail_en from "./locales/en/mail.json"
import member_en from "./locales/en/member.json"
import notifications_en from "./locales/en/notifications.json"
import photos_en from "./locales/en/photos.json"
import privacy_en from "./locales/en/privacy.json"
import profile_en from "./locales/en/profile.json"
import questions_en from "./locales/en/questions.json"
import records_en from "./locales/en/records.json"
import returned_en from "./locales/en/returned.json"
import safety_en from "./locales/en/safety.json"
import search_en from "./locales/en/search.json"
import searches_en from "./locales/en/searches.json"
import second_factor_en from "./locales/en/second-factor.json"
import sections_en from "./locales/en/sections.json"
import settings_en from "./locales/en/settings.json"
import statistics_en from "./locales/en/statistics.json"
import support_en from "./locales/en/support.json"
import transparency_en from "./locales/en/transparency.json"
import videos_en from "./locales/en/videos.json"
import workshop_en from "./locales/en/workshop.json"
import account_access_fr from "./locales/fr/account-access.json"
import admin_fr from "./locales/fr/admin.json"
import admin_appeals_fr from "./locales/fr/admin-appeals.json"
import admin_audit_fr from "./locales/fr/admin-audit.json"
import admin_cases_fr from "./locales/fr/admin-cases.json"
import admin_casting_fr from "./locales/fr/admin-casting.json"
import admin_countries_fr from "./locales/fr/admin-countries.json"
import admin_help_fr from "./locales/fr/admin-help.json"
import admin_identity_fr from "./locales/fr/admin-identity.json"
import admin_import_fr from "./locales/fr/admin-import.json"
import admin_kit_fr from "./locales/fr/admin-kit.json"
import admin_readiness_fr from "./locales/fr/admin-readiness.json"
import admin_review_fr from "./locales/fr/admin-review.json"
import admin_settings_fr from "./locales/fr/admin-settings.json"
import admin_staff_fr from "./locales/fr/admin-staff.json"
import admin_tickets_fr from "./locales/fr/admin-tickets.json"
import admin_transparency_fr from "./locales/fr/admin-transparency.json"
import admin_users_fr from "./locales/fr/admin-users.json"
import answering_fr from "./locales/fr/answering.json"
import audit_sentences_fr from "./locales/fr/audit-sentences.json"
import auth_fr from "./locales/fr/auth.json"
import billing_fr from "./locales/fr/billing.json"
import calendar_fr from "./locales/fr/calendar.json"
import captcha_fr from "./locales/fr/captcha.json"
import cards_fr from "./locales/fr/cards.json"
import casting_fr from "./locales/fr/casting.json"
import chat_fr from "./locales/fr/chat.json"
import cities_fr from "./locales/fr/cities.json"
import common_fr from "./locales/fr/common.json"
import content_fr from "./locales/fr/content.json"
import data_access_fr from "./locales/fr/data-access.json"
import decisions_fr from "./locales/fr/decisions.json"
import email_change_fr from "./locales/fr/email-change.json"
import erasure_fr from "./locales/fr/erasure.json"
import errors_fr from "./locales/fr/errors.json"
import favorites_fr from "./locales/fr/favorites.json"
import figures_fr from "./locales/fr/figures.json"
import gallery_fr from "./locales/fr/gallery.json"
import help_fr from "./locales/fr/help.json"
import hiding_fr from "./locales/fr/hiding.json"
import home_fr from "./locales/fr/home.json"
import identity_fr from "./locales/fr/identity.json"
import join_fr from "./locales/fr/join.json"
import listing_fr from "./locales/fr/listing.json"
import mail_fr from "./locales/fr/mail.json"
import member_fr from "./locales/fr/member.json"
import notifications_fr from "./locales/fr/notifications.json"
import photos_fr from "./locales/fr/photos.json"
import privacy_fr from "./locales/fr/privacy.json"
import profile_fr from "./locales/fr/profile.json"
import questions_fr from "./locales/fr/questions.json"
import records_fr from "./locales/fr/records.json"
import returned_fr from "./locales/fr/returned.json"
import safety_fr from "./locales/fr/safety.json"
import search_fr from "./locales/fr/search.json"
import searches_fr from "./locales/fr/searches.json"
import second_factor_fr from "./locales/fr/second-factor.json"
import sections_fr from "./locales/fr/sections.json"
import settings_fr from "./locales/fr/settings.json"
import statistics_fr from "./locales/fr/statistics.json"
import support_fr from "./locales/fr/support.json"
import transparency_fr from "./locales/fr/transparency.json"
import videos_fr from "./locales/fr/videos.json"
import workshop_fr from "./locales/fr/workshop.json"

const en = {
  "account-access": account_access_en,
  admin: admin_en,
  "admin-import": admin_import_en,
  "admin-kit": admin_kit_en,
  "admin-staff": admin_staff_en,
  "admin-settings": admin_settings_en,
  "admin-appeals": admin_appeals_en,
  "admin-audit": admin_audit_en,
  "admin-casting": admin_casting_en,
  "admin-readiness": admin_readiness_en,
  "admin-cases": admin_cases_en,
  "admin-countries": admin_countries_en,
  "admin-help": admin_help_en,
  "admin-identity": admin_identity_en,
  "admin-review": admin_review_en,
  "admin-tickets": admin_tickets_en,
  "admin-transparency": admin_transparency_en,
  "admin-users": admin_users_en,
  answering: answering_en,
  "audit-sentences": audit_sentences_en,
  auth: auth_en,
  billing: billing_en,
  captcha: captcha_en,
  chat: chat_en,
  cities: cities_en,
  cards: cards_en,
  casting: casting_en,
  common: common_en,
  erasure: erasure_en,
  decisions: decisions_en,
  "data-access": data_access_en,
  "email-change": email_change_en,
  content: content_en,
  errors: errors_en,
  favorites: favorites_en,
  figures: figures_en,
  gallery: gallery_en,
  home: home_en,
  help: help_en,
  calendar: calendar_en,
  hiding: hiding_en,
  identity: identity_en,
  join: join_en,
  listing: listing_en,
  mail: mail_en,
  member: member_en,
  notifications: notifications_en,
  photos: photos_en,
  privacy: privacy_en,
  profile: profile_en,
  questions: questions_en,
  search: search_en,
  "second-factor": second_factor_en,
  sections: sections_en,
  records: records_en,
  returned: returned_en,
  safety: safety_en,
  searches: searches_en,
  settings: settings_en,
  statistics: statistics_en,
  support: support_en,
  transparency: transparency_en,
  videos: videos_en,
  workshop: workshop_en,
}

const fr = {
  "account-access": account_access_fr,
  admin: admin_fr,
  "admin-import": admin_import_fr,
  "admin-kit": admin_kit_fr,
  "admin-staff": admin_staff_fr,
  "admin-settings": admin_settings_fr,
  "admin-appeals": admin_appeals_fr,
  "admin-audit": admin_audit_fr,
  "admin-casting": admin_casting_fr,
  "admin-readiness": admin_readiness_fr,
  "admin-cases": admin_cases_fr,
  "admin-countries": admin_countries_fr,
  "admin-help": admin_help_fr,
  "admin-identity": admin_identity_fr,
  "admin-review": admin_review_fr,
  "admin-tickets": admin_tickets_fr,
  "admin-transparency": admin_transparency_fr,
  "admin-users": admin_users_fr,
  answering: answering_fr,
  "audit-sentences": audit_sentences_fr,
  auth: auth_fr,
  billing: billing_fr,
  captcha: captcha_fr,
  chat: chat_fr,
  cities: cities_fr,
  cards: cards_fr,
  casting: casting_fr,
  common: common_fr,
  erasure: erasure_fr,
  decisions: decisions_fr,
  "data-access": data_access_fr,
  "email-change": email_change_fr,
  content: content_fr,
  errors: errors_fr,
  favorites: favorites_fr,
  figures: figures_fr,
  gallery: gallery_fr,
  home: home_fr,
  help: help_fr,
  calendar: calendar_fr,
  hiding: hiding_fr,
  identity: identity_fr,
  join: join_fr,
  listing: listing_fr,
  mail: mail_fr,
  member: member_fr,
  notifications: notifications_fr,
  photos: photos_fr,
  privacy: privacy_fr,
  profile: profile_fr,
  questions: questions_fr,
  search: search_fr,
  "second-factor": second_factor_fr,
  sections: sections_fr,
  records: records_fr,
  returned: returned_fr,
  safety: safety_fr,
  searches: searches_fr,
  settings: settings_fr,
  statistics: statistics_fr,
  support: support_fr,
  transparency: transparency_fr,
  videos: videos_fr,
  workshop: workshop_fr,
}

/** All texts, for the server only: a browser gets the namespaces of its page (i18n.client.ts). */
export const resources: Record<Locale, typeof en> = { en, fr }

export type Resources = typeof en
export type Namespace = keyof Resources
