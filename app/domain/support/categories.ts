/** Categories of tickets, in the form's order. */
export const ticketCategories = ["account", "membership", "profile", "privacy", "other"] as const
