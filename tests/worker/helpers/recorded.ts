/** Returns a D1 binding that reports the text of every statement. */
export function recorded(binding: D1Database, report: (query: string) => void): D1Database {
  const prepare = (real: { prepare: (query: string) => D1PreparedStatement }) => (query: string) => {
    report(query)
    return real.prepare(query)
  }
  return {
    prepare: prepare(binding),
    withSession: (start: string) => {
      const session = binding.withSession(start)
      return { prepare: prepare(session), batch: session.batch.bind(session), getBookmark: () => session.getBookmark() }
    },
  } as unknown as D1Database
}
