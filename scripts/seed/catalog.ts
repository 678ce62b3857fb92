import type { Pair } from "./texts/fragments.ts"

export interface City {
  slug: string
  country: string
  region: string
  name: Pair
  /** The number of the first 240 profiles that live there, and the weight of a draw after those. */
  weight: number
  /** ISO 639-1, the most spoken one first. */
  languages: string[]
}

const city = (
  slug: string,
  country: string,
  region: string,
  name: Pair,
  weight: number,
  languages: string[] = ["fr"],
): City => ({ slug, country, region, name, weight, languages })

/** Thirty real cities; the weights add up to 240. */
export const cities: City[] = [
  city("paris", "FR", "Île-de-France", ["Paris", "Paris"], 62),
  city("lyon", "FR", "Auvergne-Rhône-Alpes", ["Lyon", "Lyon"], 14),
  city("marseille", "FR", "Provence-Alpes-Côte d’Azur", ["Marseille", "Marseille"], 11),
  city("bordeaux", "FR", "Nouvelle-Aquitaine", ["Bordeaux", "Bordeaux"], 11),
  city("nice", "FR", "Provence-Alpes-Côte d’Azur", ["Nice", "Nice"], 10),
  city("lille", "FR", "Hauts-de-France", ["Lille", "Lille"], 7),
  city("toulouse", "FR", "Occitanie", ["Toulouse", "Toulouse"], 8),
  city("nantes", "FR", "Pays de la Loire", ["Nantes", "Nantes"], 6),
  city("strasbourg", "FR", "Grand Est", ["Strasbourg", "Strasbourg"], 6, ["fr", "de"]),
  city("montpellier", "FR", "Occitanie", ["Montpellier", "Montpellier"], 5),
  city("cannes", "FR", "Provence-Alpes-Côte d’Azur", ["Cannes", "Cannes"], 6),
  city("annecy", "FR", "Auvergne-Rhône-Alpes", ["Annecy", "Annecy"], 4),
  city("biarritz", "FR", "Nouvelle-Aquitaine", ["Biarritz", "Biarritz"], 4, ["fr", "es"]),
  city("aix-en-provence", "FR", "Provence-Alpes-Côte d’Azur", ["Aix-en-Provence", "Aix-en-Provence"], 4),
  city("brussels", "BE", "Bruxelles-Capitale", ["Brussels", "Bruxelles"], 12, ["fr", "nl"]),
  city("antwerp", "BE", "Vlaanderen", ["Antwerp", "Anvers"], 4, ["nl"]),
  city("ghent", "BE", "Vlaanderen", ["Ghent", "Gand"], 3, ["nl"]),
  city("liege", "BE", "Wallonie", ["Liège", "Liège"], 3),
  city("geneva", "CH", "Genève", ["Geneva", "Genève"], 11),
  city("lausanne", "CH", "Vaud", ["Lausanne", "Lausanne"], 5),
  city("zurich", "CH", "Zürich", ["Zurich", "Zurich"], 5, ["de"]),
  city("basel", "CH", "Basel-Stadt", ["Basel", "Bâle"], 3, ["de"]),
  city("london", "GB", "Greater London", ["London", "Londres"], 14, ["en"]),
  city("edinburgh", "GB", "Scotland", ["Edinburgh", "Édimbourg"], 4, ["en"]),
  city("manchester", "GB", "North West England", ["Manchester", "Manchester"], 3, ["en"]),
  city("bath", "GB", "Somerset", ["Bath", "Bath"], 2, ["en"]),
  city("luxembourg", "LU", "Luxembourg", ["Luxembourg", "Luxembourg"], 4, ["fr", "de"]),
  city("lisbon", "PT", "Lisboa", ["Lisbon", "Lisbonne"], 3, ["pt"]),
  city("rome", "IT", "Lazio", ["Rome", "Rome"], 3, ["it"]),
  city("amsterdam", "NL", "Noord-Holland", ["Amsterdam", "Amsterdam"], 3, ["nl"]),
]

