import type { Pair } from "./fragments.ts"

/** Closing sentences that suit every category: arrangements, languages, limits. */
export const practical: Pair[] = [
  [
    "I answer messages between nine in the morning and eight in the evening, usually within the hour.",
    "Je réponds aux messages de neuf heures à vingt heures, en général dans l'heure.",
  ],
  [
    "We always meet in a public place, and I keep to the time that we agreed.",
    "On se retrouve toujours dans un lieu public, et je m'en tiens à l'horaire convenu.",
  ],
  [
    "A few days' notice is welcome; for tomorrow, ask anyway.",
    "Quelques jours de préavis sont bienvenus ; pour demain, demandez tout de même.",
  ],
  [
    "If we do not speak the same language well, I speak slowly and draw badly.",
    "Si nous ne partageons pas bien une langue, je parle lentement, et je dessine mal.",
  ],
  ["I do not work on Mondays, and I take August off.", "Je ne travaille pas le lundi, et je prends mon mois d'août."],
  [
    "Tickets and meals are settled before we meet, so that nothing is left to guess.",
    "On convient des billets et des repas avant la rencontre, pour que rien ne reste à deviner.",
  ],
  [
    "I am glad to exchange a few messages first: it is the best way to know whether we shall get on.",
    "J'échange volontiers quelques messages d'abord : c'est la meilleure façon de savoir si l'on s'entendra.",
  ],
  [
    "If something does not suit you, say so on the spot; I shall do the same.",
    "Si quelque chose ne vous convient pas, dites-le sur le moment ; je ferai de même.",
  ],
  [
    "Cancelling is free until the day before. After that, simply tell me why.",
    "L'annulation est libre jusqu'à la veille. Après, dites-moi simplement pourquoi.",
  ],
  [
    "I work alone, I prepare everything myself, and I never pass on what I hear.",
    "Je travaille [seul|seule], je prépare tout moi-même, et je ne répète jamais ce que j'entends.",
  ],
  [
    "Colleagues and friends are welcome to join: the rate stays the same up to four people.",
    "Collègues et amis peuvent se joindre à nous : le tarif reste le même jusqu'à quatre personnes.",
  ],
  [
    "Tell me early about stairs, allergies or a fear of crowds; it changes the plan, never the welcome.",
    "Signalez-moi tôt les escaliers, les allergies ou la crainte de la foule : cela change le programme, jamais l'accueil.",
  ],
  [
    "Everything I offer is listed in this profile. What is not on the list I do not do.",
    "Tout ce que je propose figure dans ce profil. Ce qui n'y est pas, je ne le fais pas.",
  ],
]

/** Instead of one of those, where there are private pictures. */
export const privatePictures: Pair = [
  "My private pictures show the places and the evenings rather than me.",
  "Mes photos privées montrent surtout des lieux et des moments.",
]

/** Notes beside a service; each suits every service. */
export const notes: Pair[] = [
  ["Up to four people at the same price.", "Jusqu'à quatre personnes, au même prix."],
  ["Meals and tickets are not included.", "Repas et billets non compris."],
  ["Step-free on request.", "Sans marches, sur demande."],
  ["Best booked a week ahead.", "De préférence une semaine à l'avance."],
  ["Two weeks' notice in summer.", "Deux semaines de préavis en été."],
  ["Possible on Sundays.", "Possible le dimanche."],
  ["After a few messages, to prepare it well.", "Après quelques messages, pour bien préparer."],
  ["Bookings made by me, in your name.", "Réservations faites par mes soins, à votre nom."],
  ["A written plan the day before.", "Un programme écrit la veille."],
  ["Shorter on request.", "Version plus courte sur demande."],
  ["Travel within the city is included.", "Déplacements en ville compris."],
  ["With a plan for rainy weather.", "Avec une solution en cas de pluie."],
  ["A little different each season.", "Un peu différent à chaque saison."],
]
