export const handle = { i18n: ["admin"] }

export default function DashboardPage() {
  return null
}
