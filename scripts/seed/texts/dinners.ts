import type { CategoryTexts } from "./fragments.ts"

/** Dinners & evenings. */
export const dinners: CategoryTexts = {
  roles: [
    ["Dinner companion", "[Compagnon|Compagne] de dîner"],
    ["Host for dinners and quiet evenings", "[Hôte|Hôtesse] de dîners et de soirées calmes"],
    ["Table companion", "[Compagnon|Compagne] de table"],
    ["Dinner and wine companion", "[Compagnon|Compagne] de dîner et de dégustation"],
  ],
  backgrounds: [
    {
      trade: ["sommelier by training", "sommel[ier|ière] de formation"],
      openers: [
        [
          "I trained as a sommelier and spent eight years on the floor, where I learnt that a good bottle is first of all a good question.",
          "Sommel[ier|ière] de formation, j'ai passé huit ans en salle, et j'y ai appris qu'une bonne bouteille commence par une bonne question.",
        ],
        [
          "Wine was my trade before it became a pleasure again: I ran the cellar of a small dining room with forty covers.",
          "Le vin a été mon métier avant de redevenir un plaisir : j'ai tenu la cave d'une petite maison de quarante couverts.",
        ],
      ],
    },
    {
      trade: ["former pastry chef", "anci[en|enne] [chef pâtissier|cheffe pâtissière]"],
      openers: [
        [
          "For ten years my day began at four with butter and flour, and I still choose a restaurant by its desserts.",
          "Pendant dix ans, mes journées ont commencé à quatre heures, entre beurre et farine, et je choisis encore un restaurant à ses desserts.",
        ],
        [
          "I left the pastry kitchen with steady hands, a long patience and a great respect for people who work on Sundays.",
          "J'ai quitté le laboratoire de pâtisserie avec la main sûre, une longue patience et un grand respect pour celles et ceux qui travaillent le dimanche.",
        ],
      ],
    },
    {
      trade: ["food writer", "[chroniqueur|chroniqueuse] gastronomique"],
      openers: [
        [
          "I write about restaurants for a monthly review, which means I eat out often and take few photographs.",
          "J'écris sur les restaurants pour une revue mensuelle : je dîne donc souvent dehors, et je photographie peu.",
        ],
        [
          "My notebooks hold some nine hundred dinners, with the noise, the light and the bread noted before the rest.",
          "Mes carnets contiennent quelque neuf cents dîners, avec le bruit, la lumière et le pain notés avant tout le reste.",
        ],
      ],
    },
    {
      trade: ["hotel school graduate", "diplômé[|e] d'une école hôtelière"],
      openers: [
        [
          "Hotel school taught me to read a room in ten seconds, and years of service taught me to keep it to myself.",
          "L'école hôtelière m'a appris à lire une salle en dix secondes, et les années de service à n'en rien montrer.",
        ],
        [
          "I began as a room clerk and ended up in charge of a dining room: I know what a good welcome costs, and what it gives.",
          "J'ai commencé à la réception et fini à la direction d'une salle : je sais ce que coûte un bel accueil, et ce qu'il apporte.",
        ],
      ],
    },
    {
      trade: ["conference interpreter", "interprète de conférence"],
      openers: [
        [
          "By day I interpret at conferences, so I am used to conversations where every word is weighed; in the evening I prefer the other kind.",
          "Le jour, j'interprète dans des conférences où chaque mot se pèse ; le soir, je préfère les conversations plus légères.",
        ],
        [
          "Fifteen years in an interpreter's booth have taught me to listen to the end of a sentence before I answer it.",
          "Quinze ans de cabine m'ont appris à écouter une phrase jusqu'au bout avant d'y répondre.",
        ],
      ],
    },
    {
      trade: ["radio producer", "[producteur|productrice] de radio"],
      openers: [
        [
          "I make documentaries for the radio, and a dinner with someone I do not know is still my favourite way of preparing one.",
          "Je réalise des documentaires pour la radio, et un dîner avec une personne que je ne connais pas reste ma façon préférée d'en préparer un.",
        ],
        [
          "Radio has made me curious about ordinary working days: tell me how yours is built and the evening will fill itself.",
          "La radio m'a rendu[|e] curieu[x|se] des journées ordinaires : racontez-moi la vôtre, et la soirée se remplira d'elle-même.",
        ],
      ],
    },
    {
      trade: ["cheesemonger by trade", "[fromager|fromagère] de métier"],
      openers: [
        [
          "I keep a cheese counter three days a week, and I am on first-name terms with most of the kitchens I take people to.",
          "Je tiens un comptoir de fromages trois jours par semaine, et je connais par leur prénom la plupart des cuisines où j'emmène dîner.",
        ],
        [
          "Ripening cheese is mostly waiting, checking and turning: it has left me with an unhurried idea of what an evening should be.",
          "Affiner, c'est surtout attendre, vérifier et retourner : j'en ai gardé une idée assez lente de ce que doit être une soirée.",
        ],
      ],
    },
    {
      trade: ["bookseller by day", "libraire le jour"],
      openers: [
        [
          "During the day I sell books, mostly novels and cookery, and by seven I have usually found us a subject and a table.",
          "La journée, je vends des livres, surtout des romans et de la cuisine ; à dix-neuf heures, j'ai en général trouvé un sujet et une table.",
        ],
        [
          "A bookshop is a good school for dinners: people say what they are really looking for in the third sentence, never in the first.",
          "Une librairie est une bonne école du dîner : on y dit ce que l'on cherche vraiment à la troisième phrase, jamais à la première.",
        ],
      ],
    },
    {
      trade: ["former maître d'hôtel", "anci[en|enne] [maître|maîtresse] d'hôtel"],
      openers: [
        [
          "I ran dining rooms for twelve years, and I still notice a draught, a tired waiter or a table that wants to be left alone.",
          "J'ai dirigé des salles pendant douze ans, et je remarque encore un courant d'air, un serveur fatigué ou une table qui veut être tranquille.",
        ],
        [
          "After years of seating other people, I took to sitting down myself, and found that I liked that side of the evening too.",
          "Après des années à placer les autres, je me suis [assis|assise] à mon tour, et j'ai aimé aussi ce côté-là de la soirée.",
        ],
      ],
    },
  ],
  habits: [
    [
      "I now keep company to people who travel alone, who have something small to celebrate, or who are tired of dining with a screen.",
      "J'accompagne aujourd'hui des personnes qui voyagent seules, qui ont un petit événement à fêter, ou qui sont lasses de dîner avec un écran.",
    ],
    [
      "Most evenings start with a message about what you do not eat and end on a pavement, arguing gently about the best dish.",
      "La plupart des soirées commencent par un message sur ce que vous ne mangez pas, et finissent sur un trottoir, à débattre doucement du meilleur plat.",
    ],
    [
      "I like tables for two, plain menus, and the moment when the room is full and nobody is in a hurry.",
      "J'aime les tables pour deux, les cartes courtes et le moment où la salle est pleine sans que personne ne soit pressé.",
    ],
    [
      "People ask me along before a signature, after a long week, or simply because the reservation was for two.",
      "On m'invite avant une signature, après une longue semaine, ou simplement parce que la réservation était pour deux.",
    ],
    [
      "I speak as readily about harbours and football as about the menu, and I know how to say little.",
      "Je parle aussi volontiers de ports et de football que de la carte, et je sais me taire.",
    ],
    [
      "I have a short list of houses that answer the telephone, and a longer one of those worth waiting for.",
      "J'ai une courte liste de maisons qui décrochent, et une autre, plus longue, de celles qui valent l'attente.",
    ],
    [
      "Colleagues, parents, friends of friends: I am easy to introduce, and I remember what people tell me.",
      "Collègues, parents, amis d'amis : on me présente facilement, et je retiens ce que l'on me dit.",
    ],
    [
      "My evenings are made of very little: a good table, an honest glass, and time that is not counted out loud.",
      "Mes soirées tiennent à peu de chose : une bonne table, un verre honnête et un temps que l'on ne compte pas à voix haute.",
    ],
  ],
  ways: [
    [
      "Write to me with an evening and a mood. I answer with two addresses, one certain and one I am curious about, and I make the reservation once you have chosen.",
      "Écrivez-moi avec une date et une humeur. Je réponds avec deux adresses, l'une sûre, l'autre qui m'intrigue, et je réserve dès que vous avez choisi.",
    ],
    [
      "I usually suggest a glass at a counter first, around seven, then a table ten minutes away on foot. If the conversation is good we walk a little further; if you are tired, we stop there.",
      "Je propose en général un verre au comptoir, vers dix-neuf heures, puis une table à dix minutes à pied. Si la conversation est bonne, on marche un peu plus loin ; si la fatigue gagne, on s'arrête là.",
    ],
    [
      "For a business dinner I read up on the subject beforehand, keep the pace of the courses, and leave before the figures if you prefer.",
      "Pour un dîner d'affaires, je me renseigne avant sur le sujet, je veille au rythme des plats, et je me retire avant les chiffres si vous le préférez.",
    ],
    [
      "With a tasting menu I ring the kitchen ahead about allergies and timing, so that you have nothing to explain at the table.",
      "Pour un menu dégustation, j'appelle la cuisine à l'avance pour les allergies et les horaires : vous n'avez rien à expliquer à table.",
    ],
    [
      "I am at ease in a starred dining room and at a zinc counter, and I dress for the place. Tell me which it is and whether there will be stairs.",
      "Je suis à l'aise dans une maison étoilée comme au comptoir, et je m'habille pour l'endroit. Dites-moi seulement lequel, et s'il y aura des marches.",
    ],
    [
      "If wine is part of the evening I keep to two glasses and let you taste the rest. I am just as happy with a pot of tea and a list of questions.",
      "Si le vin est de la soirée, je m'en tiens à deux verres et vous laisse goûter le reste. Une théière et une liste de questions me conviennent tout autant.",
    ],
    [
      "We meet at the restaurant, never late, and the bill is agreed before the first course. After that nobody has to think about it.",
      "On se retrouve au restaurant, à l'heure, et la question de l'addition est réglée avant l'entrée. Ensuite, plus personne n'a à y penser.",
    ],
    [
      "I enjoy introducing people to a kitchen they would not have dared alone: a counter of eight seats, a menu that changes nightly, a chef who talks.",
      "J'aime faire découvrir une cuisine où l'on n'aurait pas osé entrer seul : un comptoir de huit places, un menu qui change chaque soir, un chef qui parle.",
    ],
    [
      "Some guests want an audience for a long story, some want to be asked nothing at all. Both are a pleasure; it helps to know which.",
      "Certains veulent une oreille pour une longue histoire, d'autres qu'on ne leur demande rien. Les deux me plaisent ; il est utile de savoir lequel.",
    ],
    [
      "For families and groups I take care of the seating, the slow eaters and the one cousin who does not like fish, and I keep the talk moving along the table.",
      "Pour une famille ou un groupe, je m'occupe du plan de table, des convives lents et du cousin qui n'aime pas le poisson, et je fais circuler la parole.",
    ],
    [
      "Winter evenings I like near a fireplace, summer ones on a terrace before the heat drops. In between there are always oysters.",
      "L'hiver, j'aime les soirées près d'une cheminée ; l'été, une terrasse avant que la chaleur ne tombe. Entre les deux, il y a toujours les huîtres.",
    ],
    [
      "A first dinner is two hours, no more: enough to know whether we would like another. I would rather finish a little early than a little late.",
      "Un premier dîner dure deux heures, pas davantage : assez pour savoir si l'on en voudrait un autre. Je préfère finir un peu tôt qu'un peu tard.",
    ],
  ],
  quotes: [
    [
      "I choose the table for its light and the wine for the conversation.",
      "Je choisis la table pour sa lumière et le vin pour la conversation.",
    ],
    [
      "A good dinner is one where nobody looks at the time. I arrange the rest.",
      "Un bon dîner, c'est celui où personne ne regarde l'heure. Je m'occupe du reste.",
    ],
    [
      "I ask a lot of questions before the starter and very few after dessert.",
      "Je pose beaucoup de questions avant l'entrée, et très peu après le dessert.",
    ],
    [
      "You bring the day you have had. I bring a table by the window.",
      "Vous apportez votre journée. J'apporte une table près de la fenêtre.",
    ],
    [
      "The best seat is rarely in the middle of the room, and the best dish is rarely the longest to describe.",
      "La meilleure place est rarement au milieu de la salle, et le meilleur plat rarement le plus long à décrire.",
    ],
    [
      "Eating alone is restful. Eating with someone who listens is better.",
      "Dîner seul repose. Dîner avec quelqu'un qui écoute, c'est mieux.",
    ],
    [
      "I like people who take a second helping of bread and a second look at the menu.",
      "J'aime les gens qui reprennent du pain et qui relisent la carte.",
    ],
    [
      "Silence between two courses does not worry me. Something usually comes out of it.",
      "Le silence entre deux plats ne m'inquiète pas. Il en sort toujours quelque chose.",
    ],
    [
      "My rule is simple: no telephone on the table, mine included.",
      "Ma règle est simple : pas de téléphone sur la table, le mien compris.",
    ],
    [
      "Tell me what you loved eating as a child and I will know where to book.",
      "Dites-moi ce que vous aimiez manger enfant, et je saurai où réserver.",
    ],
    [
      "I would rather know three kitchens well than thirty by name.",
      "Je préfère bien connaître trois cuisines que trente de nom.",
    ],
    [
      "An evening needs a beginning, a slow middle and an end that arrives on time.",
      "Une soirée a besoin d'un début, d'un milieu lent et d'une fin à l'heure.",
    ],
    [
      "I am never bored at a table; at worst, I learn how someone else's trade works.",
      "Je ne m'ennuie jamais à table ; au pire, j'y apprends un autre métier que le mien.",
    ],
    [
      "We can order the whole menu or just the soup. The soup is often the better story.",
      "On peut commander toute la carte, ou seulement la soupe. La soupe a souvent la meilleure histoire.",
    ],
  ],
}
