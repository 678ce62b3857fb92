import * as z from "zod"
import { readData } from "../texts/schema.ts"
import conversations from "./chats.json" with { type: "json" }

/** Who writes, as the demo's accounts and profiles name them. `profile 1` is the owner of the first other profile, and so on. */
const Party = z.enum(["member", "premium", "owner", "profile 1", "profile 2", "profile 3"])
export type Party = z.infer<typeof Party>

const Message = z.strictObject({
  /** Before the demo's moment. */
  hoursAgo: z.number().positive(),
  from: z.enum(["asker", "owner"]),
  text: z.string().min(1),
})

const Chat = z.strictObject({
  asker: Party,
  owner: Party,
  state: z.enum(["request", "accepted", "declined"]),
  /** The first one is the request. */
  messages: z.array(Message).min(1),
  /** How many of them each has read. */
  read: z.strictObject({ asker: z.number().int(), owner: z.number().int() }),
})
export type Chat = z.infer<typeof Chat>

export const chats = readData("content/chats.json", z.array(Chat), conversations)
