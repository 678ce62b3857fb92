import type { Message } from "../core/ports/mailer"
import type { Content } from "./schema"

/** Renders a mail as HTML and as text: one column, no pictures, no script, for the least capable mail clients. */
export function renderMessage(
  to: string,
  content: Content,
  frame: { appName: string; locale: string; footer: string },
): Message {
  const { subject, unsubscribe } = content
  return {
    to,
    subject,
    html: renderHtml(content, frame),
    text: renderText(content, frame),
    ...(unsubscribe && {
      headers: {
        "List-Unsubscribe": `<${unsubscribe.oneClick}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    }),
  }
}

function renderText(
  { heading, paragraphs, action, note, unsubscribe }: Content,
  { appName, footer }: { appName: string; footer: string },
): string {
  const parts = [
    heading,
    ...paragraphs,
    action && `${action.label}\n${action.href}`,
    note,
    `-- \n${appName}\n${footer}`,
    unsubscribe && `${unsubscribe.label}\n${unsubscribe.href}`,
  ]
  return parts.filter(Boolean).join("\n\n")
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function renderHtml(
  { subject, heading, paragraphs, action, note, unsubscribe }: Content,
  { appName, locale, footer }: { appName: string; locale: string; footer: string },
): string {
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join("")
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.href)}" style="display:inline-block;background:#1c1917;color:#fafaf9;padding:14px 24px;border-radius:10px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#57534e;word-break:break-all">${escapeHtml(action.href)}</p>`
    : ""
  const small = note ? `<p style="margin:24px 0 0;font-size:13px;color:#57534e">${escapeHtml(note)}</p>` : ""
  const leave = unsubscribe
    ? ` <a href="${escapeHtml(unsubscribe.href)}" style="color:#6b6560">${escapeHtml(unsubscribe.label)}</a>`
    : ""
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#fafaf9;color:#1c1917;${font};font-size:16px;line-height:1.55"><div style="max-width:520px;margin:0 auto;padding:40px 24px"><p style="margin:0 0 32px;font-family:Georgia,serif;font-size:26px">${escapeHtml(appName)}</p><h1 style="margin:0 0 16px;font-family:Georgia,serif;font-weight:400;font-size:26px;line-height:1.2">${escapeHtml(heading)}</h1>${body}${button}${small}<p style="margin:40px 0 0;padding-top:16px;border-top:1px solid #e7e5e4;font-size:13px;color:#6b6560">${escapeHtml(footer)}${leave}</p></div></body></html>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}
