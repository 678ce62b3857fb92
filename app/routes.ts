import { index, layout, type RouteConfig, route } from "@remix-run/route-config"

/** The URL map, in the order of product-spec 2. */
export default [
  layout("routes/layouts/default.tsx", [
    index("routes/home.tsx"),
    route("about", "routes/content/about.tsx"),
    route("become-member", "routes/auth/become-member.tsx"),
    route("faq", "routes/content/faq.tsx"),
    route("legal/:name", "routes/content/legal.tsx"),
    route("report", "routes/moderation/report.tsx"),
    route("report/sent/:reference", "routes/moderation/report-sent.tsx"),
    route("escorts", "routes/escorts/listing.tsx"),
    route("escorts/:slug", "routes/escorts/sections.tsx", [
      index("routes/escorts/profile.tsx"),
      route("infos", "routes/escorts/infos.tsx"),
      route("private", "routes/escorts/private.tsx"),
      route("services", "routes/escorts/services.tsx"),
      route("videos", "routes/escorts/videos.tsx"),
    ]),
    route("profile", "routes/profile/area.tsx", [
      index("routes/profile/overview.tsx"),
      route("chat/new", "routes/profile/new-conversation.tsx"),
      route("chat", "routes/profile/chat.tsx", [
        index("routes/profile/chat-index.tsx"),
        route(":conversation", "routes/profile/conversation.tsx"),
      ]),
      route("favorites", "routes/profile/favorites.tsx"),
      route("settings", "routes/profile/settings.tsx"),
      route("settings/data", "routes/profile/data.tsx"),
      route("settings/data/:token", "routes/profile/data-file.tsx"),
      route("settings/two-factor", "routes/profile/two-factor.tsx"),
      route("settings/two-factor/app", "routes/profile/two-factor-app.tsx"),
    ]),
    route("dev/mailbox", "routes/dev/mailbox.tsx"),
    route("*", "routes/not-found.tsx"),
  ]),
  layout("routes/layouts/blank.tsx", [
    route("escorts/:slug/gallery", "routes/escorts/gallery.tsx"),
    route("age", "routes/moderation/age.tsx"),
    route("auth/emails/sent/:signup", "routes/auth/email-sent.tsx"),
    route("auth/emails/verify/:user/:token", "routes/auth/verify-email.tsx"),
    route("auth/emails/change/:token", "routes/auth/change-email.tsx"),
    route("auth/password/reset", "routes/auth/forgot-password.tsx"),
    route("auth/password/reset/:token", "routes/auth/reset-password.tsx"),
    route("auth/login", "routes/auth/login.tsx"),
    route("auth/second-factor", "routes/auth/second-factor.tsx"),
    route("auth/confirm", "routes/auth/confirm.tsx"),
  ]),
  route("age/ask", "routes/moderation/age-ask.ts"),
  route("auth/passkey", "routes/auth/passkey.ts"),
  route("auth/logout", "routes/auth/logout.ts"),
  layout("routes/layouts/admin.tsx", [
    route("dashboard/admin", "routes/admin/dashboard.tsx"),
    route("dashboard/admin/mail", "routes/admin/mail.tsx"),
  ]),
] satisfies RouteConfig
