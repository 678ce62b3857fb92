import { describe, expect, test } from "vitest"
import { judgeMessage, type WarningKind } from "~/features/chat/safety/warnings"

const warned: Record<"en" | "fr", Record<WarningKind, string[]>> = {
  en: {
    elsewhere: [
      "Let’s continue on WhatsApp, it is easier.",
      "Do you have Telegram?",
      "Add me on Signal and I will explain.",
      "My number is +44 7700 900123.",
      "Text me when you arrive.",
      "You can call me on 020 7946 0958",
      "Here is my mobile number: 07700 900 123",
      "Write to julian.frost@example.org instead",
      "julian dot frost at gmail dot com",
      "Can we talk somewhere else? This site is slow.",
      "Why not WhatsApp?",
      "You reach me under 212-555-0143.",
      "zero seven seven zero zero nine zero zero one two three",
      "Find me on Instagram, same name.",
    ],
    money: [
      "Please send a deposit to confirm the evening.",
      "I only need a bank transfer before we meet.",
      "Buy a gift card and send me the code.",
      "You can pay in bitcoin, here is my wallet.",
      "Half of it up front, the rest later: please pay it in advance.",
      "Send me 200 and I will book the table.",
      "I can’t come without a deposit first.",
      "Western Union is the safest way.",
      "Could you lend me some money until Friday?",
      "My IBAN follows.",
    ],
    pressure: [
      "It is now or never.",
      "Don’t tell anyone about us.",
      "You have no choice.",
      "If you really cared for me, you would come tonight.",
      "Answer me right now!",
      "I will show your messages to your wife.",
      "Keep this between us, please.",
      "I know where you live.",
      "This is our little secret.",
      "You will regret it.",
    ],
  },
  fr: {
    elsewhere: [
      "On continue sur WhatsApp ?",
      "Vous avez Telegram ?",
      "Ajoutez-moi sur Signal.",
      "Mon numéro : 06 12 34 56 78",
      "Appelez-moi au 01 23 45 67 89",
      "Donnez-moi votre numéro de téléphone.",
      "Écrivez-moi à julian.frost@exemple.fr",
      "julian arobase exemple point fr",
      "On pourrait discuter ailleurs, hors du site.",
      "Pourquoi pas Snapchat ?",
      "Envoyez-moi un SMS demain.",
      "zéro six douze trente quatre cinquante six soixante dix-huit",
      "Retrouvez-moi sur Insta.",
    ],
    money: [
      "Il me faut un acompte pour bloquer la soirée.",
      "Faites-moi un virement avant notre rendez-vous.",
      "Achetez une carte cadeau et envoyez-moi le code.",
      "Vous pouvez payer en bitcoin.",
      "Le règlement se fait à l’avance.",
      "Payez d’avance, c’est plus simple.",
      "Envoyez-moi 200 € et je réserve.",
      "Je ne viens pas sans acompte.",
      "Prêtez-moi de l’argent jusqu’à vendredi.",
      "Des recharges Transcash suffiront.",
    ],
    pressure: [
      "C’est maintenant ou jamais.",
      "N’en parlez à personne.",
      "Vous n’avez pas le choix.",
      "Si tu m’aimais, tu viendrais ce soir.",
      "Répondez tout de suite !",
      "Sinon je montre tes messages à ta femme.",
      "Que cela reste entre nous.",
      "Je sais où tu habites.",
      "C’est notre petit secret.",
      "Tu vas le regretter.",
    ],
  },
}

