import type { City } from "./catalog.ts"
import type { Random } from "./random.ts"
import type { Presents } from "./texts/fragments.ts"

interface NamePool {
  woman: string[]
  man: string[]
  last: string[]
  /** The language spoken at home, ISO 639-1. */
  language: string
}

const names = (list: string) => list.trim().split(/\s+/)

const french = {
  woman: names(
    "Camille Louise Jeanne Alice Chloé Léa Manon Juliette Margaux Clémence Élise Éléonore Mathilde Agathe Capucine Solène Maëlle Anaïs Pauline Victoire Héloïse Apolline Aurore Céleste Blanche Delphine Estelle Faustine Garance Hortense Inès Joséphine Lucile Marion Noémie Océane Philippine Rose Salomé Suzanne Valentine Zoé Adèle Constance Diane Édith Flore Gabrielle Isaure Lorraine",
  ),
  man: names(
    "Adrien Antoine Arthur Augustin Baptiste Basile Bastien Benoît Charles Clément Corentin Cyprien Damien Edgar Émile Étienne Félix Florian Gaspard Gaël Grégoire Guillaume Hadrien Henri Hippolyte Hugo Jérôme Jules Julien Léon Loïc Lucien Marceau Mathieu Maxime Nathan Nicolas Octave Oscar Paul Philippe Quentin Raphaël Rémi Romain Simon Théo Thibault Valentin Victor",
  ),
  last: names(
    "Arnaud Barbier Baudry Beaumont Bellanger Berthier Blanchard Bonnet Boucher Bouvier Brunet Carpentier Chevalier Collet Cordier Courtois Delmas Delorme Deschamps Dubois Duchesne Dufour Dumas Fabre Faure Fontaine Fournier Garnier Gauthier Gérard Girard Granger Guérin Hamel Hubert Jacquet Joly Lacombe Lambert Lecomte Lefort Legrand Lemoine Leroy Lévêque Maillard Marchal Marchand Mercier Meunier Monnier Montagne Moreau Navarre Olivier Pasquier Perrin Picard Poirier Prévost Renard Renaud Richard Rivière Roche Rousseau Roussel Sabatier Saunier Sorel Tessier Thibaud Vallet Vasseur Verdier Vidal Vigneron Villard Voisin Weber",
  ),
  language: "fr",
} satisfies NamePool

const british = {
  woman: names(
    "Beatrice Charlotte Cordelia Daphne Eleanor Florence Georgina Harriet Imogen Jessamy Matilda Nora Olivia Phoebe Rosalind Tabitha Winifred Isla",
  ),
  man: names(
    "Alistair Barnaby Callum Duncan Edmund Fergus George Hamish Jonathan Kit Laurence Miles Oliver Rupert Sebastian Tobias Wilfred Angus",
  ),
  last: names(
    "Ashworth Bramley Caldwell Dunmore Ellison Fairfax Garside Hawthorne Ingham Kendrick Lockwood Marlow Northcott Ormond Pemberton Redfern Stanhope Thornbury Wainwright Whitlock",
  ),
  language: "en",
} satisfies NamePool

const italian = {
  woman: names(
    "Alessia Bianca Chiara Elena Francesca Giulia Ilaria Lavinia Ludovica Martina Ottavia Paola Serena Silvia Teresa Viola",
  ),
  man: names(
    "Alessandro Bruno Cesare Dario Edoardo Fabrizio Giacomo Lorenzo Marco Nicolò Pietro Riccardo Sandro Tommaso Umberto Vittorio",
  ),
  last: names(
    "Amato Bellini Castelli Donati Esposito Ferrero Galli Lombardi Marchetti Neri Orsini Pellegrini Ricci Salviati Tedeschi Valenti",
  ),
  language: "it",
} satisfies NamePool

const maghrebi = {
  woman: names(
    "Amel Dalila Farah Hanane Imane Kenza Leïla Lina Malika Nadia Nawel Rania Samia Selma Soraya Yasmine Zineb Dounia",
  ),
  man: names(
    "Adel Bilal Driss Fares Hakim Idriss Karim Khalil Malik Mehdi Nadir Nassim Rayan Sami Tarik Walid Yanis Younes",
  ),
  last: names(
    "Amrani Belkacem Benali Bensaïd Bouzid Chérif Daoudi Ferhat Ghazali Haddad Idrissi Kaddour Lahlou Mansouri Nacer Ouali Rahmani Saïdi Tazi Ziani",
  ),
  language: "ar",
} satisfies NamePool

