import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"

export const meta: MetaFunction = () => [{ title: "Bare Remix" }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { DB } = context as unknown as { DB: D1Database }
  const row = await DB.prepare("SELECT title, body FROM notes WHERE id = ?")
    .bind(1)
    .first<{ title: string; body: string }>()
  if (!row) throw new Response(null, { status: 404 })
  return row
}

export default function Page() {
  const { title, body } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>{title}</h1>
      <p>{body}</p>
    </main>
  )
}
