import type { CategoryTexts } from "./fragments.ts"

/** Culture & museums. */
export const culture: CategoryTexts = {
  roles: [
    ["Museum companion", "[Compagnon|Compagne] de musée"],
    ["Companion for theatre and concerts", "[Compagnon|Compagne] de théâtre et de concert"],
    ["Guide to galleries and collections", "Guide de galeries et de collections"],
    ["Culture companion", "[Compagnon|Compagne] de sorties culturelles"],
  ],
  backgrounds: [
    {
      trade: ["art historian", "[historien|historienne] de l'art"],
      openers: [
        [
          "I studied art history and spent five years cataloguing a collection of small drawings, which cured me of hurrying.",
          "J'ai étudié l'histoire de l'art, puis passé cinq ans à cataloguer une collection de petits dessins, ce qui m'a guéri[|e] de la hâte.",
        ],
        [
          "My doctorate was about the backs of paintings: labels, nails, old prices. They say more than one would think.",
          "Ma thèse portait sur le dos des tableaux : étiquettes, clous, anciens prix. Ils en disent plus qu'on ne le croit.",
        ],
      ],
    },
    {
      trade: ["paintings conservator", "[restaurateur|restauratrice] de tableaux"],
      openers: [
        [
          "I clean paintings with cotton swabs, a few square centimetres an hour, and I look at museums in much the same way.",
          "Je nettoie des tableaux au coton, quelques centimètres carrés à l'heure, et je regarde les musées à peu près de la même façon.",
        ],
        [
          "Working on a canvas for a year changes how you stand in front of one. I like to share that, without the jargon.",
          "Passer un an sur une toile change la façon de se tenir devant. J'aime partager cela, sans jargon.",
        ],
      ],
    },
    {
      trade: ["former opera usher", "anci[en|enne] [ouvreur|ouvreuse] à l'opéra"],
      openers: [
        [
          "I showed people to their seats at the opera for six seasons and heard everything at least eleven times.",
          "J'ai placé le public de l'opéra pendant six saisons, et tout entendu au moins onze fois.",
        ],
        [
          "As an usher I learnt which seats hear best, which intervals are long enough for a sandwich, and when to cough.",
          "Au placement, j'ai appris quels fauteuils entendent le mieux, quels entractes laissent le temps d'un sandwich, et quand tousser.",
        ],
      ],
    },
    {
      trade: ["gallery assistant", "[assistant|assistante] de galerie"],
      openers: [
        [
          "I work three days a week in a contemporary gallery and keep the others for visiting the competition.",
          "Je travaille trois jours par semaine dans une galerie d'art contemporain, et je garde les autres pour voir la concurrence.",
        ],
        [
          "Galleries can be intimidating from the pavement. I open the door, ask the first question, and nobody has to buy anything.",
          "Vue du trottoir, une galerie intimide. Je pousse la porte, je pose la première question, et personne n'est obligé d'acheter.",
        ],
      ],
    },
    {
      trade: ["pianist and piano teacher", "pianiste et professeur[|e] de piano"],
      openers: [
        [
          "I teach the piano and go to two concerts a week, usually with someone who says they know nothing about music.",
          "J'enseigne le piano, et je vais à deux concerts par semaine, souvent avec quelqu'un qui affirme ne rien connaître à la musique.",
        ],
        [
          "I can hum you the second theme on the way to the hall, so that you recognise it when it comes back.",
          "Je peux vous fredonner le second thème sur le chemin de la salle, pour que vous le reconnaissiez à son retour.",
        ],
      ],
    },
    {
      trade: ["theatre translator", "[traducteur|traductrice] de théâtre"],
      openers: [
        [
          "I translate plays, so I know many of them by heart, including the jokes that nobody laughs at any more.",
          "Je traduis des pièces : j'en connais beaucoup par cœur, y compris les plaisanteries dont plus personne ne rit.",
        ],
        [
          "Translating for the stage means reading every line aloud. It has made me a good companion for difficult plays.",
          "Traduire pour la scène oblige à tout lire à voix haute. Cela fait de moi une bonne compagnie pour les pièces difficiles.",
        ],
      ],
    },
    {
      trade: ["auction-room cataloguer", "[rédacteur|rédactrice] de catalogues de vente"],
      openers: [
        [
          "I describe furniture and silver for auction catalogues: eighty objects a week, each with its scratches.",
          "Je décris des meubles et de l'argenterie pour des catalogues de vente : quatre-vingts objets par semaine, chacun avec ses rayures.",
        ],
        [
          "An auction room is the only museum where one may open the drawers. I take people there on viewing days.",
          "Une salle des ventes est le seul musée où l'on peut ouvrir les tiroirs. J'y emmène du monde les jours d'exposition.",
        ],
      ],
    },
    {
      trade: ["archivist", "archiviste"],
      openers: [
        [
          "I look after letters and maps in a municipal archive, and I have a weakness for museums nobody queues for.",
          "Je veille sur des lettres et des plans dans des archives municipales, et j'ai un faible pour les musées sans file d'attente.",
        ],
        [
          "An archive teaches you to love small handwriting and long afternoons. I bring both to exhibitions.",
          "Les archives apprennent à aimer les petites écritures et les longs après-midi. J'apporte les deux aux expositions.",
        ],
      ],
    },
    {
      trade: ["documentary film editor", "[monteur|monteuse] de documentaires"],
      openers: [
        [
          "I edit documentaries about artists, which means I have heard many of them explain themselves, and some of them stop.",
          "Je monte des documentaires sur des artistes : j'en ai entendu beaucoup s'expliquer, et quelques-uns s'arrêter.",
        ],
        [
          "Editing is choosing what to leave out. I visit museums on the same principle: six works, no more.",
          "Monter, c'est choisir ce que l'on retire. Je visite les musées selon le même principe : six œuvres, pas une de plus.",
        ],
      ],
    },
  ],
  habits: [
    [
      "I go with people who like art and dislike crowds, or who have a spare ticket and a free evening.",
      "J'accompagne des personnes qui aiment l'art et fuient la foule, ou qui ont un billet en trop et une soirée libre.",
    ],
    [
      "I prefer one room seen well to a palace crossed at a march.",
      "Je préfère une salle bien vue à un palais traversé au pas de charge.",
    ],
    [
      "I know the quiet hours, the benches, the museum cafés worth the name, and the day when the second floor is closed.",
      "Je connais les heures creuses, les bancs, les cafés de musée dignes de ce nom, et le jour où le deuxième étage est fermé.",
    ],
    [
      "You may dislike a masterpiece in my company. We will try to find out why.",
      "En ma compagnie, vous avez le droit de ne pas aimer un chef-d'œuvre. On cherchera pourquoi.",
    ],
    [
      "I explain little, ask often, and never walk ahead.",
      "J'explique peu, je demande souvent, et je ne marche jamais devant.",
    ],
    [
      "Opera, puppets, ceramics, silent films with a piano: I am curious without being difficult.",
      "Opéra, marionnettes, céramique, films muets au piano : ma curiosité est large, et peu difficile.",
    ],
    [
      "I have annual passes to most houses in town, which allows us to stay twenty minutes and leave content.",
      "J'ai un abonnement dans la plupart des maisons de la ville : on peut n'y rester que vingt minutes, sans regret.",
    ],
    [
      "Afterwards I need a table and half an hour: an exhibition is only finished once it has been talked over.",
      "Ensuite, il me faut une table et une demi-heure : une exposition n'est finie que lorsqu'on en a parlé.",
    ],
  ],
  ways: [
    [
      "Choose a museum, or let me. I pick six works, never more, and we stay in front of each long enough to change our minds.",
      "Choisissez un musée, ou laissez-moi faire. Je retiens six œuvres, jamais plus, et l'on reste devant chacune assez longtemps pour changer d'avis.",
    ],
    [
      "For an opera I tell the story on the way, in ten minutes, with the bad decisions in order. At the interval we check whether we agree about the tenor.",
      "Pour un opéra, je raconte l'intrigue en chemin, en dix minutes, les mauvaises décisions dans l'ordre. À l'entracte, on vérifie que l'on est d'accord sur le ténor.",
    ],
    [
      "On Thursdays the galleries open late. I plan a loop of five, all within twelve minutes on foot, and finish near a bowl of soup.",
      "Le jeudi, les galeries ferment tard. Je prépare une boucle de cinq adresses, à douze minutes de marche en tout, qui se termine près d'une soupe.",
    ],
    [
      "I book the first slot of the morning. For twenty minutes the rooms belong to the guards and to us.",
      "Je réserve le premier créneau du matin. Pendant vingt minutes, les salles sont aux gardiens et à nous.",
    ],
    [
      "Tell me one picture, song or film that stayed with you, and I will build the afternoon around it. It is more accurate than any questionnaire.",
      "Citez-moi un tableau, une chanson ou un film qui vous est resté, et je construirai l'après-midi autour. C'est plus juste que n'importe quel questionnaire.",
    ],
    [
      "At the theatre I prefer the side of the balcony, where one sees the wings. I bring the text for those who like to read before or after.",
      "Au théâtre, je préfère le côté du balcon, d'où l'on voit les coulisses. J'apporte le texte pour celles et ceux qui aiment lire avant ou après.",
    ],
    [
      "Antiques are a morning matter: we meet at eight, torch in hand, look under the tables, and have coffee when the tourists arrive.",
      "La brocante est une affaire du matin : rendez-vous à huit heures, lampe en poche, on regarde sous les tables, et l'on prend un café quand la foule arrive.",
    ],
    [
      "If you work in another field, even better. I once saw a bridge engineer explain a Baroque ceiling to its guard.",
      "Si vous venez d'un tout autre métier, tant mieux. J'ai vu un ingénieur des ponts expliquer un plafond baroque à son gardien.",
    ],
    [
      "I bring two folding stools, a pencil and paper. Ten minutes of drawing, however clumsy, shows more than an audio guide.",
      "J'apporte deux tabourets pliants, un crayon et du papier. Dix minutes de dessin, même maladroit, montrent plus qu'un audioguide.",
    ],
    [
      "For a concert I send three recordings of five minutes each during the week. You arrive knowing where the storm is.",
      "Pour un concert, j'envoie dans la semaine trois enregistrements de cinq minutes. Vous arrivez en sachant où se trouve l'orage.",
    ],
    [
      "Bookshops close at seven and are best at five. I know where the poetry is kept, and which owner will let us sit on the stairs.",
      "Les librairies ferment à dix-neuf heures, et sont au mieux à dix-sept. Je sais où l'on range la poésie, et qui nous laisse nous asseoir dans l'escalier.",
    ],
    [
      "With guests who know the subject better than I do, I become a good pupil. Those are often my favourite visits.",
      "Avec des personnes qui en savent plus que moi, je deviens bon[|ne] élève. Ce sont souvent mes visites préférées.",
    ],
  ],
  quotes: [
    [
      "Six paintings in an afternoon are plenty. The seventh only blurs the others.",
      "Six tableaux en un après-midi, c'est assez. Le septième brouille les autres.",
    ],
    [
      "I like to arrive early enough to hear the orchestra tune.",
      "J'aime arriver assez tôt pour entendre l'orchestre s'accorder.",
    ],
    [
      "You do not need to know anything. It helps to have slept.",
      "Il n'est pas nécessaire de s'y connaître. Il est utile d'avoir dormi.",
    ],
    [
      "The bench in front of a painting is there for a reason. I use it.",
      "S'il y a un banc devant un tableau, c'est pour une raison. Je m'en sers.",
    ],
    [
      "I never ask what it means. I ask where you looked first.",
      "Je ne demande jamais ce que cela veut dire. Je demande où vous avez regardé d'abord.",
    ],
    [
      "A bad play with good company is still a good evening.",
      "Une mauvaise pièce en bonne compagnie reste une bonne soirée.",
    ],
    [
      "I keep every ticket stub. They are the only diary I have managed.",
      "Je garde tous les billets. C'est le seul journal que j'aie réussi à tenir.",
    ],
    [
      "Museums are quietest at lunchtime. We can eat later.",
      "Les musées sont au plus calme à l'heure du déjeuner. On mangera plus tard.",
    ],
    [
      "Looking is a skill, like swimming. Nobody is bad at it for long.",
      "Regarder s'apprend, comme nager. Personne n'y reste mauvais longtemps.",
    ],
    [
      "I whisper in libraries, laugh in theatres, and cry at the third act.",
      "Je chuchote dans les bibliothèques, je ris au théâtre, et je pleure au troisième acte.",
    ],
    [
      "The work I love most in this city is under a staircase. I will show you.",
      "L'œuvre que je préfère dans cette ville est sous un escalier. Je vous la montrerai.",
    ],
    ["Art is a good excuse to talk about everything else.", "L'art est une bonne excuse pour parler de tout le reste."],
    [
      "I read the labels last. The eyes deserve a head start.",
      "Je lis les cartels en dernier. Les yeux méritent un peu d'avance.",
    ],
    [
      "After the last bow, I like to stay seated until the row is empty.",
      "Après le dernier salut, j'aime rester assis[|e] jusqu'à ce que le rang soit vide.",
    ],
  ],
}
