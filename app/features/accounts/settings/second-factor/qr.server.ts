import { renderSVG } from "uqr"

/** Renders a QR code as a data URL, on the server: its content may be a secret. */
export function qrImage(text: string): string {
  const svg = renderSVG(text, { ecc: "M", border: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`
}
