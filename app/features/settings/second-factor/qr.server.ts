import { renderSVG } from "uqr"

/** A QR code as an image's address. It is drawn here: what it says may be a secret. */
export function qrImage(text: string): string {
  const svg = renderSVG(text, { ecc: "M", border: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`
}
