/** What each letter or sign looks like at a glance; SQL does these, too: not many more, since D1 nests a hundred calls at most. */
const folds: Record<string, string> = {
  ...{
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
  },
  ...{ i1: "l", "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", " -.'’": "" },
}

/** Letters of other scripts that pass for Latin ones (after Unicode TS 39, confusables), and signs. */
const lookAlikes: Record<string, string> = {
  ...{ đ: "d", ð: "d", ø: "o", ł: "l", ħ: "h", ı: "l", ŋ: "n", þ: "p", $: "s", "@": "a", "|": "l", "!": "l" },
  // Cyrillic
  ...{ а: "a", в: "b", г: "r", е: "e", з: "e", и: "u", к: "k", м: "m", н: "h", о: "o", п: "n", р: "p", с: "c", т: "t" },
  ...{ у: "y", х: "x", ь: "b", ъ: "b", я: "r", ѕ: "s", і: "l", ј: "j", ԁ: "d", ԛ: "q", ԝ: "w", ғ: "f", һ: "h", ӏ: "l" },
  ...{ ү: "y", ө: "o", ҽ: "e", ђ: "h", ћ: "h", џ: "u" },
  // Greek
  ...{ α: "a", β: "b", γ: "y", ε: "e", ζ: "z", η: "n", ι: "l", κ: "k", λ: "a", μ: "u", ν: "v", ο: "o", π: "n", ρ: "p" },
  ...{ σ: "o", ς: "c", τ: "t", υ: "u", φ: "o", χ: "x", ω: "w" },
  // Armenian, and small capitals
  ...{ օ: "o", ս: "u", ց: "g", հ: "h", ո: "n", զ: "q", ք: "p", ᴀ: "a", ʙ: "b", ᴄ: "c", ᴅ: "d", ᴇ: "e", ɢ: "g", ʜ: "h" },
  ...{ ɪ: "l", ᴊ: "j", ᴋ: "k", ʟ: "l", ᴍ: "m", ɴ: "n", ᴏ: "o", ᴘ: "p", ʀ: "r", ᴛ: "t", ᴜ: "u", ᴠ: "v", ᴡ: "w", ʏ: "y" },
  ...{ ᴢ: "z", ɑ: "a", ɡ: "g", ɩ: "l", ʋ: "v" },
  ...Object.fromEntries(pairs()),
}

function pairs(): [string, string][] {
  return Object.entries(folds).flatMap(([letters, like]) =>
    [...letters].map((letter): [string, string] => [letter, like]),
  )
}

/** The letters and digits of a name as they look at a glance: names that look alike have one skeleton. I, l and 1 are one. */
export function skeletonOf(name: string): string {
  return [...name.normalize("NFKD").toLowerCase().normalize("NFC")]
    .map((letter) => lookAlikes[letter] ?? lookAlikes[letter.normalize("NFKD").charAt(0)] ?? letter)
    .join("")
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
}

/** The skeleton of a column in SQL, for what is Latin in it. Its text is that of an index: a change needs a migration. */
export function skeletonSql(column: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  return pairs().reduce(
    (inner, [letter, like]) => `replace(${inner}, ${quoted(letter)}, ${quoted(like)})`,
    `lower(${column})`,
  )
}
