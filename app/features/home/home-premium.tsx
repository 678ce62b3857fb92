import { ButtonLink } from "~/ui/button"
import { CoverPicture } from "../profiles/cards/cover-picture"
import type { ShownCard } from "../profiles/cards/shown-card"

export interface PremiumTexts {
  title: string
  text: string
  /** The link to the plans, and for visitors the one that makes an account. */
  plans: string
  join: string | null
}

/** The end of the home page: what Premium opens and costs, beside three portraits. */
export function HomePremium({
  texts: { title, text, plans, join },
  faces,
}: {
  texts: PremiumTexts
  faces: ShownCard[]
}) {
  return (
    <section aria-labelledby="premium" className="page-container">
      <div className="grid gap-8 rounded-panel border border-line bg-night p-6 text-white md:grid-cols-2 md:items-center md:p-12">
        <div>
          <h2 id="premium" className="text-section">
            {title}
          </h2>
          <p className="measure mt-4 text-body">{text}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to="/plans" variant="primary">
              {plans}
            </ButtonLink>
            {join && <ButtonLink to="/become-member">{join}</ButtonLink>}
          </div>
        </div>
        <div aria-hidden className="grid grid-cols-3 gap-3">
          {faces.map(({ id, cover }) => (
            <span key={id} className="block aspect-[4/5] overflow-hidden rounded-card">
              <CoverPicture cover={cover} sizes="(width >= 768px) 14vw, 28vw" />
            </span>
          ))}
        </div>
      </div>
    </section>
  )
}
