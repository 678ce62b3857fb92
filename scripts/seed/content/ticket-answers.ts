import type { Pair } from "../texts/fragments.ts"

/** Answers that staff insert into a reply to a ticket, in their order. */
export const ticketAnswers: { title: Pair; body: Pair }[] = [
  {
    title: ["We are looking into it", "Nous regardons"],
    body: [
      "Thank you for writing to us. We are looking into it and will come back to you within two working days.",
      "Merci de nous avoir écrit. Nous regardons ce qu'il en est et revenons vers vous sous deux jours ouvrés.",
    ],
  },
  {
    title: ["Changing your email address", "Changer d'adresse e-mail"],
    body: [
      "You can change your email address in your settings while you still open the old inbox. We write to both addresses; once both have confirmed, the account has the new one.",
      "Vous pouvez changer d'adresse e-mail dans vos réglages tant que vous ouvrez encore l'ancienne boîte. Nous écrivons aux deux adresses ; quand toutes deux ont confirmé, le compte passe à la nouvelle.",
    ],
  },
  {
    title: ["Ending a membership", "Mettre fin à l'adhésion"],
    body: [
      "You can end your membership under Membership at any time. It lasts until the end of the period that is paid, and is not renewed.",
      "Vous pouvez mettre fin à votre adhésion à tout moment, dans Adhésion. Elle dure jusqu'à la fin de la période payée, et n'est pas renouvelée.",
    ],
  },
  {
    title: ["Reporting a profile", "Signaler un profil"],
    body: [
      "Please use the Report link at the foot of the page that it is about: it reaches the team that decides, and you receive a reference.",
      "Utilisez le lien Signaler au bas de la page concernée : il parvient à l'équipe qui décide, et vous recevez une référence.",
    ],
  },
]