const japanese = {
  woman: names("Akiko Ayumi Emiko Haruka Hitomi Kaori Keiko Mariko Megumi Michiko Naoko Reiko Sayuri Tomoko Yoko Yumi"),
  man: names("Akira Daichi Haruto Hiroshi Jiro Kaito Kenji Makoto Masato Naoki Ryo Satoru Shinji Takumi Tetsuya Yuto"),
  last: names(
    "Aoki Fujita Hayashi Hirano Inoue Kimura Kobayashi Matsuda Mori Nakano Ogawa Okada Sakai Shimizu Tanaka Yamamoto",
  ),
  language: "ja",
} satisfies NamePool

const portuguese = {
  woman: names(
    "Beatriz Carolina Catarina Filipa Graça Helena Rita Joana Leonor Luísa Mafalda Margarida Matilde Raquel Sofia Teresinha",
  ),
  man: names(
    "Afonso Bernardo Caetano Diogo Duarte Filipe Gonçalo Henrique Joaquim Lourenço Martim Miguel Nuno Rodrigo Tiago Vasco",
  ),
  last: names(
    "Almeida Barbosa Cardoso Carvalho Coelho Esteves Figueiredo Guimarães Loureiro Machado Moniz Nogueira Pacheco Queirós Saraiva Teixeira",
  ),
  language: "pt",
} satisfies NamePool

const polish = {
  woman: names(
    "Agnieszka Alicja Barbara Danuta Ewa Halina Hanna Iwona Joanna Kinga Magdalena Małgorzata Natalia Renata Wanda Zofia",
  ),
  man: names(
    "Adam Andrzej Bartosz Dawid Filip Grzegorz Jakub Jan Krzysztof Łukasz Marcin Mateusz Paweł Piotr Szymon Wojciech",
  ),
  last: names(
    "Adamczyk Baran Dudek Gajda Jasiński Kaczmarek Kowalczyk Krajewski Lis Mazur Nowak Olszak Pawlak Sikora Walczak Zając",
  ),
  language: "pl",
} satisfies NamePool

const westAfrican = {
  woman: names(
    "Adjoa Aïssatou Aminata Awa Binta Coumba Djeneba Efua Fanta Fatou Khady Mariama Ndeye Oumou Rokia Safiatou",
  ),
  man: names(
    "Abdou Amadou Boubacar Cheikh Demba Ibrahima Issa Kofi Kwame Lamine Mamadou Modou Ousmane Sékou Seydou Tidiane",
  ),
  last: names("Asante Ba Camara Cissé Coulibaly Diallo Diop Fall Keïta Konaté Mensah Ndiaye Sarr Sow Touré Traoré"),
  language: "fr",
} satisfies NamePool

const dutch = {
  woman: names(
    "Anneke Britt Elske Femke Griet Hilde Janneke Katrien Lieve Lotte Maaike Marijke Nele Saskia Tineke Veerle",
  ),
  man: names("Bram Daan Dirk Floris Geert Gijs Hendrik Jeroen Joost Koen Maarten Pieter Ruben Sander Thijs Wout"),
  last: names(
    "Bakker Claes Desmet Goossens Hendriks Jacobs Janssens Kuipers Maes Meijer Mertens Peeters Smits Verhoeven Vermeulen Wouters",
  ),
  language: "nl",
} satisfies NamePool

const german = {
  woman: names(
    "Annika Carla Friederike Greta Heike Ilse Johanna Katharina Leonie Liesel Mathea Nele Regula Sabine Ulrike Vreni",
  ),
  man: names(
    "Anselm Benedikt Christoph Dietrich Emil Friedrich Hannes Jonas Konrad Lukas Matthias Niklas Reto Stefan Urs Wendelin",
  ),
  last: names(
    "Amrein Baumann Brunner Egger Frei Gerber Hofmann Huber Imhof Keller Lindner Meier Schneider Steiner Vogel Zimmermann",
  ),
  language: "de",
} satisfies NamePool

