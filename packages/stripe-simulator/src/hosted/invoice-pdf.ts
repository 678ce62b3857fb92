/** Characters of WinAnsi, the encoding of the PDF's font, that Latin-1 has not. */
const winAnsi: Record<string, string> = {
  "€": "\x80",
  "’": "\x92",
  "–": "\x96",
  "−": "-",
  "×": "\xd7",
  "\u202f": "\xa0",
}

/** Writes a PDF of one A4 page with a line of text for each string. */
export function writePdf(lines: string[]): Uint8Array {
  const text = lines.map((line) => `(${encode(line)}) Tj T*`).join("\n")
  const content = `BT /F1 11 Tf 16 TL 56 780 Td\n${text}\nET`
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ]
  let file = "%PDF-1.4\n"
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, "latin1")
}

/** Escapes a line and replaces what the font's encoding lacks. */
function encode(line: string): string {
  const known = line.replace(/[^\x20-\x7e\xa0-\xff]/g, (character) => winAnsi[character] ?? "?")
  return known.replace(/[\\()]/g, "\\$&")
}