const harmless: Record<"en" | "fr", string[]> = {
  en: [
    "Good evening Camille. I am in Paris next week and would rather not dine alone on Friday.",
    "A bistro, with a good list of natural wines. I am celebrating a signed contract.",
    "Perfect, I will book for 8.30 pm. Any allergies?",
    "Would 12/11/2026 at 20:30 suit you?",
    "The table is for two, from 19:30 to 22:30, on 2026-11-27.",
    "It is 140 euros an hour, two hours at least.",
    "I would rather not use WhatsApp, let us stay here.",
    "I don’t give my phone number before we meet.",
    "No deposit is needed, we settle on the evening.",
    "I never ask for a bank transfer.",
    "Call me Anna, everybody does.",
    "The booking has the number 1795949585469.",
    "The signal is weak in the tunnel, so I may answer late.",
    "My room number is 412, but let us meet in the lobby.",
    "I work in crypto, which is less exciting than it sounds.",
    "I bought a gift for my sister at the market.",
    "The restaurant keeps our table until nine.",
    "You can tell me more about the exhibition when we meet.",
    "It is the last chance to see the Monet rooms.",
    "There is a secret garden behind the museum.",
    "I owe you a coffee for that.",
    "Between us and the sea there is only a path.",
    "My train leaves at 7, I know where the station is.",
    "Take your time, there is no hurry at all.",
    "I lived at number 12, in a street full of bakers.",
    "We could walk first and then have tea.",
    "An old telegram hangs on the wall of that café.",
    "The hotel has 1 250 rooms and 3 lifts.",
    "I will send you the name of the place tomorrow.",
    "Could you decide by Thursday? The concert may sell out.",
    "I saw a beautiful photograph of Lisbon on Instagram.",
  ],
  fr: [
    "Bonsoir Camille. Je suis à Paris la semaine prochaine et n’aimerais pas dîner sans compagnie vendredi.",
    "Un bistrot, avec une belle carte de vins nature.",
    "Parfait, je réserve pour 20 h 30. Des allergies ?",
    "Le 12/11/2026 à 20:30, cela vous convient ?",
    "La table est pour deux, de 19 h 30 à 22 h 30.",
    "C’est 140 € de l’heure, deux heures au minimum.",
    "Je préfère rester ici plutôt que sur WhatsApp.",
    "Je ne donne pas mon numéro avant une rencontre.",
    "Aucun acompte, on règle le soir même.",
    "Je ne demande jamais de virement.",
    "La réservation porte le numéro 1795949585469.",
    "Appelez-moi Anna, comme tout le monde.",
    "Le signal est faible dans le tunnel.",
    "Mon numéro de chambre est le 412, mais retrouvons-nous dans le hall.",
    "Je travaille dans la crypto, c’est moins passionnant qu’il n’y paraît.",
    "J’ai acheté un cadeau pour ma sœur au marché.",
    "Le restaurant garde notre table jusqu’à neuf heures.",
    "Vous me parlerez de l’exposition quand nous nous verrons.",
    "C’est la dernière chance de voir les salles Monet.",
    "Il y a un jardin secret derrière le musée.",
    "Je vous dois un café.",
    "Entre nous et la mer, il n’y a qu’un sentier.",
    "Mon train part à 7 h, je sais où est la gare.",
    "Prenez votre temps, rien ne presse.",
    "J’ai vécu au numéro 12 de cette rue.",
    "Je suis en avance, je vous attends au café.",
    "La carte des desserts est un cadeau.",
    "L’hôtel compte 1 250 chambres et 3 ascenseurs.",
    "Je vous enverrai le nom du lieu demain.",
    "Pourriez-vous vous décider d’ici jeudi ? Le concert sera complet.",
    "J’ai vu une belle photo de Lisbonne sur Instagram.",
  ],
}

describe.each(["en", "fr"] as const)("a message in %s", (language) => {
  const cases = Object.entries(warned[language]).flatMap(([kind, texts]) => texts.map((text) => [text, kind] as const))
  test.each(cases)("warns its reader: %s", (text, kind) => {
    expect(judgeMessage(text)).toBe(kind)
  })
  test.each(harmless[language])("says nothing about: %s", (text) => {
    expect(judgeMessage(text)).toBeNull()
  })
})

test("the gravest of what a message asks for is named", () => {
  expect(judgeMessage("Call me on 07700 900123. Don’t tell anyone. And send me 200 first.")).toBe("money")
  expect(judgeMessage("Call me on 07700 900123. Don’t tell anyone.")).toBe("pressure")
})

test("a text of the greatest length is judged within a tenth of a second", () => {
  for (const piece of ["pay ", "call me ", "1 ", "un ", "send it a@", "(", "no one at "]) {
    const text = piece.repeat(4_000 / piece.length)
    const start = performance.now()
    judgeMessage(text)
    expect(performance.now() - start, piece).toBeLessThan(100)
  }
})
