/** Maximum number of an owner's templates. */
export const maxTemplates = 30
/** Maximum length of a template's title, in characters. */
export const maxTitle = 60
/** Maximum length of an away note, in characters. */
export const maxNote = 300
/** How many days ahead an absence may end. */
export const maxDaysAway = 180
