import type { CategoryTexts } from "./fragments.ts"

/** Events & galas. */
export const events: CategoryTexts = {
  roles: [
    ["Event companion", "[Compagnon|Compagne] d'événements"],
    ["Gala and reception companion", "[Compagnon|Compagne] de galas et de réceptions"],
    ["Companion for formal evenings", "[Compagnon|Compagne] de soirées habillées"],
    ["Host for receptions", "[Hôte|Hôtesse] de réceptions"],
  ],
  backgrounds: [
    {
      trade: ["former protocol officer", "anci[en|enne] chargé[|e] de protocole"],
      openers: [
        [
          "I worked in protocol for seven years, so I know where to stand, when to leave and how to rescue a conversation.",
          "J'ai travaillé sept ans au protocole : je sais où me tenir, quand partir et comment sauver une conversation.",
        ],
        [
          "Seating plans, orders of precedence and flags were my daily bread; I kept the calm and left the stiffness behind.",
          "Plans de table, préséances et drapeaux ont été mon quotidien ; j'en ai gardé le calme et laissé la raideur.",
        ],
      ],
    },
    {
      trade: ["ballroom dance teacher", "professeur[|e] de danse de salon"],
      openers: [
        [
          "I teach ballroom dancing, and I have seen many people who swore they could not dance walk off the floor smiling.",
          "J'enseigne la danse de salon, et j'ai vu bien des gens jurer qu'ils ne savaient pas danser, puis quitter la piste en souriant.",
        ],
        [
          "A waltz takes twenty minutes to learn well enough. I give the lesson before the ball, in a rehearsal room with bad coffee.",
          "Une valse s'apprend convenablement en vingt minutes. Je donne la leçon avant le bal, dans un studio au café médiocre.",
        ],
      ],
    },
    {
      trade: ["event producer", "[producteur|productrice] d'événements"],
      openers: [
        [
          "I produce openings and award evenings, so I know what happens behind the curtain and enjoy standing in front of it for once.",
          "Je produis des inaugurations et des remises de prix : je connais l'envers du rideau, et j'aime, pour une fois, me tenir devant.",
        ],
        [
          "After a hundred evenings with a headset on, I can tell within minutes which conversation in the room is worth joining.",
          "Après cent soirées avec une oreillette, je sais en quelques minutes quelle conversation mérite qu'on s'y joigne.",
        ],
      ],
    },
    {
      trade: ["actor by training", "[comédien|comédienne] de formation"],
      openers: [
        [
          "I trained for the stage, which mostly taught me to look at the person who is speaking.",
          "J'ai suivi une formation de théâtre, qui m'a surtout appris à regarder la personne qui parle.",
        ],
        [
          "Ten years of small theatres have cured me of nerves: a room of three hundred strangers is, to me, a pleasant place.",
          "Dix ans de petites salles m'ont guéri[|e] du trac : une pièce pleine de trois cents inconnus est pour moi un endroit agréable.",
        ],
      ],
    },
    {
      trade: ["costume maker", "[costumier|costumière]"],
      openers: [
        [
          "I cut and sew for opera houses; I can tie a bow tie in the back of a taxi and mend a hem in a cloakroom.",
          "Je coupe et je couds pour l'opéra ; je sais nouer un nœud papillon à l'arrière d'un taxi et reprendre un ourlet au vestiaire.",
        ],
        [
          "Clothes are my trade, and the first thing they taught me is that people want to be looked in the eye.",
          "Le vêtement est mon métier, et il m'a d'abord appris que les gens veulent qu'on les regarde dans les yeux.",
        ],
      ],
    },
    {
      trade: ["charity fundraiser", "chargé[|e] de mécénat"],
      openers: [
        [
          "I raise money for hospitals and orchestras. Galas are my office, and I still enjoy the first ten minutes of each.",
          "Je collecte des fonds pour des hôpitaux et des orchestres. Les galas sont mon bureau, et j'aime encore leurs dix premières minutes.",
        ],
        [
          "Fundraising has given me a good memory for names, causes and the reason someone came in the first place.",
          "Le mécénat m'a donné la mémoire des noms, des causes et de la raison pour laquelle chacun est venu.",
        ],
      ],
    },
    {
      trade: ["former diplomat's aide", "anci[en|enne] [assistant|assistante] d'ambassade"],
      openers: [
        [
          "I organised receptions for an embassy, where the art is to be everywhere for two hours and remembered for a minute.",
          "J'ai organisé les réceptions d'une ambassade : tout l'art est d'y être partout deux heures, et de n'être remarqué[|e] qu'une minute.",
        ],
        [
          "Embassy life taught me discretion as a habit rather than a promise, and small talk as a form of courtesy.",
          "La vie d'ambassade m'a appris la discrétion comme une habitude, plus que comme une promesse, et la conversation légère comme une politesse.",
        ],
      ],
    },
    {
      trade: ["classical violinist", "violoniste classique"],
      openers: [
        [
          "I play the violin in a chamber orchestra and know most concert halls by their side entrances.",
          "Je joue du violon dans un orchestre de chambre, et je connais la plupart des salles par l'entrée des artistes.",
        ],
        [
          "Having played at a great many receptions, I can confirm that the best company is usually found near the musicians.",
          "Pour avoir joué dans bien des réceptions, je peux le confirmer : la meilleure compagnie se trouve souvent près des musiciens.",
        ],
      ],
    },
    {
      trade: ["horse-racing enthusiast", "passionné[|e] de courses hippiques"],
      openers: [
        [
          "I grew up beside a racecourse and can explain a day at the races without once mentioning money.",
          "J'ai grandi au bord d'un hippodrome, et je sais raconter une journée de courses sans parler d'argent une seule fois.",
        ],
        [
          "From the paddock to the boxes, I know how a race day flows, where the shade is, and when to eat.",
          "Du rond de présentation aux loges, je sais comment se déroule une journée de courses, où trouver de l'ombre et quand déjeuner.",
        ],
      ],
    },
  ],
  habits: [
    [
      "I keep company to people who have an invitation for two and a good reason not to go alone.",
      "J'accompagne celles et ceux qui ont une invitation pour deux, et une bonne raison de ne pas y aller seuls.",
    ],
    [
      "I remember names, introduce people to each other, and notice when you would like some air.",
      "Je retiens les noms, je présente les gens les uns aux autres, et je remarque quand vous avez besoin d'air.",
    ],
    [
      "Weddings, award nights, openings: I read the invitation twice and the guest list once.",
      "Mariages, remises de prix, vernissages : je lis deux fois l'invitation, et une fois la liste des invités.",
    ],
    [
      "I am the person who knows where the cloakroom is, what the speech will be about, and how long it will last.",
      "Je suis la personne qui sait où est le vestiaire, de quoi parlera le discours et combien de temps il durera.",
    ],
    [
      "Large rooms do not impress me and small ones do not bore me.",
      "Les grandes salles ne m'impressionnent pas, et les petites ne m'ennuient pas.",
    ],
    [
      "I own two good evening outfits, a raincoat that goes with both, and very comfortable shoes.",
      "Je possède deux bonnes tenues du soir, un imperméable qui va avec les deux et des chaussures très confortables.",
    ],
    [
      "I have been described as good at tables of ten: I talk to both neighbours and let neither go.",
      "On me dit à l'aise aux tables de dix : je parle à mes deux voisins, et je n'en oublie aucun.",
    ],
    [
      "What people ask for most often is simple: someone calm beside them while they work the room.",
      "Ce que l'on me demande le plus souvent est simple : une présence calme à ses côtés, le temps de saluer tout le monde.",
    ],
  ],
  ways: [
    [
      "Send me the invitation, the dress code and who you hope to meet. We talk for a quarter of an hour beforehand so that we agree on how we know each other.",
      "Envoyez-moi l'invitation, la tenue demandée et le nom des personnes que vous espérez voir. On se parle un quart d'heure avant, pour convenir de la façon dont on se connaît.",
    ],
    [
      "At a reception I stay near without hovering. If you are caught in a long conversation, look at your glass: I will come and interrupt politely.",
      "En réception, je reste à portée sans m'imposer. Si une conversation vous retient, regardez votre verre : je viendrai l'interrompre poliment.",
    ],
    [
      "For weddings I ask about the family in advance, bring a card, dance with the uncle, and leave quietly before the last song.",
      "Pour un mariage, je me renseigne à l'avance sur la famille, j'apporte une carte, je danse avec l'oncle et je m'éclipse avant le dernier morceau.",
    ],
    [
      "I arrive ten minutes early, at the door you choose. Transport, cloakroom and the hour of leaving are settled before we go in.",
      "J'arrive dix minutes en avance, à la porte que vous choisissez. Transport, vestiaire et heure de départ sont réglés avant d'entrer.",
    ],
    [
      "If you have to give a speech I will read it with you the day before, take out two paragraphs, and stand where you can see me.",
      "Si vous devez prendre la parole, je relis le discours avec vous la veille, j'en retire deux paragraphes, et je me place là où vous me voyez.",
    ],
    [
      "Formal dinners are easier with a neighbour who knows the cutlery and does not mention it. I am that neighbour.",
      "Un dîner protocolaire est plus simple auprès de quelqu'un qui connaît les couverts et n'en parle pas. C'est mon rôle.",
    ],
    [
      "After the official part I like twenty minutes somewhere quiet, a hotel bar or a bench, to go over who said what while it is fresh.",
      "Après la partie officielle, j'aime passer vingt minutes au calme, sur un banc ou dans un salon d'hôtel, pour revoir qui a dit quoi.",
    ],
    [
      "I am used to cameras at the entrance. If you would rather avoid them I know the other ways in, and I never publish anything myself.",
      "J'ai l'habitude des photographes à l'entrée. Si vous préférez les éviter, je connais les autres accès, et je ne publie jamais rien.",
    ],
    [
      "Charity auctions are a pleasure if someone keeps a pencilled limit. Tell me yours; I will hold the catalogue and, if needed, your elbow.",
      "Les ventes de charité sont un plaisir quand quelqu'un note la limite au crayon. Dites-moi la vôtre ; je tiens le catalogue et, au besoin, votre coude.",
    ],
    [
      "Company parties are my favourite puzzle: three departments, one bar, and a director to find. I prepare a short list of easy subjects.",
      "Les soirées d'entreprise sont mon casse-tête préféré : trois services, un buffet et une directrice à trouver. Je prépare une courte liste de sujets faciles.",
    ],
    [
      "I confirm the day before by message, and again when I leave home. If your plans change you only have to say so.",
      "Je confirme la veille par message, puis au moment de partir. Si vos projets changent, il suffit de le dire.",
    ],
    [
      "On opening nights I prefer the hour before the crowd: we see the work, then the people, and we know what to say about both.",
      "Les soirs de première, j'aime l'heure qui précède la foule : on voit l'œuvre, puis les gens, et l'on sait quoi dire des deux.",
    ],
  ],
  quotes: [
    [
      "A party is easier with someone who knows when to leave.",
      "Une fête est plus simple avec quelqu'un qui sait quand partir.",
    ],
    [
      "I remember names so that you can remember faces.",
      "Je retiens les noms pour que vous puissiez retenir les visages.",
    ],
    [
      "Elegance is mostly arriving on time and listening to the speeches.",
      "L'élégance, c'est surtout arriver à l'heure et écouter les discours.",
    ],
    [
      "I like the ten minutes before the doors open. Everything is ready and nothing has happened yet.",
      "J'aime les dix minutes avant l'ouverture des portes. Tout est prêt, et rien n'est encore arrivé.",
    ],
    [
      "Give me a name and a subject, and I will start the conversation for you.",
      "Donnez-moi un nom et un sujet, et j'ouvrirai la conversation pour vous.",
    ],
    [
      "I have never met a dull table, only tables without a first question.",
      "Je n'ai jamais connu de table ennuyeuse, seulement des tables sans première question.",
    ],
    [
      "Nobody should have to walk into a ballroom alone unless they like it.",
      "Personne ne devrait entrer seul dans une salle de bal, sauf par goût.",
    ],
    [
      "I dance well enough for two and talk well enough for one.",
      "Je danse assez bien pour deux, et je parle assez bien pour un.",
    ],
    [
      "Discretion is not silence. It is knowing which story belongs to whom.",
      "La discrétion n'est pas le silence. C'est savoir à qui appartient chaque histoire.",
    ],
    [
      "The best compliment after a gala: we stayed longer than planned.",
      "Le plus beau compliment après un gala : nous sommes restés plus longtemps que prévu.",
    ],
    [
      "I carry safety pins, mints and a pencil. It has been enough so far.",
      "J'ai sur moi des épingles, des pastilles et un crayon. Jusqu'ici, cela a suffi.",
    ],
    [
      "A reception is a short walk among strangers. It is pleasanter in pairs.",
      "Une réception est une courte promenade parmi des inconnus. À deux, elle est plus agréable.",
    ],
    [
      "I listen to the toast as if I did not know the ending.",
      "J'écoute le toast comme si je n'en connaissais pas la fin.",
    ],
    [
      "Let me worry about the coats, the taxis and the second cousin.",
      "Laissez-moi m'occuper des manteaux, des taxis et du petit-cousin.",
    ],
  ],
}
