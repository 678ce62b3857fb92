/** Facts that the pages of conversations take from the list beside them. */
export interface ChatContext {
  /** Whether a message of somebody else has one of the reader's hidden words. */
  isHidden: (text: string) => boolean
}
