export { ticketCategories } from "~/db/enums"
