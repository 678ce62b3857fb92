/** What one can write to us about, in the form's order. */
export const ticketCategories = ["account", "membership", "profile", "privacy", "other"] as const