const spanish = {
  woman: names(
    "Alba Blanca Carmen Dolores Elvira Estrella Irene Jimena Lola Lucía Marisol Mercedes Nuria Pilar Rocío Ximena",
  ),
  man: names(
    "Alonso Álvaro Andrés Diego Enrique Fernando Gonzalo Ignacio Javier Joaquín Manuel Pablo Rafael Santiago Sergio Tomás",
  ),
  last: names(
    "Aguilar Cabrera Campos Delgado Fuentes Herrera Iglesias Lozano Medina Molina Navarro Ortega Prieto Rueda Serrano Vega",
  ),
  language: "es",
} satisfies NamePool

/** First names of one origin beside last names of another, as in real life. */
const mixed = {
  woman: french.woman,
  man: french.man,
  last: [...italian.last, ...portuguese.last, ...polish.last, ...spanish.last, ...maghrebi.last, ...westAfrican.last],
  language: "fr",
} satisfies NamePool

/** All pools; no combination of first and last name is in two of them. */
export const pools: Record<string, NamePool> = {
  french,
  mixed,
  british,
  italian,
  maghrebi,
  japanese,
  portuguese,
  polish,
  westAfrican,
  dutch,
  german,
  spanish,
}

type Weights = readonly (readonly [pool: string, weight: number])[]

const elsewhere: Weights = [
  ["mixed", 12],
  ["maghrebi", 7],
  ["westAfrican", 5],
  ["italian", 4],
  ["portuguese", 4],
  ["polish", 3],
  ["spanish", 3],
  ["japanese", 3],
  ["british", 3],
]

const weights: Record<string, Weights> = {
  FR: [["french", 56], ...elsewhere],
  BE: [["french", 34], ["dutch", 34], ...elsewhere],
  CH: [["french", 44], ["german", 22], ...elsewhere],
  GB: [["british", 90], ["french", 8], ...elsewhere],
  LU: [["french", 40], ["german", 30], ["portuguese", 20], ...elsewhere],
  PT: [["portuguese", 150], ...elsewhere],
  IT: [["italian", 150], ...elsewhere],
  NL: [["dutch", 150], ...elsewhere],
}

/** Cities whose main pool is not the country's. */
const byCity: Record<string, Weights> = {
  antwerp: [["dutch", 120], ...elsewhere],
  ghent: [["dutch", 120], ...elsewhere],
  zurich: [["german", 120], ...elsewhere],
  basel: [["german", 100], ["french", 20], ...elsewhere],
}

export interface Name {
  first: string
  last: string
  slug: string
  /** The language of the name's pool, ISO 639-1. */
  language: string
}

interface NameDraw {
  index: number
  seed: number
  presents: Presents
  home: City
  random: Random
}

/**
 * Returns the name of profile `index`. Each pool iterates over all its pairs before it repeats one; a repeated pair has
 * its round in the slug, so that slugs are unique without remembering any.
 */
export function nameFor({ index, seed, presents, home, random }: NameDraw): Name {
  const pool = pools[random.weighted(byCity[home.slug] ?? weights[home.country] ?? elsewhere)] as NamePool
  const firsts = pool[presents]
  const pairs = firsts.length * pool.last.length
  const pair = ((index % pairs) * strideThrough(pairs) + seed * 7919) % pairs
  const first = firsts[pair % firsts.length] as string
  const last = pool.last[Math.floor(pair / firsts.length)] as string
  const round = Math.floor(index / pairs)
  const slug = slugOf(`${first} ${last}`)
  return { first, last, slug: round === 0 ? slug : `${slug}-${(round + 1).toString(36)}`, language: pool.language }
}

/** Returns lower-case ASCII words joined by hyphens. */
export function slugOf(text: string): string {
  return text
    .replace(/[łŁ]/g, "l")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
}

const strides = new Map<number, number>()

/**
 * Returns a step near the golden section of `size` that shares no factor with it: it visits every number, neighbours
 * far apart.
 */
function strideThrough(size: number): number {
  let stride = strides.get(size)
  if (stride === undefined) {
    stride = Math.round(size * 0.618)
    while (greatestCommonDivisor(stride, size) !== 1) stride++
    strides.set(size, stride)
  }
  return stride
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
