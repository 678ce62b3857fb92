/** How many countries a profile is hidden from at most: its row in the listing is counted again for each (app/db/triggers.ts). */
export const maxHiddenCountries = 20
/** How many people, by their addresses. */
export const maxHiddenPeople = 50
/** Characters of the owner's note about one of them. */
export const maxHidingNote = 60
