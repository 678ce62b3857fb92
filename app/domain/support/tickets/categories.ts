export { ticketCategories, ticketPriorities, ticketStates } from "~/db/enums"
