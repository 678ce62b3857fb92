/** Returns the share, from 0, that a name belongs to: always the same, and about as many names in each. */
export function shareOf(name: string, shares: number): number {
  return [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 65_521, 7) % shares
}
