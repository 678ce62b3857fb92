/** A request as the simulator's parts take it. Names of headers are in lower case. */
export interface Request {
  method: string
  path: string
  /** Without the question mark. */
  query: string
  headers: Record<string, string>
  body: string
}

export interface Reply {
  status: number
  body: string | Uint8Array
  headers: Record<string, string>
  /** Set to close the connection instead of sending anything. */
  isDropped?: true
}
