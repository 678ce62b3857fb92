/** Who writes, as the demo's accounts and profiles name them. `profile 1` is the owner of the first other profile, and so on. */
export type Party = "member" | "premium" | "owner" | `profile ${1 | 2 | 3}`

export interface Chat {
  asker: Party
  owner: Party
  state: "request" | "accepted" | "declined"
  /** Hours before the demo's moment, who says it (the first one is the request), and what. */
  messages: [number, "asker" | "owner", string][]
  /** How many of them each has read. */
  read: { asker: number; owner: number }
}

export const chats: Chat[] = [
  {
    ...{ asker: "premium", owner: "owner", state: "accepted", read: { asker: 7, owner: 9 } },
    messages: [
      [
        74,
        "asker",
        "Good evening Camille, I am in town for a concert on the 28th and would love company for dinner before it. Would half past six be too early for you?",
      ],
      [
        71,
        "owner",
        "Bonsoir Eleanor, half past six is perfect: the kitchen opens at six. Do you have a neighbourhood in mind?",
      ],
      [
        70.5,
        "asker",
        "Somewhere within a short walk of the concert hall, if there is anything good. I eat everything, but I do not drink.",
      ],
      [
        70,
        "owner",
        "Then I know a small place with twelve tables and very good tea. I will ask them to keep the corner by the window.",
      ],
      [69.8, "asker", "That sounds lovely. How do we meet?"],
      [48, "owner", "At the restaurant, at half past six. I will be wearing a green coat, so you will know me."],
      [47.5, "asker", "Noted. A green coat, a corner table, and tea."],
      [3, "owner", "A small change: they can only seat us at a quarter past six. Is that all right for you?"],
      [2.8, "owner", "If not, I have a second address a street away."],
    ],
  },
  {
    ...{ asker: "member", owner: "owner", state: "request", read: { asker: 1, owner: 0 } },
    messages: [
      [
        5,
        "asker",
        "Bonjour Camille, ma sœur et moi passons le week-end en ville et cherchons quelqu’un qui connaisse bien les musées. Seriez-vous libre samedi après-midi, pour trois heures environ ?",
      ],
    ],
  },
  {
    ...{ asker: "member", owner: "profile 1", state: "accepted", read: { asker: 3, owner: 4 } },
    messages: [
      [120, "asker", "Bonjour, proposez-vous aussi des visites le matin ?"],
      [118, "owner", "Bonjour, oui, à partir de neuf heures, du mardi au samedi."],
      [117, "asker", "Parfait, je reviens vers vous dès que j’ai mes billets de train."],
      [20, "owner", "Avec plaisir. Le marché est le plus beau le jeudi, si vous avez le choix."],
    ],
  },
  {
    ...{ asker: "premium", owner: "profile 2", state: "request", read: { asker: 1, owner: 0 } },
    messages: [
      [
        26,
        "asker",
        "Hello, do you take bookings for a whole day? I am planning a walk along the coast in early spring.",
      ],
    ],
  },
  {
    ...{ asker: "premium", owner: "profile 3", state: "accepted", read: { asker: 4, owner: 4 } },
    messages: [
      [
        240,
        "asker",
        "Good morning, I saw that you speak three languages. Could you accompany me to a fair, and help with a conversation or two?",
      ],
      [238, "owner", "Good morning, gladly. I have done that often. Which day, and roughly how long?"],
      [237, "asker", "The 12th, from ten to four. I will send you the hall and the names beforehand."],
      [236, "owner", "The 12th is yours. Send me the names whenever you have them."],
    ],
  },
]
