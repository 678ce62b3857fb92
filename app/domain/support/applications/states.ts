export { submittedApplicationStates } from "~/db/enums"
