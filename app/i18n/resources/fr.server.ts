import account_access from "../locales/fr/account-access.json"
import admin from "../locales/fr/admin.json"
import admin_appeals from "../locales/fr/admin-appeals.json"
import admin_audit from "../locales/fr/admin-audit.json"
import admin_cases from "../locales/fr/admin-cases.json"
import admin_casting from "../locales/fr/admin-casting.json"
import admin_countries from "../locales/fr/admin-countries.json"
import admin_help from "../locales/fr/admin-help.json"
import admin_identity from "../locales/fr/admin-identity.json"
import admin_import from "../locales/fr/admin-import.json"
import admin_kit from "../locales/fr/admin-kit.json"
import admin_readiness from "../locales/fr/admin-readiness.json"
import admin_review from "../locales/fr/admin-review.json"
import admin_settings from "../locales/fr/admin-settings.json"
import admin_staff from "../locales/fr/admin-staff.json"
import admin_tickets from "../locales/fr/admin-tickets.json"
import admin_transparency from "../locales/fr/admin-transparency.json"
import admin_users from "../locales/fr/admin-users.json"
import answering from "../locales/fr/answering.json"
import audit_sentences from "../locales/fr/audit-sentences.json"
import auth from "../locales/fr/auth.json"
import billing from "../locales/fr/billing.json"
import calendar from "../locales/fr/calendar.json"
import captcha from "../locales/fr/captcha.json"
import cards from "../locales/fr/cards.json"
import casting from "../locales/fr/casting.json"
import chat from "../locales/fr/chat.json"
import cities from "../locales/fr/cities.json"
import common from "../locales/fr/common.json"
import content from "../locales/fr/content.json"
import crop from "../locales/fr/crop.json"
import data_access from "../locales/fr/data-access.json"
import decisions from "../locales/fr/decisions.json"
import email_change from "../locales/fr/email-change.json"
import erasure from "../locales/fr/erasure.json"
import errors from "../locales/fr/errors.json"
import favorites from "../locales/fr/favorites.json"
import figures from "../locales/fr/figures.json"
import gallery from "../locales/fr/gallery.json"
import help from "../locales/fr/help.json"
import hiding from "../locales/fr/hiding.json"
import home from "../locales/fr/home.json"
import identity from "../locales/fr/identity.json"
import join from "../locales/fr/join.json"
import listing from "../locales/fr/listing.json"
import mail from "../locales/fr/mail.json"
import member from "../locales/fr/member.json"
import notifications from "../locales/fr/notifications.json"
import photos from "../locales/fr/photos.json"
import player from "../locales/fr/player.json"
import privacy from "../locales/fr/privacy.json"
import profile from "../locales/fr/profile.json"
import questions from "../locales/fr/questions.json"
import records from "../locales/fr/records.json"
import returned from "../locales/fr/returned.json"
import safety from "../locales/fr/safety.json"
import search from "../locales/fr/search.json"
import searches from "../locales/fr/searches.json"
import second_factor from "../locales/fr/second-factor.json"
import sections from "../locales/fr/sections.json"
import settings from "../locales/fr/settings.json"
import statistics from "../locales/fr/statistics.json"
import support from "../locales/fr/support.json"
import transparency from "../locales/fr/transparency.json"
import videos from "../locales/fr/videos.json"
import workshop from "../locales/fr/workshop.json"

export const texts = {
  "account-access": account_access,
  admin,
  "admin-import": admin_import,
  "admin-kit": admin_kit,
  "admin-staff": admin_staff,
  "admin-settings": admin_settings,
  "admin-appeals": admin_appeals,
  "admin-audit": admin_audit,
  "admin-casting": admin_casting,
  "admin-readiness": admin_readiness,
  "admin-cases": admin_cases,
  "admin-countries": admin_countries,
  "admin-help": admin_help,
  "admin-identity": admin_identity,
  "admin-review": admin_review,
  "admin-tickets": admin_tickets,
  "admin-transparency": admin_transparency,
  "admin-users": admin_users,
  answering,
  "audit-sentences": audit_sentences,
  auth,
  billing,
  captcha,
  chat,
  cities,
  cards,
  casting,
  common,
  erasure,
  decisions,
  crop,
  "data-access": data_access,
  "email-change": email_change,
  content,
  errors,
  favorites,
  figures,
  gallery,
  home,
  help,
  calendar,
  hiding,
  identity,
  join,
  listing,
  mail,
  member,
  notifications,
  photos,
  player,
  privacy,
  profile,
  questions,
  search,
  "second-factor": second_factor,
  sections,
  records,
  returned,
  safety,
  searches,
  settings,
  statistics,
  support,
  transparency,
  videos,
  workshop,
}
