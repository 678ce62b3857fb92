/** Lifetime of a pass, in ms: a copied address soon expires, and never works for anyone else. */
export const passLifetime = 5 * 60 * 1_000
/** A page renews its pass this long before it expires (ms), so that running downloads finish. */
export const passMargin = 30_000
