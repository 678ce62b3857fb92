import type { Pair } from "../texts/fragments.ts"

export interface FaqContent {
  topic: "account" | "membership" | "profiles" | "safety"
  question: Pair
  /** Markdown. */
  answer: Pair
}

/** The questions of the FAQ page, in its order. */
export const faqs: FaqContent[] = [
  {
    topic: "account",
    question: ["Do I need an account to look around?", "Faut-il un compte pour parcourir le site ?"],
    answer: [
      "No. Public profiles, their prices and their public pictures are open to every adult visitor. You need an account to save favourites, and a membership to write to hosts and see private pictures.",
      "Non. Les profils publics, leurs prix et leurs photos publiques sont ouverts à toute personne majeure. Un compte sert à enregistrer des favoris ; l'adhésion permet d'écrire aux hôtes et de voir les photos privées.",
    ],
  },
  {
    topic: "account",
    question: [
      "I have not received the confirmation email. What can I do?",
      "Je n'ai pas reçu l'e-mail de confirmation. Que faire ?",
    ],
    answer: [
      "Look in your spam folder first. Then [ask to join again](/become-member) with the same address: we send a new link, valid for 60 minutes, and you choose your password again.",
      "Regardez d'abord dans votre courrier indésirable. Ensuite, [demandez de nouveau à devenir membre](/become-member) avec la même adresse : un nouveau lien arrive, valable 60 minutes, et vous choisissez de nouveau votre mot de passe.",
    ],
  },
  {
    topic: "account",
    question: ["How do I change the language?", "Comment changer de langue ?"],
    answer: [
      "Use the language switch in the header or in your settings. You stay on the same page, and the choice is remembered for 365 days.",
      "Utilisez le choix de langue dans l'en-tête ou dans vos réglages. Vous restez sur la même page, et votre choix est retenu 365 jours.",
    ],
  },
  {
    topic: "account",
    question: ["How do I close my account?", "Comment fermer mon compte ?"],
    answer: [
      "In your settings, under **Your data**. The account is hidden at once and erased after 30 days. Log in before then if you change your mind. You can export everything first.",
      "Dans vos réglages, sous **Vos données**. Le compte est masqué aussitôt, puis effacé au bout de 30 jours. Connectez-vous avant si vous changez d'avis. Vous pouvez tout exporter auparavant.",
    ],
  },
  {
    topic: "membership",
    question: ["What does a membership give me?", "Que donne l'adhésion ?"],
    answer: [
      "Conversations with hosts, and the pictures and videos that they share with members only. It goes with an account: [become a member](/become-member) first.",
      "Les conversations avec les hôtes, et les photos et vidéos qu'ils réservent aux membres. Il faut d'abord un compte : [devenez membre](/become-member).",
    ],
  },
  {
    topic: "membership",
    question: ["How do I cancel?", "Comment résilier ?"],
    answer: [
      "On the page of [your plan](/profile/billing), in two clicks; no reason is needed. Your membership runs to the end of the period that you have paid for, and you can undo the cancellation until that day.",
      "Sur la page de [votre formule](/profile/billing), en deux clics et sans motif. L'adhésion court jusqu'à la fin de la période payée, et vous pouvez annuler la résiliation jusqu'à ce jour.",
    ],
  },
  {
    topic: "membership",
    question: ["What appears on my bank statement?", "Qu'est-ce qui figure sur mon relevé bancaire ?"],
    answer: [
      "The name of the company and the amount, nothing about who you wrote to. Your [invoices](/profile/invoices) are in your account.",
      "Le nom de la société et le montant, rien sur les personnes à qui vous avez écrit. Vos [factures](/profile/invoices) sont dans votre compte.",
    ],
  },
  {
    topic: "membership",
    question: [
      "Does Salon take a share of what I pay a host?",
      "Salon prélève-t-il une part de ce que je règle à un hôte ?",
    ],
    answer: [
      "No. You settle the price with the host, directly. Salon lives on memberships alone: no commission, no deposit, no fee for each message.",
      "Non. Vous convenez du prix avec l'hôte, directement. Salon vit des seules adhésions : ni commission, ni acompte, ni frais au message.",
    ],
  },
  {
    topic: "profiles",
    question: ["What does “Identity and age confirmed” mean?", "Que signifie « Identité et âge confirmés » ?"],
    answer: [
      "That in the month shown, an independent provider compared a document with the person and confirmed that they are an adult. It says nothing about their character or the quality of an evening.",
      "Qu'au mois indiqué, un prestataire indépendant a comparé un document à la personne et confirmé qu'elle est majeure. Cela ne dit rien de son caractère, ni de la qualité d'une soirée.",
    ],
  },
  {
    topic: "profiles",
    question: ["How are profiles ordered?", "Dans quel ordre les profils apparaissent-ils ?"],
    answer: [
      "The newest first, unless you choose another order. The few featured on the home page are picked by our editors. No place is for sale.",
      "Du plus récent au plus ancien, sauf si vous choisissez un autre ordre. Les quelques profils mis en avant à l'accueil sont choisis par la rédaction. Aucune place n'est à vendre.",
    ],
  },
  {
    topic: "profiles",
    question: ["Why are some pictures private?", "Pourquoi certaines photos sont-elles privées ?"],
    answer: [
      "Hosts show some pictures to everyone and others to members only. A private picture is blurred before it leaves our servers; you see how many there are, and how to open them.",
      "Les hôtes montrent certaines photos à tous et en réservent d'autres aux membres. Une photo privée est floutée avant de quitter nos serveurs ; vous voyez combien il y en a, et comment y accéder.",
    ],
  },
  {
    topic: "profiles",
    question: ["How do I become a host?", "Comment devenir hôte ?"],
    answer: [
      "Apply for yourself on the [casting page](/casting), in your own words and with one to six pictures. Only you and our team see them; we write to you with our decision. Until then you can withdraw your application at any time, in one step: its pictures are deleted at once.",
      "Déposez votre candidature vous-même sur la [page de casting](/casting), avec vos mots et une à six photos. Vous et notre équipe êtes seuls à les voir ; nous vous écrivons pour vous communiquer notre décision. D'ici là, vous pouvez retirer votre candidature à tout moment, en une étape : ses photos sont aussitôt supprimées.",
    ],
  },
  {
    topic: "safety",
    question: ["How do I report something?", "Comment signaler un problème ?"],
    answer: [
      "With **Report**, at the foot of the page, with or without an account. Tell us what is wrong and where; you receive a reference and, if you leave an email address, our decision and its reasons. Serious matters are looked at first, at any hour.",
      "Par **Signaler**, en bas de page, avec ou sans compte. Dites ce qui ne va pas et où ; vous recevez une référence et, si vous laissez une adresse e-mail, notre décision et ses motifs. Les faits graves passent en premier, à toute heure.",
    ],
  },
  {
    topic: "safety",
    question: ["Someone is using my picture. What can I do?", "Quelqu'un utilise une photo de moi. Que faire ?"],
    answer: [
      "Open it in the gallery, press the flag, and choose **I am in this picture**. It is hidden as soon as your report arrives, unless you have reported more than five pictures that day or we checked it in the past month; we look at such a report within 48 hours. You need no account.",
      "Ouvrez-la dans la galerie, touchez le drapeau et choisissez **Je figure sur cette image**. Elle est masquée dès réception, sauf au-delà de cinq photos signalées le même jour ou si nous l'avons vérifiée au cours du dernier mois ; un tel signalement est examiné sous 48 heures. Aucun compte n'est nécessaire.",
    ],
  },
  {
    topic: "safety",
    question: ["Do you read my messages?", "Lisez-vous mes messages ?"],
    answer: [
      "No. If a member reports a message, we receive a copy of the messages chosen for the report and of the few around them, and nothing else. Our staff cannot open a conversation.",
      "Non. Si un membre signale un message, nous recevons une copie des messages joints au signalement et des quelques-uns qui les entourent, et rien d'autre. L'équipe ne peut pas ouvrir une conversation.",
    ],
  },
  {
    topic: "safety",
    question: ["What does the quick exit do?", "À quoi sert la sortie rapide ?"],
    answer: [
      "It replaces the page at once with a neutral site and logs you out. Press the button, or Shift three times. Pages seen earlier remain in your browser's history: clear it if others use the device.",
      "Elle remplace aussitôt la page par un site neutre et vous déconnecte. Pressez le bouton, ou trois fois la touche Maj. Les pages vues auparavant restent dans l'historique du navigateur : effacez-le si d'autres utilisent l'appareil.",
    ],
  },
]
