import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare"
import { Link, useLoaderData } from "@remix-run/react"

/** A profile as Salon's own listing has it. */
interface Card {
  id: string
  slug: string
  name: string
  city: string
  category: string
  hourly_rate: number
  languages: string[]
  cover: { id: string } | null
}

export const meta: MetaFunction = () => [{ title: "Bare cards" }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { DB } = context as unknown as { DB: D1Database }
  const row = await DB.prepare("SELECT body FROM notes WHERE id = ?").bind(2).first<{ body: string }>()
  if (!row) throw new Response(null, { status: 404 })
  return JSON.parse(row.body) as Card[]
}

/** The cards with their pictures, facts and links, and nothing around them. */
export default function Cards() {
  const cards = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>All profiles</h1>
      <ul style={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 16, padding: 16, margin: 0 }}>
        {cards.map(({ id, slug, name, city, category, hourly_rate: rate, languages, cover }, index) => (
          <li key={id} style={{ listStyle: "none" }}>
            {cover && (
              <picture>
                <source type="image/avif" srcSet={pictures(cover.id, "avif")} sizes="46vw" />
                <img
                  src={`/media/${cover.id}/640.webp`}
                  srcSet={pictures(cover.id, "webp")}
                  sizes="46vw"
                  alt=""
                  width={640}
                  height={800}
                  loading={index < 4 ? "eager" : "lazy"}
                  style={{ width: "100%", height: "auto" }}
                />
              </picture>
            )}
            <h2>
              <Link to={`/escorts/${slug}`}>{name}</Link>
            </h2>
            <p>
              {category}, {city}
            </p>
            <p>€{rate / 100} / h</p>
            <p>{languages.join(", ")}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}

function pictures(id: string, format: string): string {
  return [320, 640].map((width) => `/media/${id}/${width}.${format} ${width}w`).join(", ")
}
