import type { Pair } from "./fragments.ts"

/** What a host says about a city, by the city's slug. */
export const cityLines: Record<string, Pair[]> = {
  paris: [
    [
      "In Paris I like the Palais-Royal garden just before it closes, when the chairs are put back in order.",
      "À Paris, j'aime le jardin du Palais-Royal juste avant la fermeture, quand on remet les chaises en ordre.",
    ],
    [
      "My Paris runs from the Canal Saint-Martin to the Buttes-Chaumont, on foot, with a stop for apricots.",
      "Mon Paris va du canal Saint-Martin aux Buttes-Chaumont, à pied, avec un arrêt pour les abricots.",
    ],
    [
      "I know the covered passages behind the Grands Boulevards well enough to cross half the arrondissement in the dry.",
      "Je connais assez les passages couverts des Grands Boulevards pour traverser la moitié de l'arrondissement au sec.",
    ],
    [
      "The Marais before ten, the Left Bank after six: Paris has its hours, and I keep to them.",
      "Le Marais avant dix heures, la rive gauche après dix-huit : Paris a ses heures, et je les respecte.",
    ],
    [
      "I meet people at the Gare de Lyon under the clock tower more often than anywhere else.",
      "C'est gare de Lyon, sous la tour de l'horloge, que je donne le plus souvent rendez-vous.",
    ],
    [
      "From the footbridges of the Île Saint-Louis, Paris looks like a village with good lighting.",
      "Vu des ponts de l'île Saint-Louis, Paris ressemble à un village bien éclairé.",
    ],
  ],
  lyon: [
    [
      "In Lyon I take the traboules of the Croix-Rousse downhill, never up.",
      "À Lyon, je prends les traboules de la Croix-Rousse dans le sens de la descente, jamais l'inverse.",
    ],
    [
      "The quays of the Saône on a Sunday, with the book stalls out, are my idea of Lyon.",
      "Les quais de Saône un dimanche, quand les bouquinistes sont là : voilà mon idée de Lyon.",
    ],
  ],
  marseille: [
    [
      "In Marseille I start at the Vallon des Auffes, before the fishermen have finished their coffee.",
      "À Marseille, je commence au vallon des Auffes, avant que les pêcheurs n'aient fini leur café.",
    ],
    [
      "The mistral decides a good deal in Marseille; I keep a sheltered version of everything.",
      "À Marseille, le mistral décide de bien des choses ; je garde de tout une version abritée.",
    ],
  ],
  bordeaux: [
    [
      "In Bordeaux I like the Chartrons on a Sunday morning and the water mirror after rain.",
      "À Bordeaux, j'aime les Chartrons le dimanche matin, et le miroir d'eau après la pluie.",
    ],
    [
      "Bordeaux is built of one stone; I have learnt to tell its ages apart.",
      "Bordeaux est bâtie d'une seule pierre ; j'ai appris à en distinguer les âges.",
    ],
  ],
  nice: [
    [
      "In Nice the Cours Saleya belongs to the flower sellers until ten, and so do I.",
      "À Nice, le cours Saleya appartient aux fleuristes jusqu'à dix heures, et moi aussi.",
    ],
    [
      "I climb the castle hill in Nice by the shaded side, which few people look for.",
      "Je monte à la colline du Château, à Nice, par le côté ombragé, que peu de gens cherchent.",
    ],
  ],
  lille: [
    [
      "In Lille I like the old stock exchange, its chess players and second-hand books.",
      "À Lille, j'aime la Vieille Bourse, ses joueurs d'échecs et ses livres d'occasion.",
    ],
    [
      "A bench in the Citadelle park, a warm waffle, and Lille needs little else.",
      "Un banc au parc de la Citadelle, une gaufre tiède : il ne manque pas grand-chose à Lille.",
    ],
  ],
  toulouse: [
    [
      "In Toulouse the brick turns pink at about seven; I try to be on the Pont-Neuf.",
      "À Toulouse, la brique rosit vers dix-neuf heures ; j'essaie d'être sur le Pont-Neuf.",
    ],
    [
      "The Canal du Midi starts behind my street in Toulouse, under its plane trees.",
      "À Toulouse, le canal du Midi commence derrière ma rue, sous ses platanes.",
    ],
  ],
  nantes: [
    [
      "In Nantes I cross to Trentemoult by the ferry, for the coloured houses and the soup.",
      "À Nantes, je passe à Trentemoult par le bac, pour les maisons de couleur et la soupe.",
    ],
    [
      "The Passage Pommeraye, its stairs and statues, is where my rainy days in Nantes begin.",
      "Le passage Pommeraye, son escalier et ses statues : c'est là que commencent mes jours de pluie à Nantes.",
    ],
  ],
  strasbourg: [
    [
      "In Strasbourg I prefer the Krutenau to the crowds of the cathedral square.",
      "À Strasbourg, je préfère la Krutenau à la foule de la place de la Cathédrale.",
    ],
    [
      "From Strasbourg one can cross the footbridge to Kehl for a cake and be back for dinner.",
      "De Strasbourg, on passe à Kehl par la passerelle, pour un gâteau, et l'on rentre dîner.",
    ],
  ],
  montpellier: [
    [
      "In Montpellier I like the Peyrou at dusk, when the aqueduct keeps the last of the light.",
      "À Montpellier, j'aime le Peyrou au crépuscule, quand l'aqueduc garde la dernière lumière.",
    ],
    [
      "The old medical gardens of Montpellier are my waiting room.",
      "Le Jardin des plantes de Montpellier me sert de salle d'attente.",
    ],
  ],
  cannes: [
    [
      "In Cannes I go up to Le Suquet while everyone else is on the Croisette.",
      "À Cannes, je monte au Suquet pendant que tout le monde est sur la Croisette.",
    ],
    [
      "The boat from Cannes to Saint-Honorat takes twenty minutes and leaves the noise behind.",
      "Le bateau de Cannes à Saint-Honorat met vingt minutes, et laisse le bruit derrière lui.",
    ],
  ],
  annecy: [
    [
      "In Annecy I walk along the lake early, before the bicycles are awake.",
      "À Annecy, je longe le lac de bonne heure, avant le réveil des vélos.",
    ],
    [
      "Winter suits Annecy: the canals steam a little and the terraces are free.",
      "L'hiver va bien à Annecy : les canaux fument un peu, et les terrasses sont libres.",
    ],
  ],
  biarritz: [
    [
      "In Biarritz I read the swell from the lighthouse before deciding anything.",
      "À Biarritz, je regarde la houle depuis le phare avant de décider quoi que ce soit.",
    ],
    [
      "The covered market of Biarritz at nine, the Côte des Basques at low tide: a day is soon made.",
      "Les halles de Biarritz à neuf heures, la côte des Basques à marée basse : la journée est vite faite.",
    ],
  ],
  "aix-en-provence": [
    [
      "In Aix I know the fountains by their moss and the cafés by their shade.",
      "À Aix, je connais les fontaines à leur mousse et les cafés à leur ombre.",
    ],
    [
      "The road out of Aix towards Sainte-Victoire is best before eight or after six.",
      "La route qui va d'Aix vers la Sainte-Victoire est plus belle avant huit heures ou après dix-huit.",
    ],
  ],
  brussels: [
    [
      "In Brussels I collect Art Nouveau front doors; Ixelles and Saint-Gilles have the best.",
      "À Bruxelles, je collectionne les portes Art nouveau ; Ixelles et Saint-Gilles ont les plus belles.",
    ],
    [
      "The flea market on the Place du Jeu de Balle tells you what Brussels kept and what it let go.",
      "Le marché aux puces de la place du Jeu de Balle dit ce que Bruxelles a gardé, et ce qu'elle a laissé partir.",
    ],
  ],
  antwerp: [
    [
      "In Antwerp I walk under the river by the old pedestrian tunnel and look back from the far bank.",
      "À Anvers, je passe sous le fleuve par le vieux tunnel piéton, et je me retourne sur l'autre rive.",
    ],
    [
      "The printing museum in Antwerp has a courtyard where I could spend every Thursday.",
      "À Anvers, le musée de l'imprimerie a une cour où je pourrais passer tous mes jeudis.",
    ],
  ],
  ghent: [
    [
      "In Ghent the Patershol is a tangle of lanes that I never cross the same way twice.",
      "À Gand, le Patershol est un écheveau de ruelles que je ne traverse jamais deux fois pareil.",
    ],
    [
      "I like Ghent by night: somebody thought carefully about every lamp.",
      "J'aime Gand la nuit : quelqu'un y a réfléchi à chaque lampe.",
    ],
  ],
  liege: [
    [
      "In Liège there are 374 steps in the Bueren stairs; I know the gentle way round.",
      "À Liège, la montagne de Bueren compte 374 marches ; je connais le détour en pente douce.",
    ],
    [
      "The Batte market, along the Meuse, fills my Sundays in Liège.",
      "Le marché de la Batte, le long de la Meuse, remplit mes dimanches à Liège.",
    ],
  ],
  geneva: [
    [
      "In Geneva I cross the lake on the small yellow boats, for the price of a tram ticket.",
      "À Genève, je traverse la rade sur les petits bateaux jaunes, pour le prix d'un tram.",
    ],
    [
      "Carouge, ten minutes from the centre of Geneva, still keeps its workshops and low houses.",
      "Carouge, à dix minutes du centre de Genève, garde encore ses ateliers et ses maisons basses.",
    ],
  ],
  lausanne: [
    [
      "Lausanne is all slopes; I plan it downhill, from the cathedral to Ouchy.",
      "Lausanne est toute en pente ; je la prévois en descente, de la cathédrale à Ouchy.",
    ],
    [
      "From Lausanne the terraces of Lavaux are a quarter of an hour away by train.",
      "De Lausanne, les terrasses de Lavaux sont à un quart d'heure de train.",
    ],
  ],
  zurich: [
    [
      "In Zurich I swim in the Limmat in summer and look at it from a tea room in winter.",
      "À Zurich, je nage dans la Limmat l'été, et je la regarde l'hiver depuis un salon de thé.",
    ],
    [
      "Lindenhof, with its chessboards and its view of the roofs, is my favourite waiting place in Zurich.",
      "Le Lindenhof, ses échiquiers et sa vue sur les toits : mon lieu d'attente préféré à Zurich.",
    ],
  ],
  basel: [
    [
      "In Basel I take the cable ferries: no engine, only the Rhine and a bell.",
      "À Bâle, je prends les bacs à câble : pas de moteur, seulement le Rhin et une cloche.",
    ],
    [
      "Basel has more museums than rainy days; I keep them for both.",
      "Bâle compte plus de musées que de jours de pluie ; je garde les uns pour les autres.",
    ],
  ],
  london: [
    [
      "In London I walk the Regent's Canal from Little Venice, and leave the tube to others.",
      "À Londres, je suis le Regent's Canal depuis Little Venice, et je laisse le métro aux autres.",
    ],
    [
      "The Inns of Court at lunchtime, with their lawns and fig trees, are the quietest part of London.",
      "Les Inns of Court à l'heure du déjeuner, leurs pelouses et leurs figuiers, sont le coin le plus calme de Londres.",
    ],
    [
      "I know London by its bookshops: Marylebone for travel, Bloomsbury for print, Peckham for the rest.",
      "Je connais Londres par ses librairies : Marylebone pour le voyage, Bloomsbury pour l'estampe, Peckham pour le reste.",
    ],
  ],
  edinburgh: [
    [
      "In Edinburgh I go through the closes rather than along the Royal Mile.",
      "À Édimbourg, je passe par les venelles plutôt que par le Royal Mile.",
    ],
    [
      "The Water of Leith crosses Edinburgh unseen; I walk along it in all weathers.",
      "La Water of Leith traverse Édimbourg sans qu'on la voie ; je la longe par tous les temps.",
    ],
  ],
  manchester: [
    [
      "In Manchester I like the reading room of the John Rylands Library, and whispering in it.",
      "À Manchester, j'aime la salle de lecture de la bibliothèque John Rylands, et y chuchoter.",
    ],
    [
      "Ancoats has turned its mills into bakeries; Manchester at breakfast starts there.",
      "Ancoats a changé ses filatures en boulangeries ; Manchester, au petit déjeuner, commence là.",
    ],
  ],
  bath: [
    [
      "In Bath I take the canal path to Bathampton and come back by the hill for the view.",
      "À Bath, je prends le chemin du canal jusqu'à Bathampton, et je reviens par la colline, pour la vue.",
    ],
    [
      "The Royal Crescent is best seen from the grass, with a flask.",
      "Le Royal Crescent se regarde de la pelouse, avec une bouteille thermos.",
    ],
  ],
  luxembourg: [
    [
      "In Luxembourg I follow the Corniche first and take the lift down to the Grund afterwards.",
      "À Luxembourg, je suis d'abord la Corniche, puis je prends l'ascenseur jusqu'au Grund.",
    ],
    [
      "Luxembourg has valleys in the middle of the city; half of my walks never meet a car.",
      "Luxembourg a des vallées en pleine ville ; la moitié de mes promenades ne croise aucune voiture.",
    ],
  ],
  lisbon: [
    [
      "In Lisbon I climb to Graça early and let the city come down to the river by itself.",
      "À Lisbonne, je monte tôt à Graça, et je laisse la ville descendre seule jusqu'au fleuve.",
    ],
    [
      "Campo de Ourique, flat and full of bakeries, is the Lisbon I show first.",
      "Campo de Ourique, plat et plein de boulangeries, est la Lisbonne que je montre d'abord.",
    ],
  ],
  rome: [
    [
      "In Rome I go to the Aventine for the orange garden and stay for the shade.",
      "À Rome, je vais sur l'Aventin pour le jardin des Orangers, et j'y reste pour l'ombre.",
    ],
    [
      "Testaccio market at noon explains Rome better than the Forum at any hour.",
      "Le marché de Testaccio à midi explique mieux Rome que le Forum à toute heure.",
    ],
  ],
  amsterdam: [
    [
      "In Amsterdam I prefer the Plantage to the canals of the postcards.",
      "À Amsterdam, je préfère le Plantage aux canaux de carte postale.",
    ],
    [
      "The free ferries behind the station are the best half hour in Amsterdam.",
      "Les bacs gratuits, derrière la gare, offrent la meilleure demi-heure d'Amsterdam.",
    ],
  ],
}
