const fail = async () => {
  throw new Error("out of order: a secret of the house")
}

/** A D1 binding whose database does not answer. */
export const brokenDatabase = {
  withSession: () => ({ prepare: () => ({ bind: () => ({}) }), batch: fail, getBookmark: () => null }),
}

/** An R2 binding whose bucket does not answer. */
export const brokenBucket = { head: fail, get: fail }

/** A namespace whose objects do not answer. */
export const brokenNamespace = { getByName: () => ({ ping: fail, take: fail }) }
