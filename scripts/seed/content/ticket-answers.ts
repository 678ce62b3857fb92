import * as z from "zod"
import { Pair, readData } from "../texts/schema.ts"
import answers from "./ticket-answers.json" with { type: "json" }

const TicketAnswer = z.strictObject({ title: Pair, body: Pair })

/** Answers that staff insert into a reply to a ticket, in their order. */
export const ticketAnswers = readData("content/ticket-answers.json", z.array(TicketAnswer), answers)
