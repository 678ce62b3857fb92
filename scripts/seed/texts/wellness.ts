import type { CategoryTexts } from "./fragments.ts"

/** Wellness hosts: breathing, walking, rest, tea. */
export const wellness: CategoryTexts = {
  roles: [
    ["Wellness host", "[Hôte|Hôtesse] bien-être"],
    ["Breathing and rest guide", "Guide de respiration et de repos"],
    ["Host for slow mornings", "[Hôte|Hôtesse] de matinées lentes"],
    ["Walking meditation guide", "Guide de marche méditative"],
  ],
  backgrounds: [
    {
      trade: ["yoga teacher", "professeur[|e] de yoga"],
      openers: [
        [
          "I have taught gentle yoga for eleven years, mostly to people who say that they are not flexible. Neither was I.",
          "J'enseigne un yoga doux depuis onze ans, surtout à des personnes qui se disent raides. Je l'étais aussi.",
        ],
        [
          "My classes are slow, spoken in a normal voice, and without mirrors. A chair is always part of the equipment.",
          "Mes séances sont lentes, dites d'une voix ordinaire, et sans miroir. Une chaise fait toujours partie du matériel.",
        ],
      ],
    },
    {
      trade: ["former nurse", "anci[en|enne] [infirmier|infirmière]"],
      openers: [
        [
          "I was a night nurse for nine years. I know what tiredness does to people, and how little it sometimes takes to ease it.",
          "J'ai été [infirmier|infirmière] de nuit pendant neuf ans. Je sais ce que fait la fatigue, et combien il suffit parfois de peu pour l'alléger.",
        ],
        [
          "The hospital taught me to speak low, to explain what I am about to do, and to stop when someone says stop.",
          "L'hôpital m'a appris à parler bas, à annoncer ce que je vais faire, et à m'arrêter quand on me dit d'arrêter.",
        ],
      ],
    },
    {
      trade: ["singer and breathing coach", "[chanteur|chanteuse] et coach de respiration"],
      openers: [
        [
          "Singing is mostly breathing out. I teach that half first, and the rest follows by itself.",
          "Chanter, c'est surtout expirer. J'enseigne d'abord cette moitié-là, et le reste suit tout seul.",
        ],
        [
          "Twenty years of choirs have given me a set of breathing exercises that work in a lift, on a train or before a speech.",
          "Vingt ans de chœur m'ont donné des exercices de souffle qui marchent dans un ascenseur, dans un train ou avant un discours.",
        ],
      ],
    },
    {
      trade: ["forest walk leader", "[accompagnateur|accompagnatrice] de marche en forêt"],
      openers: [
        [
          "I lead slow walks under trees: two kilometres in two hours, with long stops and the telephone left in the car.",
          "Je mène des marches lentes sous les arbres : deux kilomètres en deux heures, de longues haltes, et le téléphone laissé dans la voiture.",
        ],
        [
          "I used to count trees for the forestry office. Now I only sit under them, and bring others along.",
          "Je comptais autrefois les arbres pour l'office des forêts. À présent, je m'assois dessous, et j'y emmène du monde.",
        ],
      ],
    },
    {
      trade: ["tea ceremony student", "[initié|initiée] à la cérémonie du thé"],
      openers: [
        [
          "I have studied the tea ceremony for seven years and expect to be a beginner for another seven.",
          "J'étudie la cérémonie du thé depuis sept ans, et je compte rester débutant[|e] encore sept ans.",
        ],
        [
          "A kettle, a bowl, a mat, a flower. I bring all four, and an hour in which nothing else happens.",
          "Une bouilloire, un bol, une natte, une fleur. J'apporte les quatre, et une heure pendant laquelle rien d'autre n'arrive.",
        ],
      ],
    },
    {
      trade: ["sleep educator", "[éducateur|éducatrice] du sommeil"],
      openers: [
        [
          "I explain sleep to people who have been told to relax and could not. It begins with the morning, not the evening.",
          "J'explique le sommeil à celles et ceux à qui l'on a dit de se détendre, en vain. Tout commence le matin, pas le soir.",
        ],
        [
          "I worked in a sleep clinic and kept its best advice, which is cheap, slightly boring, and works.",
          "J'ai travaillé dans un centre du sommeil, et j'en ai gardé les meilleurs conseils : ils ne coûtent rien, ils sont un peu ennuyeux, et ils fonctionnent.",
        ],
      ],
    },
    {
      trade: ["tai chi teacher", "professeur[|e] de tai-chi"],
      openers: [
        [
          "I teach tai chi in a public garden at seven in the morning. Dogs approve, and so do people who sit all day.",
          "J'enseigne le tai-chi dans un jardin public, à sept heures du matin. Les chiens approuvent, et les gens assis toute la journée aussi.",
        ],
        [
          "The form I teach has twenty-four movements. We learn three, and do them well.",
          "L'enchaînement que j'enseigne compte vingt-quatre mouvements. On en apprend trois, et on les fait bien.",
        ],
      ],
    },
    {
      trade: ["herbalist", "herboriste"],
      openers: [
        [
          "I grow and dry plants for infusions, and I find that an hour of sorting leaves is restful for almost everyone.",
          "Je cultive et je sèche des plantes à infusion, et je constate qu'une heure passée à trier des feuilles repose presque tout le monde.",
        ],
        [
          "My workshop smells of lemon balm and hay. People come for a blend and stay for the quiet.",
          "Mon atelier sent la mélisse et le foin. On y vient pour un mélange, on y reste pour le calme.",
        ],
      ],
    },
    {
      trade: ["sound artist", "artiste sonore"],
      openers: [
        [
          "I record quiet places, snow, attics, empty churches, and use the recordings to help people do nothing for an hour.",
          "J'enregistre des lieux silencieux, la neige, des greniers, des églises vides, et je m'en sers pour aider les gens à ne rien faire pendant une heure.",
        ],
        [
          "Bowls, a gong and a lot of pauses: my sessions are closer to a small concert than to a treatment.",
          "Des bols, un gong et beaucoup de pauses : mes séances tiennent plus du petit concert que du soin.",
        ],
      ],
    },
  ],
  habits: [
    [
      "I work with people who travel a lot, sleep badly, or simply have not had a free hour in a month.",
      "J'accompagne des personnes qui voyagent beaucoup, dorment mal, ou n'ont simplement pas eu une heure à elles depuis un mois.",
    ],
    [
      "Nothing I propose requires special clothes, belief or talent.",
      "Rien de ce que je propose ne demande de tenue particulière, de croyance ou de talent.",
    ],
    [
      "I am not a doctor, and I say so: for pain or illness, please see one first.",
      "Je ne suis pas médecin, et je le dis : pour une douleur ou une maladie, consultez d'abord.",
    ],
    [
      "My sessions take place outdoors or in a bright studio with a door that stays ajar.",
      "Mes séances ont lieu dehors, ou dans un studio clair dont la porte reste entrouverte.",
    ],
    [
      "I like to work with what is there: your week, the weather, a bench, the noise of the street.",
      "J'aime partir de ce qui est là : votre semaine, le temps qu'il fait, un banc, le bruit de la rue.",
    ],
    [
      "Everything is guided by voice, at your pace, and you can stop at any moment without giving a reason.",
      "Tout est guidé par la voix, à votre rythme, et vous pouvez arrêter à tout moment, sans donner de raison.",
    ],
    [
      "People tell me that they sleep better the same night. I promise only an hour of calm.",
      "On me dit souvent que l'on dort mieux le soir même. Je ne promets qu'une heure de calme.",
    ],
    [
      "I keep groups very small, from one to five, because quiet is hard to share with a crowd.",
      "Je garde des groupes très petits, d'une à cinq personnes, parce que le calme se partage mal avec une foule.",
    ],
  ],
  ways: [
    [
      "We start with five minutes of talk, sitting, to see how the week has been. Then twenty minutes of breathing, then tea. That is the whole method.",
      "On commence par cinq minutes de conversation, en position assise, pour savoir comment s'est passée la semaine. Puis vingt minutes de respiration, puis un thé. C'est toute la méthode.",
    ],
    [
      "I suggest a park rather than a room whenever the weather allows. We walk without talking for the first quarter of an hour; after that, people usually have something to say.",
      "Quand le temps le permet, je préfère un parc à une salle. On marche sans parler le premier quart d'heure ; ensuite, on a en général quelque chose à dire.",
    ],
    [
      "You receive a message the day before with what to bring, which is nothing, and where to meet, which is always easy to find.",
      "Vous recevez la veille un message qui précise quoi apporter, c'est-à-dire rien, et où se retrouver, toujours un endroit facile à trouver.",
    ],
    [
      "For teams I come to the office, push the tables back and do forty minutes without slides. The windows are opened; that alone does half of the work.",
      "Pour les équipes, je viens au bureau, je pousse les tables, et l'on fait quarante minutes sans diapositives. On ouvre les fenêtres : c'est déjà la moitié du travail.",
    ],
    [
      "A rest day begins at ten with a walk, continues with soup and reading, and ends at five. Telephones stay in a basket, and nobody is asked to improve.",
      "Une journée de repos commence à dix heures par une marche, se poursuit par une soupe et de la lecture, et s'achève à dix-sept heures. Les téléphones restent dans un panier, et personne n'a de progrès à faire.",
    ],
    [
      "I explain each exercise before we do it and say how long it will take. If something does not suit you we leave it out and lose nothing.",
      "J'explique chaque exercice avant de le faire, et je dis combien de temps il prendra. Si quelque chose ne vous convient pas, on l'écarte, sans rien perdre.",
    ],
    [
      "I write down three small things for you to keep, on one card. If you do only one of them, choose the first.",
      "Je note pour vous trois petites choses à garder, sur une seule carte. Si vous n'en faites qu'une, choisissez la première.",
    ],
    [
      "After a long flight I suggest an hour near water: a slow walk, some stretching against a railing, something warm to drink, and daylight above all.",
      "Après un long vol, je propose une heure au bord de l'eau : une marche lente, quelques étirements contre une rambarde, une boisson chaude, et surtout la lumière du jour.",
    ],
    [
      "In winter I light a stove and we stay in; in summer we begin at six, while the paths are cool. The rest of the year we look out of the window and decide.",
      "L'hiver, j'allume un poêle et l'on reste à l'intérieur ; l'été, on commence à six heures, tant que les chemins sont frais. Le reste de l'année, on regarde par la fenêtre et l'on décide.",
    ],
    [
      "I do not play music unless you ask for it. Most people discover that they had missed the sound of nothing in particular.",
      "Je ne mets pas de musique, sauf si vous en demandez. La plupart des gens découvrent que le bruit de rien de spécial leur manquait.",
    ],
    [
      "Come as you are, in town shoes if need be. Chairs, mats and blankets are on site, and every movement has a seated version.",
      "Venez comme vous êtes, en chaussures de ville s'il le faut. Chaises, tapis et couvertures sont sur place, et chaque mouvement existe en version assise.",
    ],
    [
      "The last ten minutes are always free: some ask questions, some look at the trees. I do not fill them.",
      "Les dix dernières minutes sont toujours libres : certains posent des questions, d'autres regardent les arbres. Je ne les remplis pas.",
    ],
  ],
  quotes: [
    [
      "Rest is not a reward. It is part of the timetable.",
      "Le repos n'est pas une récompense. Il fait partie de l'horaire.",
    ],
    [
      "I breathe out a little longer than I breathe in. That is most of what I teach.",
      "J'expire un peu plus longtemps que je n'inspire. C'est presque tout ce que j'enseigne.",
    ],
    [
      "An hour without hurry changes the rest of the day. I have seen it often.",
      "Une heure sans hâte change le reste de la journée. Je l'ai souvent vu.",
    ],
    [
      "I speak softly so that you do not have to listen hard.",
      "Je parle doucement, pour que vous n'ayez pas à tendre l'oreille.",
    ],
    [
      "There is nothing to succeed at here. You only have to come.",
      "Ici, il n'y a rien à réussir. Il suffit de venir.",
    ],
    ["The kettle takes four minutes. We use all of them.", "La bouilloire met quatre minutes. On les utilise toutes."],
    [
      "I trust slow things: bread, tea, walking, winter.",
      "J'ai confiance dans les choses lentes : le pain, le thé, la marche, l'hiver.",
    ],
    [
      "People arrive with full days. I help them put one thing down.",
      "On arrive avec des journées pleines. J'aide à poser une chose, une seule.",
    ],
    ["A park bench is a perfectly good studio.", "Un banc public fait un très bon studio."],
    ["If you fall asleep I will wake you on time.", "Si vous vous endormez, je vous réveillerai à l'heure."],
    [
      "I have no method, only a few habits that survived twenty winters.",
      "Je n'ai pas de méthode, seulement quelques habitudes qui ont tenu vingt hivers.",
    ],
    [
      "The first quiet minute is the longest. After that it looks after itself.",
      "La première minute de silence est la plus longue. Ensuite, il se débrouille seul.",
    ],
    [
      "Daylight, water, a short walk: I begin with what costs nothing.",
      "La lumière, l'eau, quelques pas : je commence par ce qui ne coûte rien.",
    ],
    [
      "I would like you to leave with warm hands and one idea fewer.",
      "J'aimerais que vous repartiez les mains chaudes, et avec une idée de moins.",
    ],
  ],
}
