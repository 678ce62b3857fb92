/** The language that fills the gaps of others. Alone in its file: every page needs it, and few need the list of languages. */
export const defaultLocale = "en"
