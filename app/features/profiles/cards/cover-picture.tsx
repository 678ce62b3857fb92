import type { Cover } from "~/domain/profiles/schema"
import { classNames } from "~/lib/class-names"
import { Picture, type PictureProps } from "~/ui/picture"

/** The portrait widths that every profile has. */
const coverWidths = [320, 640]

export type CoverPictureProps = Pick<PictureProps, "sizes" | "eager" | "className"> & { cover: Cover | null }

/** The portrait of a card, which zooms under the pointer. A profile without one gets an empty box of the same size. */
export function CoverPicture({ cover, className, ...rest }: CoverPictureProps) {
  if (!cover) return <span className={classNames("picture-none block bg-sunk", className)} />
  return (
    <Picture
      {...rest}
      id={cover.id}
      alt=""
      width={640}
      height={800}
      widths={coverWidths}
      color={cover.color}
      className={className}
      imgClassName="zooming"
    />
  )
}
