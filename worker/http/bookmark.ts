/** Returned after a write by an API client; sent with the next request, it reads from a replica that has the write. */
export const bookmarkHeader = "X-D1-Bookmark"
