/** How many searches a member may save. */
export const maxSavedSearches = 20

/** How many new profiles of a search are counted. */
export const maxNewCounted = 99
