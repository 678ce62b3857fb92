// Without zod: browsers load it.
export { type HelpAnswer, helpAnswers, helpStates } from "~/db/enums"

/** The maximum length of what somebody adds to their answer. */
export const maxMessage = 500
