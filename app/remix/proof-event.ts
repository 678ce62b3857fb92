/** On the document: a form was refused until the user re-authenticates. Cancelled by the page that asks them to. */
export const proofAskedEvent = "salon:proof-asked"
/** On the document: the user re-authenticated on this page. */
export const proofGivenEvent = "salon:proof-given"

/** Header of a response to a form that may be sent again once its sender has re-authenticated. */
export const proofHeader = "Confirm-Required"

/** Asks the page for its re-authentication; returns false where it has none. */
export function askForProof(): boolean {
  return !document.dispatchEvent(new Event(proofAskedEvent, { cancelable: true }))
}
