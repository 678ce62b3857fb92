/** How many days off and tours an owner can have ahead. */
export const maxEntries = 30
