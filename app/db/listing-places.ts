/**
 * Places of one hourly rate (cents) in the order of prices: the first is the rate times this number, each profile that
 * comes to the rate takes the next.
 */
export const turnsOfPrice = 2 ** 28
