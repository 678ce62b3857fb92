/** Addresses of pages about a member; null for those that the reader may not open. */
export interface MemberLinks {
  staff: string | null
  tickets: string | null
  review: string | null
}
