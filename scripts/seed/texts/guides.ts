import type { CategoryTexts } from "./fragments.ts"

/** City guides. */
export const guides: CategoryTexts = {
  roles: [
    ["City guide", "Guide"],
    ["Walking guide", "Guide de promenades"],
    ["Guide to back streets and courtyards", "Guide des cours et des rues discrètes"],
    ["Companion for a first day", "[Compagnon|Compagne] de première journée"],
  ],
  backgrounds: [
    {
      trade: ["architect by training", "architecte de formation"],
      openers: [
        [
          "I trained as an architect and still read a street from the cornice down: dates, money, quarrels, repairs.",
          "Architecte de formation, je lis encore une rue en partant de la corniche : les dates, l'argent, les querelles, les réparations.",
        ],
        [
          "For years I surveyed staircases and roofs before restoration, which is how I came to know so many doors.",
          "Pendant des années, j'ai relevé des escaliers et des toitures avant restauration : c'est ainsi que je connais tant de portes.",
        ],
      ],
    },
    {
      trade: ["local historian", "[historien|historienne] de quartier"],
      openers: [
        [
          "I study one square kilometre of this city and have not finished. The archive opens at nine; the streets never close.",
          "J'étudie un kilomètre carré de cette ville, et je n'ai pas fini. Les archives ouvrent à neuf heures ; les rues ne ferment pas.",
        ],
        [
          "I came for a thesis on shop signs and stayed for the shops.",
          "J'étais venu[|e] pour une thèse sur les enseignes ; je suis resté[|e] pour les boutiques.",
        ],
      ],
    },
    {
      trade: ["street photographer", "photographe de rue"],
      openers: [
        [
          "I photograph streets early, before deliveries, and I know where the light falls at each hour of the day.",
          "Je photographie les rues tôt, avant les livraisons, et je sais où tombe la lumière à chaque heure.",
        ],
        [
          "Photography taught me to stop walking. Half of what I show people is found by standing still for a minute.",
          "La photographie m'a appris à m'arrêter. La moitié de ce que je montre se découvre en restant une minute immobile.",
        ],
      ],
    },
    {
      trade: ["former taxi driver", "anci[en|enne] [chauffeur|chauffeuse] de taxi"],
      openers: [
        [
          "I drove a taxi for nine years and now prefer to walk: the stories are the same, and one can stop for coffee.",
          "J'ai conduit un taxi pendant neuf ans, et je préfère maintenant marcher : les histoires sont les mêmes, et l'on peut s'arrêter pour un café.",
        ],
        [
          "From the driver's seat I learnt the city's timetable, when it wakes, where it queues and when it is best left alone.",
          "Au volant, j'ai appris l'horaire de la ville : quand elle s'éveille, où elle fait la queue, et quand il vaut mieux la laisser tranquille.",
        ],
      ],
    },
    {
      trade: ["geography teacher", "professeur[|e] de géographie"],
      openers: [
        [
          "I teach geography, and a city is my favourite classroom: the hill, the river and the railway explain almost everything.",
          "J'enseigne la géographie, et la ville est ma salle de classe préférée : la colline, le fleuve et le chemin de fer expliquent presque tout.",
        ],
        [
          "My pupils say that I cannot cross a bridge without explaining why it is there. They are right.",
          "Mes élèves disent que je ne peux pas passer un pont sans expliquer pourquoi il est là. Ils ont raison.",
        ],
      ],
    },
    {
      trade: ["landscape gardener", "jardini[er|ère] paysagiste"],
      openers: [
        [
          "I look after gardens, public and hidden, and I plan my walks by what is in flower that week.",
          "Je m'occupe de jardins, publics ou cachés, et je compose mes promenades selon ce qui fleurit cette semaine-là.",
        ],
        [
          "Trees are the oldest residents of this city. I introduce people to a dozen of them, and to the benches beneath.",
          "Les arbres sont les plus anciens habitants de cette ville. J'en présente une douzaine, avec les bancs qui vont dessous.",
        ],
      ],
    },
    {
      trade: ["city reporter", "[reporter|reportrice] de presse locale"],
      openers: [
        [
          "I covered local news for a daily paper: market fires, school openings, the mayor's bicycle. I kept the address book.",
          "J'ai couvert l'actualité locale pour un quotidien : incendies de marché, rentrées des classes, bicyclette du maire. J'ai gardé le carnet d'adresses.",
        ],
        [
          "Ten years of reporting have left me with a city full of people who still wave from their doorways.",
          "Dix ans de reportage m'ont laissé une ville pleine de gens qui me saluent encore depuis leur porte.",
        ],
      ],
    },
    {
      trade: ["bookbinder", "[relieur|relieuse]"],
      openers: [
        [
          "My bindery sits in a courtyard that no map names. It is the first stop of most of my walks, for the smell of glue and leather.",
          "Mon atelier de reliure donne sur une cour qu'aucun plan ne nomme. C'est la première étape de mes promenades, pour l'odeur de colle et de cuir.",
        ],
        [
          "I know the workshops because I belong to one: the gilder, the lute maker and the man who repairs umbrellas are neighbours.",
          "Je connais les ateliers parce que j'en tiens un : la doreuse, le luthier et le réparateur de parapluies sont des voisins.",
        ],
      ],
    },
    {
      trade: ["licensed guide-lecturer", "guide-conférenci[er|ère] diplômé[|e]"],
      openers: [
        [
          "I hold a guide-lecturer's licence, which means I have learnt all the dates and now try not to recite them.",
          "Je suis guide-conférenci[er|ère] diplômé[|e] : j'ai appris toutes les dates, et j'essaie désormais de ne pas les réciter.",
        ],
        [
          "For years I led groups of forty with an umbrella in the air. I now walk with one to four people and no umbrella.",
          "Pendant des années, j'ai mené des groupes de quarante, parapluie levé. Je marche maintenant avec une à quatre personnes, sans parapluie.",
        ],
      ],
    },
  ],
  habits: [
    [
      "I walk with people who have a free afternoon, a delayed train, or a new job and a flat to find.",
      "Je marche avec des personnes qui ont un après-midi libre, un train retardé, ou un nouveau poste et un appartement à trouver.",
    ],
    [
      "I show fewer things than other guides and spend longer on each.",
      "Je montre moins de choses que d'autres guides, et je m'y attarde davantage.",
    ],
    [
      "My walks are short on monuments and long on doorways, bakeries and the reasons behind a crooked wall.",
      "Mes promenades comptent peu de monuments, mais beaucoup de porches, de boulangeries et de raisons pour lesquelles un mur est de travers.",
    ],
    [
      "I carry no flag, no loudspeaker and no commission from any shop.",
      "Je n'ai ni drapeau, ni micro, ni commission d'aucune boutique.",
    ],
    [
      "People often come back for a second walk on the same streets at another hour. I take it as a compliment.",
      "On revient souvent pour une deuxième promenade dans les mêmes rues, à une autre heure. Je le prends comme un compliment.",
    ],
    [
      "I adjust the pace to the slowest pair of shoes, and I know every public bench that gets the sun.",
      "Je règle l'allure sur la paire de chaussures la plus lente, et je connais tous les bancs au soleil.",
    ],
    [
      "I like questions that I cannot answer; I look them up and write to you that same evening.",
      "J'aime les questions auxquelles je ne sais pas répondre : je cherche, et je vous écris le soir même.",
    ],
    [
      "Rain is no reason to cancel: I have a route made almost entirely of arcades and covered passages.",
      "La pluie n'est pas une raison d'annuler : j'ai un itinéraire presque entièrement sous les arcades et les passages.",
    ],
  ],
  ways: [
    [
      "Tell me how long you have and whether your feet hurt. I send a route with three stops and a way to end it early, and we meet at a café that opens on time.",
      "Dites-moi de combien de temps vous disposez, et si vos pieds fatiguent. J'envoie un parcours en trois étapes, avec une façon de l'abréger, et l'on se retrouve dans un café qui ouvre à l'heure.",
    ],
    [
      "On a first day I do the useful things with you: the ticket machine, the good pharmacy, the bakery that is not on the square. The sights can wait until you know how to get home.",
      "Le premier jour, je vous montre l'utile : le distributeur de billets, la bonne pharmacie, la boulangerie qui n'est pas sur la place. Les monuments attendront que vous sachiez rentrer.",
    ],
    [
      "We begin with a market, before ten. I introduce you to two or three stallholders, we taste little and often, and you leave with lunch in a paper bag.",
      "On commence par un marché, avant dix heures. Je vous présente à deux ou trois commerçants, on goûte peu et souvent, et vous repartez avec le déjeuner dans un sac en papier.",
    ],
    [
      "For photographers I plan by the sun: one hour at dawn, one at dusk, and a list of rooftops that do not mind visitors.",
      "Pour les photographes, je compose avec le soleil : une heure à l'aube, une heure au crépuscule, et une liste de terrasses où l'on est bien reçu.",
    ],
    [
      "I keep the architecture concrete: who paid, who carried the stone, why the window is blind. Ninety minutes is enough; after that nobody looks up.",
      "Je parle d'architecture concrètement : qui a payé, qui a porté la pierre, pourquoi cette fenêtre est aveugle. Quatre-vingt-dix minutes suffisent ; ensuite, plus personne ne lève les yeux.",
    ],
    [
      "In the evening I follow the lights rather than the map: the bridges first, then a hill, then soup. The last stop is always close to a station.",
      "Le soir, je suis les lumières plutôt que le plan : les ponts d'abord, puis une hauteur, puis une soupe. La dernière étape est toujours près d'une gare.",
    ],
    [
      "With children in the group I hide the history inside a search: eleven lions, one sundial, a door too small for anyone.",
      "Avec des enfants, je cache l'histoire dans une recherche : onze lions, un cadran solaire, une porte trop petite pour quiconque.",
    ],
    [
      "If you are looking for an object, cloth, paper, knives or an old lamp, I ring the workshops beforehand so that someone is there to explain.",
      "Si vous cherchez un objet, une étoffe, du papier, un couteau ou une vieille lampe, j'appelle les ateliers à l'avance, pour que quelqu'un soit là pour expliquer.",
    ],
    [
      "I can do the whole walk on level ground, with lifts and ramps checked that week. Tell me in your first message and no one need mention it again.",
      "Je peux tracer tout le parcours de plain-pied, ascenseurs et rampes vérifiés dans la semaine. Dites-le dans votre premier message, et il n'en sera plus question.",
    ],
    [
      "Halfway through we sit down for twenty minutes. It is when the best questions come, and I plan it as carefully as the rest.",
      "À mi-chemin, on s'assoit vingt minutes. C'est là que viennent les meilleures questions, et je prépare cette pause avec autant de soin que le reste.",
    ],
    [
      "I know which courtyards are open on which days, and how to ask a caretaker nicely on the others.",
      "Je sais quelles cours sont ouvertes quels jours, et comment demander gentiment au gardien les autres jours.",
    ],
    [
      "Afterwards I send you a page of notes: the addresses, the spelling of the names, and one book to read on the way home.",
      "Ensuite, je vous envoie une page de notes : les adresses, l'orthographe des noms et un livre à lire sur le chemin du retour.",
    ],
  ],
  quotes: [
    [
      "A city is best entered by a side door. I have a few keys.",
      "Une ville se découvre mieux par une porte de côté. J'ai quelques clés.",
    ],
    [
      "I walk slowly on purpose. Most of what matters is at first-floor level.",
      "Je marche lentement, exprès. L'essentiel se trouve à hauteur du premier étage.",
    ],
    [
      "Give me an hour and I will show you one street properly.",
      "Donnez-moi une heure, et je vous montrerai une rue, une seule, comme il faut.",
    ],
    [
      "The best view is usually from the bakery queue.",
      "La plus belle vue est souvent celle de la file d'attente du boulanger.",
    ],
    [
      "I never say that something is a must. You will know when we get there.",
      "Je ne dis jamais qu'une chose est incontournable. Vous le saurez en arrivant.",
    ],
    [
      "Getting lost is a fine plan, as long as one of us knows the way back.",
      "Se perdre est un bon programme, à condition que l'un de nous connaisse le chemin du retour.",
    ],
    ["I like a city before nine and after a shower.", "J'aime la ville avant neuf heures, et après une averse."],
    [
      "Ask me about the doors. I have been collecting them for years.",
      "Demandez-moi de vous parler des portes. Je les collectionne depuis des années.",
    ],
    [
      "I would rather you remembered one courtyard than twenty façades.",
      "Je préfère que vous reteniez une cour plutôt que vingt façades.",
    ],
    ["Maps tell you where things are. I tell you when.", "Les plans disent où sont les choses. Moi, je dis quand."],
    [
      "Every wall here has been argued over. I know most of the arguments.",
      "Ici, chaque mur a fait l'objet d'une dispute. Je les connais presque toutes.",
    ],
    [
      "I will carry the umbrella, the water and the timetable. You carry the curiosity.",
      "Je porte le parapluie, l'eau et l'horaire. Vous portez la curiosité.",
    ],
    [
      "If we see only half of what I planned, it was a good walk.",
      "Si l'on ne voit que la moitié de ce que j'avais prévu, c'était une bonne promenade.",
    ],
    [
      "People call it my city. I only know where to stand.",
      "On dit que c'est ma ville. Je sais seulement où me placer.",
    ],
  ],
}
