/** For how many hours an owner can say that they are available; 0: not now. */
export const availabilityHours = [0, 2, 4, 8, 24, 72, 168] as const
