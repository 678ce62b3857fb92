import account_access from "../locales/en/account-access.json"
import admin from "../locales/en/admin.json"
import admin_appeals from "../locales/en/admin-appeals.json"
import admin_audit from "../locales/en/admin-audit.json"
import admin_cases from "../locales/en/admin-cases.json"
import admin_casting from "../locales/en/admin-casting.json"
import admin_countries from "../locales/en/admin-countries.json"
import admin_help from "../locales/en/admin-help.json"
import admin_identity from "../locales/en/admin-identity.json"
import admin_import from "../locales/en/admin-import.json"
import admin_kit from "../locales/en/admin-kit.json"
import admin_readiness from "../locales/en/admin-readiness.json"
import admin_review from "../locales/en/admin-review.json"
import admin_settings from "../locales/en/admin-settings.json"
import admin_staff from "../locales/en/admin-staff.json"
import admin_tickets from "../locales/en/admin-tickets.json"
import admin_transparency from "../locales/en/admin-transparency.json"
import admin_users from "../locales/en/admin-users.json"
import answering from "../locales/en/answering.json"
import audit_sentences from "../locales/en/audit-sentences.json"
import auth from "../locales/en/auth.json"
import billing from "../locales/en/billing.json"
import calendar from "../locales/en/calendar.json"
import captcha from "../locales/en/captcha.json"
import cards from "../locales/en/cards.json"
import casting from "../locales/en/casting.json"
import chat from "../locales/en/chat.json"
import cities from "../locales/en/cities.json"
import common from "../locales/en/common.json"
import content from "../locales/en/content.json"
import crop from "../locales/en/crop.json"
import data_access from "../locales/en/data-access.json"
import decisions from "../locales/en/decisions.json"
import email_change from "../locales/en/email-change.json"
import erasure from "../locales/en/erasure.json"
import errors from "../locales/en/errors.json"
import favorites from "../locales/en/favorites.json"
import figures from "../locales/en/figures.json"
import gallery from "../locales/en/gallery.json"
import help from "../locales/en/help.json"
import hiding from "../locales/en/hiding.json"
import home from "../locales/en/home.json"
import identity from "../locales/en/identity.json"
import join from "../locales/en/join.json"
import listing from "../locales/en/listing.json"
import mail from "../locales/en/mail.json"
import member from "../locales/en/member.json"
import notifications from "../locales/en/notifications.json"
import photos from "../locales/en/photos.json"
import player from "../locales/en/player.json"
import privacy from "../locales/en/privacy.json"
import profile from "../locales/en/profile.json"
import questions from "../locales/en/questions.json"
import records from "../locales/en/records.json"
import returned from "../locales/en/returned.json"
import safety from "../locales/en/safety.json"
import search from "../locales/en/search.json"
import searches from "../locales/en/searches.json"
import second_factor from "../locales/en/second-factor.json"
import sections from "../locales/en/sections.json"
import settings from "../locales/en/settings.json"
import statistics from "../locales/en/statistics.json"
import support from "../locales/en/support.json"
import transparency from "../locales/en/transparency.json"
import videos from "../locales/en/videos.json"
import workshop from "../locales/en/workshop.json"

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
