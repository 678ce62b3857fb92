/** The view of a picture: its scale, and the offset of its centre from that of the stage (px). */
export interface View {
  scale: number
  x: number
  y: number
}

export interface Point {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export const whole: View = { scale: 1, x: 0, y: 0 }
export const closest = 4

/** Enlarges by `factor` around a point (from the centre of the stage), which stays in place. */
export function zoomAt({ scale, x, y }: View, factor: number, point: Point, stage: Size): View {
  const next = Math.min(closest, Math.max(1, scale * factor))
  const ratio = next / scale
  return within({ scale: next, x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio }, stage)
}

/** Moves the view, within the bounds of the picture. */
export function pan(view: View, by: Point, stage: Size): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, stage)
}

function within({ scale, x, y }: View, { width, height }: Size): View {
  const clamp = (value: number, size: number) => {
    const most = (size * (scale - 1)) / 2
    return Math.min(most, Math.max(-most, value))
  }
  return { scale, x: clamp(x, width), y: clamp(y, height) }
}
