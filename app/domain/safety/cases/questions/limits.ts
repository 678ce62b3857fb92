// Apart from the schemas, which browsers do not load.

/** The longest question, and the longest answer, in characters. */
export const maxQuestionLength = 2_000

/** How many questions a case may have. */
export const maxQuestions = 10

/** The addressee of a question to the member whom the case is about; otherwise the reference of the report whose author is asked. */
export const toOwner = "owner"
