/**
 * Maps characters to the letters they resemble. SQL applies these too, so keep the list short: D1 nests at most a
 * hundred calls.
 */
const folds: Record<string, string> = {
  ÀÁÂÄàáâä: "a",
  Çç: "c",
  ÈÉÊËèéêë: "e",
  ÍÎÏíîï: "i",
  Ññ: "n",
  ÓÔÖóôö: "o",
  ÙÚÛÜùúûü: "u",
  Œœ: "oe",
  Ææ: "ae",
  ß: "ss",
  i1: "l",
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  " -.'’": "",
}

/** Letters of other scripts and signs that resemble Latin letters (after Unicode TS 39, confusables). */
const lookAlikes: Record<string, string> = {
  đ: "d",
  ð: "d",
  ø: "o",
  ł: "l",
  ħ: "h",
  ı: "l",
  ŋ: "n",
  þ: "p",
  $: "s",
  "@": "a",
  "|": "l",
  "!": "l",
  // Cyrillic
  а: "a",
  в: "b",
  г: "r",
  е: "e",
  з: "e",
  и: "u",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  п: "n",
  р: "p",
  с: "c",
  т: "t",
  у: "y",
  х: "x",
  ь: "b",
  ъ: "b",
  я: "r",
  ѕ: "s",
  і: "l",
  ј: "j",
  ԁ: "d",
  ԛ: "q",
  ԝ: "w",
  ғ: "f",
  һ: "h",
  ӏ: "l",
  ү: "y",
  ө: "o",
  ҽ: "e",
  ђ: "h",
  ћ: "h",
  џ: "u",
  // Greek
  α: "a",
  β: "b",
  γ: "y",
  ε: "e",
  ζ: "z",
  η: "n",
  ι: "l",
  κ: "k",
  λ: "a",
  μ: "u",
  ν: "v",
  ο: "o",
  π: "n",
  ρ: "p",
  σ: "o",
  ς: "c",
  τ: "t",
  υ: "u",
  φ: "o",
  χ: "x",
  ω: "w",
  // Armenian, and small capitals
  օ: "o",
  ս: "u",
  ց: "g",
  հ: "h",
  ո: "n",
  զ: "q",
  ք: "p",
  ᴀ: "a",
  ʙ: "b",
  ᴄ: "c",
  ᴅ: "d",
  ᴇ: "e",
  ɢ: "g",
  ʜ: "h",
  ɪ: "l",
  ᴊ: "j",
  ᴋ: "k",
  ʟ: "l",
  ᴍ: "m",
  ɴ: "n",
  ᴏ: "o",
  ᴘ: "p",
  ʀ: "r",
  ᴛ: "t",
  ᴜ: "u",
  ᴠ: "v",
  ᴡ: "w",
  ʏ: "y",
  ᴢ: "z",
  ɑ: "a",
  ɡ: "g",
  ɩ: "l",
  ʋ: "v",
  ...Object.fromEntries(pairs()),
}

function pairs(): [string, string][] {
  return Object.entries(folds).flatMap(([letters, like]) =>
    [...letters].map((letter): [string, string] => [letter, like]),
  )
}

/** Returns a name's skeleton: names that look alike have the same one. I, l and 1 are equal. */
export function skeletonOf(name: string): string {
  return [...name.normalize("NFKD").toLowerCase().normalize("NFC")]
    .map((letter) => lookAlikes[letter] ?? lookAlikes[letter.normalize("NFKD").charAt(0)] ?? letter)
    .join("")
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
}

/**
 * Returns an SQL expression of a column's skeleton, for Latin letters. An index uses the same text: changing it needs a
 * migration.
 */
export function skeletonSql(column: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  return pairs().reduce(
    (inner, [letter, like]) => `replace(${inner}, ${quoted(letter)}, ${quoted(like)})`,
    `lower(${column})`,
  )
}
