import { coordinates, otherNames } from "./content/city-facts.ts"
import type { Pair } from "./texts/schema.ts"

export interface City {
  slug: string
  country: string
  region: string
  name: Pair
  /** The number of the first 240 profiles that live there, and the weight of a draw after those. */
  weight: number
  /** ISO 639-1, the most spoken one first. */
  languages: string[]
  /** Names in further languages, and short ones. */
  otherNames: string
  /** Degrees. */
  latitude: number
  longitude: number
}

interface CityFields {
  country: string
  region: string
  name: Pair
  weight: number
  languages?: string[]
}

function city(slug: string, { country, region, name, weight, languages = ["fr"] }: CityFields): City {
  const [latitude, longitude] = coordinates[slug] ?? []
  if (latitude === undefined || longitude === undefined) throw new Error(`Where is ${slug}?`)
  return { slug, country, region, name, weight, languages, otherNames: otherNames[slug] ?? "", latitude, longitude }
}

/** Thirty real cities; the weights add up to 240. */
export const cities: City[] = [
  city("paris", { country: "FR", region: "Île-de-France", name: { en: "Paris", fr: "Paris" }, weight: 62 }),
  city("lyon", { country: "FR", region: "Auvergne-Rhône-Alpes", name: { en: "Lyon", fr: "Lyon" }, weight: 14 }),
  city("marseille", {
    country: "FR",
    region: "Provence-Alpes-Côte d’Azur",
    name: { en: "Marseille", fr: "Marseille" },
    weight: 11,
  }),
  city("bordeaux", {
    country: "FR",
    region: "Nouvelle-Aquitaine",
    name: { en: "Bordeaux", fr: "Bordeaux" },
    weight: 11,
  }),
  city("nice", { country: "FR", region: "Provence-Alpes-Côte d’Azur", name: { en: "Nice", fr: "Nice" }, weight: 10 }),
  city("lille", { country: "FR", region: "Hauts-de-France", name: { en: "Lille", fr: "Lille" }, weight: 7 }),
  city("toulouse", { country: "FR", region: "Occitanie", name: { en: "Toulouse", fr: "Toulouse" }, weight: 8 }),
  city("nantes", { country: "FR", region: "Pays de la Loire", name: { en: "Nantes", fr: "Nantes" }, weight: 6 }),
  city("strasbourg", {
    country: "FR",
    region: "Grand Est",
    name: { en: "Strasbourg", fr: "Strasbourg" },
    weight: 6,
    languages: ["fr", "de"],
  }),
  city("montpellier", {
    country: "FR",
    region: "Occitanie",
    name: { en: "Montpellier", fr: "Montpellier" },
    weight: 5,
  }),
  city("cannes", {
    country: "FR",
    region: "Provence-Alpes-Côte d’Azur",
    name: { en: "Cannes", fr: "Cannes" },
    weight: 6,
  }),
  city("annecy", { country: "FR", region: "Auvergne-Rhône-Alpes", name: { en: "Annecy", fr: "Annecy" }, weight: 4 }),
  city("biarritz", {
    country: "FR",
    region: "Nouvelle-Aquitaine",
    name: { en: "Biarritz", fr: "Biarritz" },
    weight: 4,
    languages: ["fr", "es"],
  }),
  city("aix-en-provence", {
    country: "FR",
    region: "Provence-Alpes-Côte d’Azur",
    name: { en: "Aix-en-Provence", fr: "Aix-en-Provence" },
    weight: 4,
  }),
  city("brussels", {
    country: "BE",
    region: "Bruxelles-Capitale",
    name: { en: "Brussels", fr: "Bruxelles" },
    weight: 12,
    languages: ["fr", "nl"],
  }),
  city("antwerp", {
    country: "BE",
    region: "Vlaanderen",
    name: { en: "Antwerp", fr: "Anvers" },
    weight: 4,
    languages: ["nl"],
  }),
  city("ghent", {
    country: "BE",
    region: "Vlaanderen",
    name: { en: "Ghent", fr: "Gand" },
    weight: 3,
    languages: ["nl"],
  }),
  city("liege", { country: "BE", region: "Wallonie", name: { en: "Liège", fr: "Liège" }, weight: 3 }),
  city("geneva", { country: "CH", region: "Genève", name: { en: "Geneva", fr: "Genève" }, weight: 11 }),
  city("lausanne", { country: "CH", region: "Vaud", name: { en: "Lausanne", fr: "Lausanne" }, weight: 5 }),
  city("zurich", {
    country: "CH",
    region: "Zürich",
    name: { en: "Zurich", fr: "Zurich" },
    weight: 5,
    languages: ["de"],
  }),
  city("basel", {
    country: "CH",
    region: "Basel-Stadt",
    name: { en: "Basel", fr: "Bâle" },
    weight: 3,
    languages: ["de"],
  }),
  city("london", {
    country: "GB",
    region: "Greater London",
    name: { en: "London", fr: "Londres" },
    weight: 14,
    languages: ["en"],
  }),
  city("edinburgh", {
    country: "GB",
    region: "Scotland",
    name: { en: "Edinburgh", fr: "Édimbourg" },
    weight: 4,
    languages: ["en"],
  }),
  city("manchester", {
    country: "GB",
    region: "North West England",
    name: { en: "Manchester", fr: "Manchester" },
    weight: 3,
    languages: ["en"],
  }),
  city("bath", { country: "GB", region: "Somerset", name: { en: "Bath", fr: "Bath" }, weight: 2, languages: ["en"] }),
  city("luxembourg", {
    country: "LU",
    region: "Luxembourg",
    name: { en: "Luxembourg", fr: "Luxembourg" },
    weight: 4,
    languages: ["fr", "de"],
  }),
  city("lisbon", {
    country: "PT",
    region: "Lisboa",
    name: { en: "Lisbon", fr: "Lisbonne" },
    weight: 3,
    languages: ["pt"],
  }),
  city("rome", { country: "IT", region: "Lazio", name: { en: "Rome", fr: "Rome" }, weight: 3, languages: ["it"] }),
  city("amsterdam", {
    country: "NL",
    region: "Noord-Holland",
    name: { en: "Amsterdam", fr: "Amsterdam" },
    weight: 3,
    languages: ["nl"],
  }),
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
    name: { en: "Dinners & evenings", fr: "Dîners et soirées" },
    description: {
      en: "Someone to share a table with, from a glass at the counter to a tasting menu.",
      fr: "Une personne avec qui partager une table, du verre au comptoir au menu dégustation.",
    },
    weight: 58,
    rates: [85, 160],
    minimumHours: [2, 2, 2, 3],
    neighbours: ["events", "culture", "city-guides"],
    scenes: ["table", "lobby", "vase"],
    services: [
      service("restaurant-dinner", { en: "Dinner at a restaurant", fr: "Dîner au restaurant" }, [120, 150, 180]),
      service("tasting-menu", { en: "Tasting menu", fr: "Menu dégustation" }, [180, 210, 240]),
      service("wine-pairing", { en: "Wine pairing evening", fr: "Soirée accords mets et vins" }, [120, 150]),
      service("business-dinner", { en: "Business dinner", fr: "Dîner d'affaires" }, [150, 180]),
      service("aperitif", { en: "Aperitif and conversation", fr: "Apéritif et conversation" }, [60, 90]),
      service("market-and-table", { en: "Market, then lunch", fr: "Marché, puis déjeuner" }, [180, 240]),
      service("tea-and-pastry", { en: "Tea and pastry", fr: "Thé et pâtisseries" }, [90, 120]),
    ],
  },
  {
    slug: "events",
    icon: "sparkles",
    name: { en: "Events & galas", fr: "Événements et galas" },
    description: {
      en: "Company for receptions, weddings and opening nights, at ease in any room.",
      fr: "Une présence à l'aise partout, pour une réception, un mariage ou un soir de première.",
    },
    weight: 40,
    rates: [95, 190],
    minimumHours: [2, 3, 3],
    neighbours: ["dinners", "culture"],
    scenes: ["theatre", "lobby", "bridge"],
    services: [
      service("gala-evening", { en: "Gala evening", fr: "Soirée de gala" }, [240, 300]),
      service("wedding-guest", { en: "Guest at a wedding", fr: "Invitation à un mariage" }, [300, 360, 480]),
      service("corporate-reception", { en: "Corporate reception", fr: "Réception d'entreprise" }, [120, 180]),
      service("charity-auction", { en: "Charity auction", fr: "Vente de charité" }, [180, 240]),
      service("opening-night", { en: "Opening night", fr: "Soir de première" }, [180]),
      service("race-day", { en: "Day at the races", fr: "Journée aux courses" }, [300, 360]),
    ],
  },
  {
    slug: "city-guides",
    icon: "map",
    name: { en: "City guides", fr: "Guides de ville" },
    description: {
      en: "Walks with someone who lives there: courtyards, markets, first days, evening lights.",
      fr: "Des promenades avec quelqu'un qui y vit : cours, marchés, premiers jours, lumières du soir.",
    },
    weight: 50,
    rates: [55, 110],
    minimumHours: [1, 2, 2],
    neighbours: ["culture", "travel", "dinners"],
    scenes: ["roofs", "bridge", "vase"],
    services: [
      service("first-day-walk", { en: "First day in the city", fr: "Premier jour en ville" }, [120, 180]),
      service("hidden-courtyards", { en: "Courtyards and passages", fr: "Cours et passages" }, [90, 120]),
      service("market-morning", { en: "Market morning", fr: "Matinée au marché" }, [120, 150]),
      service("architecture-walk", { en: "Architecture walk", fr: "Promenade d'architecture" }, [90, 120, 150]),
      service("photo-walk", { en: "Photography walk", fr: "Promenade photographique" }, [120, 180]),
      service("evening-lights", { en: "The city by night", fr: "La ville de nuit" }, [90, 120]),
      service("workshops-and-makers", { en: "Workshops and makers", fr: "Ateliers et artisans" }, [180, 240]),
    ],
  },
  {
    slug: "wellness",
    icon: "leaf",
    name: { en: "Wellness hosts", fr: "Hôtes bien-être" },
    description: {
      en: "Breathing, slow walks, tea and rest, guided by voice and at your own pace.",
      fr: "Respiration, marches lentes, thé et repos, guidés par la voix et à votre rythme.",
    },
    weight: 34,
    rates: [60, 115],
    minimumHours: [1, 1, 2],
    neighbours: ["travel", "culture"],
    scenes: ["stones", "vase", "vineyard"],
    services: [
      service("guided-breathing", { en: "Guided breathing", fr: "Respiration guidée" }, [45, 60]),
      service("walking-meditation", { en: "Walking meditation", fr: "Marche méditative" }, [60, 90]),
      service("gentle-yoga", { en: "Gentle yoga", fr: "Yoga doux" }, [60, 75]),
      service("forest-walk", { en: "Forest walk", fr: "Marche en forêt" }, [120, 180]),
      service("tea-ceremony", { en: "Tea ceremony", fr: "Cérémonie du thé" }, [60, 90]),
      service("sound-rest", { en: "Rest with sound", fr: "Repos sonore" }, [60]),
      service("rest-day", { en: "A day of rest", fr: "Journée de repos" }, [360, 420]),
    ],
  },
  {
    slug: "culture",
    icon: "landmark",
    name: { en: "Culture & museums", fr: "Culture et musées" },
    description: {
      en: "Museums, theatre and concerts with someone who looks, listens and does not lecture.",
      fr: "Musées, théâtre et concerts avec quelqu'un qui regarde, écoute et n'assène rien.",
    },
    weight: 36,
    rates: [65, 130],
    minimumHours: [1, 2, 2],
    neighbours: ["city-guides", "dinners", "events"],
    scenes: ["theatre", "vase", "lobby"],
    services: [
      service("museum-visit", { en: "Museum visit", fr: "Visite de musée" }, [90, 120]),
      service("gallery-round", { en: "Round of galleries", fr: "Tour des galeries" }, [120, 150]),
      service("opera-evening", { en: "Evening at the opera", fr: "Soirée à l'opéra" }, [210, 240]),
      service("theatre-evening", { en: "Evening at the theatre", fr: "Soirée au théâtre" }, [150, 180]),
      service("concert-evening", { en: "Concert", fr: "Concert" }, [120, 150]),
      service(
        "antiques-morning",
        { en: "Antiques and auction rooms", fr: "Brocante et salles des ventes" },
        [150, 180],
        true,
      ),
      service("bookshop-afternoon", { en: "Bookshop afternoon", fr: "Après-midi en librairie" }, [90, 120]),
    ],
  },
  {
    slug: "travel",
    icon: "train-front",
    name: { en: "Travel & escapes", fr: "Voyages et escapades" },
    description: {
      en: "Day trips, vineyards, coast and mountains, with the timetable taken care of.",
      fr: "Excursions, vignobles, côte et montagne, sans avoir à s'occuper des horaires.",
    },
    weight: 22,
    rates: [75, 150],
    minimumHours: [2, 3, 3],
    neighbours: ["city-guides", "wellness", "dinners"],
    scenes: ["vineyard", "bridge", "roofs"],
    services: [
      service("day-trip", { en: "Day trip", fr: "Excursion d'une journée" }, [420, 480]),
      service("vineyard-day", { en: "Day in the vineyards", fr: "Journée dans les vignes" }, [360, 420, 480]),
      service("coast-walk", { en: "Walk by the sea", fr: "Marche au bord de la mer" }, [240, 300]),
      service("mountain-day", { en: "Day in the mountains", fr: "Journée en montagne" }, [360, 480]),
      service("train-journey", { en: "Journey by train", fr: "Voyage en train" }, [240, 360], true),
      service("airport-welcome", { en: "Welcome at the airport", fr: "Accueil à l'aéroport" }, [120, 180]),
    ],
  },
]
