interface Scene {
  title: Record<CaptionLocale, string>
  /** The picture in the two halves of its eight seconds: there is no speech. */
  en: [string, string]
  fr: [string, string]
}

/** The demo videos, by the names of their files. */
const scenes: Record<string, Scene> = {
  bridge: {
    title: { en: "Dusk by the bridge", fr: "Le soir près du pont" },
    en: ["Dusk over a stone bridge.", "Four lamps light its arches, and the river."],
    fr: ["Le soir tombe sur un pont de pierre.", "Quatre réverbères éclairent ses arches, et la rivière."],
  },
  roofs: {
    title: { en: "Above the roofs", fr: "Au-dessus des toits" },
    en: ["A pale sun over slate roofs.", "Chimneys of brick, hills behind."],
    fr: ["Un soleil pâle sur des toits d’ardoise.", "Des cheminées de brique, des collines au fond."],
  },
  stones: {
    title: { en: "A quiet hour", fr: "Une heure de calme" },
    en: ["Smooth stones and a folded towel.", "The shadow of a palm leaf on a pale green wall."],
    fr: ["Des galets lisses et une serviette pliée.", "L’ombre d’une palme sur un mur vert pâle."],
  },
  table: {
    title: { en: "Dinner by candlelight", fr: "Dîner aux chandelles" },
    en: ["A candle burns on a laid table.", "A glass of red wine and one of white, warm lights behind."],
    fr: ["Une bougie brûle sur une table dressée.", "Un verre de vin rouge et un de blanc, des lueurs au fond."],
  },
  theatre: {
    title: { en: "Before the curtain rises", fr: "Avant le lever de rideau" },
    en: ["The red curtain of a theatre.", "It is half open, on an empty stage."],
    fr: ["Le rideau rouge d’un théâtre.", "Il est entrouvert, sur une scène vide."],
  },
  vineyard: {
    title: { en: "Among the vines", fr: "Dans les vignes" },
    en: ["Rows of vines run up a gentle slope.", "A small house with a red roof among the hills."],
    fr: ["Des rangs de vigne montent une pente douce.", "Une petite maison au toit rouge parmi les collines."],
  },
}

const tone = { en: "A soft, steady tone.", fr: "Un son doux et continu." }

export const captionLocales = ["en", "fr"] as const

type CaptionLocale = (typeof captionLocales)[number]

/** Returns the title of a demo video in a language. */
export function videoTitle(name: string, locale: CaptionLocale): string {
  return sceneOf(name).title[locale]
}

/** Returns the WebVTT file of a demo video in a language. */
export function captionsOf(name: string, locale: CaptionLocale): string {
  const [first, second] = sceneOf(name)[locale]
  return `WEBVTT\n\n00:00.000 --> 00:04.000\n[${tone[locale]}]\n${first}\n\n00:04.000 --> 00:08.000\n${second}\n`
}

function sceneOf(name: string): Scene {
  const scene = scenes[name]
  if (!scene) throw new Error(`The video ${name} has no title and no captions`)
  return scene
}