export interface Service {
  slug: string
  name: Pair
  /** The durations that a host may offer, in minutes. */
  durations: number[]
  /** Its prices vary too much to state one. */
  onRequest: boolean
}

export interface Category {
  slug: string
  /** A Lucide icon. */
  icon: string
  name: Pair
  description: Pair
  /** The number of the first 240 profiles in this category, and the weight of a draw after those. */
  weight: number
  /** Euros an hour, minimum and maximum. */
  rates: readonly [least: number, most: number]
  /** Hours; the probability of each is how often it is listed. */
  minimumHours: number[]
  /** Further categories of its hosts' services. */
  neighbours: string[]
  /** Scenes that suit it. */
  scenes: string[]
  services: Service[]
}

const service = (slug: string, name: Pair, durations: number[], onRequest = false): Service => ({
  slug,
  name,
  durations,
  onRequest,
})

/** Six categories, forty services; the weights add up to 240. */
export const categories: Category[] = [
  {
    slug: "dinners",
    icon: "wine",
    name: ["Dinners & evenings", "Dîners et soirées"],
    description: [
      "Someone to share a table with, from a glass at the counter to a tasting menu.",
      "Une personne avec qui partager une table, du verre au comptoir au menu dégustation.",
    ],
    weight: 58,
    rates: [85, 160],
    minimumHours: [2, 2, 2, 3],
    neighbours: ["events", "culture", "city-guides"],
    scenes: ["table", "lobby", "vase"],
    services: [
      service("restaurant-dinner", ["Dinner at a restaurant", "Dîner au restaurant"], [120, 150, 180]),
      service("tasting-menu", ["Tasting menu", "Menu dégustation"], [180, 210, 240]),
      service("wine-pairing", ["Wine pairing evening", "Soirée accords mets et vins"], [120, 150]),
      service("business-dinner", ["Business dinner", "Dîner d'affaires"], [150, 180]),
      service("aperitif", ["Aperitif and conversation", "Apéritif et conversation"], [60, 90]),
      service("market-and-table", ["Market, then lunch", "Marché, puis déjeuner"], [180, 240]),
      service("tea-and-pastry", ["Tea and pastry", "Thé et pâtisseries"], [90, 120]),
    ],
  },
  {
    slug: "events",
    icon: "sparkles",
    name: ["Events & galas", "Événements et galas"],
    description: [
      "Company for receptions, weddings and opening nights, at ease in any room.",
      "Une présence à l'aise partout, pour une réception, un mariage ou un soir de première.",
    ],
    weight: 40,
    rates: [95, 190],
    minimumHours: [2, 3, 3],
    neighbours: ["dinners", "culture"],
    scenes: ["theatre", "lobby", "bridge"],
    services: [
      service("gala-evening", ["Gala evening", "Soirée de gala"], [240, 300]),
      service("wedding-guest", ["Guest at a wedding", "Invitation à un mariage"], [300, 360, 480]),
      service("corporate-reception", ["Corporate reception", "Réception d'entreprise"], [120, 180]),
      service("charity-auction", ["Charity auction", "Vente de charité"], [180, 240]),
      service("opening-night", ["Opening night", "Soir de première"], [180]),
      service("race-day", ["Day at the races", "Journée aux courses"], [300, 360]),
    ],
  },
  {
    slug: "city-guides",
    icon: "map",
    name: ["City guides", "Guides de ville"],
    description: [
      "Walks with someone who lives there: courtyards, markets, first days, evening lights.",
      "Des promenades avec quelqu'un qui y vit : cours, marchés, premiers jours, lumières du soir.",
    ],
    weight: 50,
    rates: [55, 110],
    minimumHours: [1, 2, 2],
    neighbours: ["culture", "travel", "dinners"],
    scenes: ["roofs", "bridge", "vase"],
    services: [
      service("first-day-walk", ["First day in the city", "Premier jour en ville"], [120, 180]),
      service("hidden-courtyards", ["Courtyards and passages", "Cours et passages"], [90, 120]),
      service("market-morning", ["Market morning", "Matinée au marché"], [120, 150]),
      service("architecture-walk", ["Architecture walk", "Promenade d'architecture"], [90, 120, 150]),
      service("photo-walk", ["Photography walk", "Promenade photographique"], [120, 180]),
      service("evening-lights", ["The city by night", "La ville de nuit"], [90, 120]),
      service("workshops-and-makers", ["Workshops and makers", "Ateliers et artisans"], [180, 240]),
    ],
  },
  {
    slug: "wellness",
    icon: "leaf",
    name: ["Wellness hosts", "Hôtes bien-être"],
    description: [
      "Breathing, slow walks, tea and rest, guided by voice and at your own pace.",
      "Respiration, marches lentes, thé et repos, guidés par la voix et à votre rythme.",
    ],
    weight: 34,
    rates: [60, 115],
    minimumHours: [1, 1, 2],
    neighbours: ["travel", "culture"],
    scenes: ["stones", "vase", "vineyard"],
    services: [
      service("guided-breathing", ["Guided breathing", "Respiration guidée"], [45, 60]),
      service("walking-meditation", ["Walking meditation", "Marche méditative"], [60, 90]),
      service("gentle-yoga", ["Gentle yoga", "Yoga doux"], [60, 75]),
      service("forest-walk", ["Forest walk", "Marche en forêt"], [120, 180]),
      service("tea-ceremony", ["Tea ceremony", "Cérémonie du thé"], [60, 90]),
      service("sound-rest", ["Rest with sound", "Repos sonore"], [60]),
      service("rest-day", ["A day of rest", "Journée de repos"], [360, 420]),
    ],
  },
  {
    slug: "culture",
    icon: "landmark",
    name: ["Culture & museums", "Culture et musées"],
    description: [
      "Museums, theatre and concerts with someone who looks, listens and does not lecture.",
      "Musées, théâtre et concerts avec quelqu'un qui regarde, écoute et n'assène rien.",
    ],
    weight: 36,
    rates: [65, 130],
    minimumHours: [1, 2, 2],
    neighbours: ["city-guides", "dinners", "events"],
    scenes: ["theatre", "vase", "lobby"],
    services: [
      service("museum-visit", ["Museum visit", "Visite de musée"], [90, 120]),
      service("gallery-round", ["Round of galleries", "Tour des galeries"], [120, 150]),
      service("opera-evening", ["Evening at the opera", "Soirée à l'opéra"], [210, 240]),
      service("theatre-evening", ["Evening at the theatre", "Soirée au théâtre"], [150, 180]),
      service("concert-evening", ["Concert", "Concert"], [120, 150]),
      service("antiques-morning", ["Antiques and auction rooms", "Brocante et salles des ventes"], [150, 180], true),
      service("bookshop-afternoon", ["Bookshop afternoon", "Après-midi en librairie"], [90, 120]),
    ],
  },
  {
    slug: "travel",
    icon: "train-front",
    name: ["Travel & escapes", "Voyages et escapades"],
    description: [
      "Day trips, vineyards, coast and mountains, with the timetable taken care of.",
      "Excursions, vignobles, côte et montagne, sans avoir à s'occuper des horaires.",
    ],
    weight: 22,
    rates: [75, 150],
    minimumHours: [2, 3, 3],
    neighbours: ["city-guides", "wellness", "dinners"],
    scenes: ["vineyard", "bridge", "roofs"],
    services: [
      service("day-trip", ["Day trip", "Excursion d'une journée"], [420, 480]),
      service("vineyard-day", ["Day in the vineyards", "Journée dans les vignes"], [360, 420, 480]),
      service("coast-walk", ["Walk by the sea", "Marche au bord de la mer"], [240, 300]),
      service("mountain-day", ["Day in the mountains", "Journée en montagne"], [360, 480]),
      service("train-journey", ["Journey by train", "Voyage en train"], [240, 360], true),
      service("airport-welcome", ["Welcome at the airport", "Accueil à l'aéroport"], [120, 180]),
    ],
  },
]
