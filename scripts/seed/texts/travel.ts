import type { CategoryTexts } from "./fragments.ts"

/** Travel & escapes. */
export const travel: CategoryTexts = {
  roles: [
    ["Travel companion", "[Compagnon|Compagne] de voyage"],
    ["Companion for day trips", "[Compagnon|Compagne] d'excursions"],
    ["Day-trip guide", "Guide d'excursions"],
    ["Companion for journeys by train", "[Compagnon|Compagne] de voyage en train"],
  ],
  backgrounds: [
    {
      trade: ["former cabin purser", "anci[en|enne] chef[|fe] de cabine"],
      openers: [
        [
          "I looked after aeroplane cabins for eleven years; my bag is always half packed and I am hard to surprise.",
          "J'ai dirigé des cabines d'avion pendant onze ans ; mon sac est toujours à moitié prêt, et peu de choses me surprennent.",
        ],
        [
          "Eleven years in the air have made me fond of the ground, of slow trains and of people who know when to sleep.",
          "Onze ans en l'air m'ont fait aimer la terre ferme, les trains lents et les gens qui savent quand dormir.",
        ],
      ],
    },
    {
      trade: ["mountain leader", "[accompagnateur|accompagnatrice] en montagne"],
      openers: [
        [
          "I hold a mountain leader's diploma and I am best known for turning back in time.",
          "Je suis [accompagnateur|accompagnatrice] en montagne, diplômé[|e], et surtout connu[|e] pour savoir faire demi-tour à temps.",
        ],
        [
          "In the mountains I walk behind, not ahead: that is where one sees who needs a biscuit.",
          "En montagne, je marche derrière, pas devant : c'est de là que l'on voit qui a besoin d'un biscuit.",
        ],
      ],
    },
    {
      trade: ["railway enthusiast", "passionné[|e] de chemins de fer"],
      openers: [
        [
          "I have travelled most of the scenic lines of the continent, and I know on which side to sit.",
          "J'ai parcouru la plupart des belles lignes du continent, et je sais de quel côté s'asseoir.",
        ],
        [
          "I plan journeys from the timetable upwards: a good connection has forty minutes, a bookshop and a decent soup.",
          "Je compose les voyages à partir de l'horaire : une bonne correspondance compte quarante minutes, une librairie et une soupe correcte.",
        ],
      ],
    },
    {
      trade: ["vineyard guide", "guide des vignobles"],
      openers: [
        [
          "I guide visitors through vineyards where I have pruned in February and carried crates in September.",
          "Je guide dans des vignobles où j'ai taillé en février et porté des caisses en septembre.",
        ],
        [
          "I know growers who do not advertise: small cellars, one dog, four wines, and time to explain the hail.",
          "Je connais des vignerons qui ne font pas de réclame : une petite cave, un chien, quatre vins, et le temps d'expliquer la grêle.",
        ],
      ],
    },
    {
      trade: ["sailing instructor", "[moniteur|monitrice] de voile"],
      openers: [
        [
          "I teach sailing and read the sky before the news. On land I make the same kind of plans: two, in case the first one turns.",
          "J'enseigne la voile, et je lis le ciel avant les nouvelles. À terre, je prévois de la même façon : deux plans, au cas où le premier tournerait.",
        ],
        [
          "The sea has taught me to leave early, pack light, and always bring a dry jumper for someone else.",
          "La mer m'a appris à partir tôt, à voyager léger et à toujours emporter un pull sec pour quelqu'un d'autre.",
        ],
      ],
    },
    {
      trade: ["translator on the road", "[traducteur|traductrice] itinérant[|e]"],
      openers: [
        [
          "I translate contracts for a living and therefore read the small print of tickets, insurance and menus with pleasure.",
          "Je traduis des contrats : je lis donc avec plaisir les petites lignes des billets, des assurances et des menus.",
        ],
        [
          "I travel with people who have meetings abroad: I translate when it is needed, and keep quiet when it is not.",
          "Je voyage avec des personnes qui ont des rendez-vous à l'étranger : je traduis quand il le faut, et me tais le reste du temps.",
        ],
      ],
    },
    {
      trade: ["travel writer", "[auteur|autrice] de guides de voyage"],
      openers: [
        [
          "I write guidebooks, and the chapters people thank me for are the ones about where to sit down.",
          "J'écris des guides de voyage, et les chapitres dont on me remercie sont ceux qui disent où s'asseoir.",
        ],
        [
          "I have checked opening hours in eleven countries. It leaves one with a realistic idea of what fits into a day.",
          "J'ai vérifié des horaires d'ouverture dans onze pays. On en retire une idée juste de ce qui tient dans une journée.",
        ],
      ],
    },
    {
      trade: ["botanist", "botaniste"],
      openers: [
        [
          "I am a botanist, so a day trip with me has a slow start and many stops on the verge.",
          "Je suis botaniste : une excursion avec moi démarre lentement, et s'arrête souvent au bord du chemin.",
        ],
        [
          "I know the coast and the hills by what grows there, and I can usually name the thing that has stuck to your sleeve.",
          "Je connais la côte et les collines par ce qui y pousse, et je sais en général nommer ce qui s'est accroché à votre manche.",
        ],
      ],
    },
    {
      trade: ["former hotel concierge", "anci[en|enne] concierge d'hôtel"],
      openers: [
        [
          "I stood behind a concierge desk for thirteen years, arranging journeys I was not part of. Now I come along.",
          "J'ai passé treize ans derrière un comptoir de conciergerie, à organiser des voyages sans en être. Maintenant, je viens.",
        ],
        [
          "A concierge's address book does not expire. Mine opens ferries, cellars and the one garage that works on Saturdays.",
          "Le carnet d'un concierge ne périme pas. Le mien ouvre des bacs, des caves et le seul garage qui travaille le samedi.",
        ],
      ],
    },
  ],
  habits: [
    [
      "I go along with people who would rather not drive, plan or eat alone for a day.",
      "J'accompagne des personnes qui préfèrent, le temps d'une journée, ne pas conduire, ne rien prévoir et ne pas déjeuner seules.",
    ],
    [
      "I am home the same evening; for longer journeys everyone has a room and a book of their own.",
      "Je rentre le soir même ; pour les voyages plus longs, chacun a sa chambre et son livre.",
    ],
    [
      "Museums, markets, beaches in November: I like places slightly out of season.",
      "Musées, marchés, plages en novembre : j'aime les lieux légèrement hors saison.",
    ],
    [
      "I carry tickets, water and a paper map, and I do not mind who holds the window seat.",
      "Je porte les billets, l'eau et une carte en papier, et peu m'importe qui a la place côté fenêtre.",
    ],
    [
      "My day trips have three parts: something to see, something to eat, and an hour with nothing in it.",
      "Mes excursions comptent trois parties : une chose à voir, une chose à manger, et une heure sans rien.",
    ],
    [
      "I travel well with early risers, and politely with the others.",
      "Je voyage bien avec les lève-tôt, et poliment avec les autres.",
    ],
    [
      "Delays leave me calm: I know what can be done in forty minutes around most stations.",
      "Les retards me laissent calme : je sais ce que l'on peut faire en quarante minutes autour de la plupart des gares.",
    ],
    [
      "I often accompany people who have moved here for work and have never left the ring road.",
      "J'accompagne souvent des personnes venues ici pour le travail, et qui n'ont jamais dépassé le périphérique.",
    ],
  ],
  ways: [
    [
      "Give me a date and a direction. I propose a train out before nine, lunch booked at half past twelve and a train home before dark, with the costs written down in advance.",
      "Donnez-moi une date et une direction. Je propose un train avant neuf heures, un déjeuner réservé à midi et demi et un retour avant la nuit, avec les frais notés à l'avance.",
    ],
    [
      "For vineyards I book two visits, not five, and a driver. The second cellar is always better if one has slept under a tree in between.",
      "Pour les vignobles, je réserve deux visites, pas cinq, et un chauffeur. La seconde cave est toujours meilleure après une sieste sous un arbre.",
    ],
    [
      "On business trips I handle the platforms, the taxis and the dinners, and interpret if needed. Between meetings you can forget that I am there.",
      "En voyage d'affaires, je m'occupe des quais, des taxis et des dîners, et j'interprète au besoin. Entre deux rendez-vous, vous pouvez oublier ma présence.",
    ],
    [
      "A day on the coast starts with the tide table. I choose the path, bring the sandwiches, and know which café lights its stove.",
      "Une journée sur la côte commence par l'annuaire des marées. Je choisis le sentier, j'apporte les sandwichs, et je sais quel café allume son poêle.",
    ],
    [
      "In the mountains we take the first cable car and the easy path. I check the weather at six and write to you at seven if it is no.",
      "En montagne, on prend la première benne et le sentier facile. Je consulte la météo à six heures, et vous écris à sept si c'est non.",
    ],
    [
      "I meet people at the airport with a card, a bottle of water and a plan for the first three hours. Jet lag is treated with daylight and soup.",
      "J'accueille à l'aéroport avec une pancarte, une bouteille d'eau et un programme pour les trois premières heures. Le décalage horaire se soigne à la lumière et à la soupe.",
    ],
    [
      "Everyone pays for their own room and ticket, and we agree the day's budget before leaving. It makes for lighter company.",
      "Chacun règle sa chambre et son billet, et l'on fixe le budget de la journée avant de partir. La compagnie en est plus légère.",
    ],
    [
      "I like small towns with one good museum and a square. We walk round twice: once for the buildings, once for the people.",
      "J'aime les petites villes qui ont un bon musée et une place. On en fait deux fois le tour : une fois pour les bâtiments, une fois pour les gens.",
    ],
    [
      "For a long train journey I prepare a route sheet: what passes on the left, when to eat, where the mobile signal mercifully stops.",
      "Pour un long trajet en train, je prépare une feuille de route : ce qui passe à gauche, quand manger, où le réseau, heureusement, s'arrête.",
    ],
    [
      "Tell me about your knees, your hours and your dislikes. I have a version of each walk without the hill.",
      "Parlez-moi de vos genoux, de vos horaires et de ce que vous n'aimez pas. Chaque marche existe en version sans la côte.",
    ],
    [
      "I drive carefully, stop often, and do not put on music until someone asks. The boot holds blankets, boots and a folding table.",
      "Je conduis prudemment, je m'arrête souvent, et je n'allume pas la musique sans qu'on le demande. Le coffre contient des couvertures, des bottes et une table pliante.",
    ],
    [
      "The evening before, you receive one page: times, addresses, what to wear, and what we shall do if it rains.",
      "La veille au soir, vous recevez une page : les horaires, les adresses, comment s'habiller, et ce que l'on fera s'il pleut.",
    ],
  ],
  quotes: [
    [
      "I pack for the weather and plan for the delay.",
      "Je fais mon sac pour le temps qu'il fait, et mes plans pour le retard.",
    ],
    [
      "The best seat is on the left, going south. I will explain on the way.",
      "La meilleure place est à gauche, vers le sud. J'expliquerai en route.",
    ],
    [
      "A day away is long enough if one leaves before breakfast.",
      "Une journée ailleurs suffit, si l'on part avant le petit déjeuner.",
    ],
    [
      "I turn back easily. The view is rarely worth a sprained ankle.",
      "Je fais demi-tour facilement. La vue vaut rarement une cheville foulée.",
    ],
    [
      "Good company on a journey knows when to look out of the window.",
      "En voyage, la bonne compagnie sait quand regarder par la fenêtre.",
    ],
    ["I have never regretted an early train.", "Je n'ai jamais regretté un train matinal."],
    [
      "Tell me how far you want to be from your desk, in minutes.",
      "Dites-moi à combien de minutes de votre bureau vous voulez être.",
    ],
    [
      "I carry the map so that you can look at the landscape.",
      "Je tiens la carte pour que vous puissiez regarder le paysage.",
    ],
    [
      "The sea in January is the cheapest luxury I know.",
      "La mer en janvier est le luxe le moins cher que je connaisse.",
    ],
    [
      "A small museum, a long lunch, a slow train: I have not found better.",
      "Un petit musée, un long déjeuner, un train lent : je n'ai pas trouvé mieux.",
    ],
    [
      "I write the plan in pencil and the return time in ink.",
      "J'écris le programme au crayon, et l'heure du retour à l'encre.",
    ],
    [
      "Missed connections have given me some of my best afternoons.",
      "Je dois à des correspondances manquées quelques-uns de mes meilleurs après-midi.",
    ],
    [
      "I like to come home the same evening with sand in my shoes.",
      "J'aime rentrer le soir même avec du sable dans les chaussures.",
    ],
    [
      "Somewhere new, I ask the oldest shop where to eat. It works in every country.",
      "Dans un lieu nouveau, je demande à la plus vieille boutique où déjeuner. Cela marche dans tous les pays.",
    ],
  ],
}
