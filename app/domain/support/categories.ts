export { type TicketCategory, ticketCategories } from "~/db/enums"
