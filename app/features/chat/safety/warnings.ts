import { foldText } from "~/domain/chat/words/fold-text"

/** Kinds of demands that a reader should think about, the gravest first. */
export const warningKinds = ["money", "pressure", "elsewhere"] as const
export type WarningKind = (typeof warningKinds)[number]

/**
 * Returns what a message in English or French asks for: money in advance, haste or secrecy, or to leave the site; null for nothing
 * of it. Runs in the reader's browser alone: neither the text nor the judgement leaves it.
 */
export function judgeMessage(text: string): WarningKind | null {
  const sentences = foldText(text)
    .replace(/[’‘]/gu, "'")
    .split(/[.!?;\n]+(?=\s|$)/u)
  const found = new Set(sentences.flatMap((sentence) => judgeSentence(sentence.trim())))
  return warningKinds.find((kind) => found.has(kind)) ?? null
}

function judgeSentence(sentence: string): WarningKind[] {
  if (matches(pressure, sentence)) return ["pressure", ...(asksForMoney(sentence) ? (["money"] as const) : [])]
  if (asksForMoney(sentence)) return ["money"]
  if (matches(addresses, sentence) || hasNumber(sentence)) return ["elsewhere"]
  return matches(elsewhere, sentence) && !isNegated(sentence) ? ["elsewhere"] : []
}

const asksForMoney = (sentence: string) => matches(money, sentence) && !isNegated(sentence)
const matches = (patterns: readonly RegExp[], sentence: string) => patterns.some((one) => one.test(sentence))

/** Whether a sentence says that something is not wanted: “no deposit”, but not “not without a deposit”. */
function isNegated(sentence: string): boolean {
  const plain = sentence.replace(/\b(?:why|if|pourquoi|si) (?:not|pas)\b/gu, "")
  if (/(?:\bnot|n't|\bcannot|\bpas|\bimpossible)\b.*\b(?:without|sans|unless|sauf si)\b/u.test(plain)) return false
  if (/\b(?:only|seulement|uniquement|sinon|otherwise)\b/u.test(plain)) return false
  return /\b(?:not|no|never|without|cannot|pas|jamais|sans|aucun|aucune|rather than|instead of|plutot que)\b|n't\b/u.test(
    plain,
  )
}

/** A digit, and eight to fourteen more with at most two signs between each: a telephone number, or a date with a time. */
const digitRun = /(?<![\p{L}\p{N}])\+?\(?\d(?:[\s./()-]{0,2}\d){8,14}(?!\d)/gu
const datePart = /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\b20\d\d\b/u
const digitName =
  "(?:zero|one|two|three|four|five|six|seven|eight|nine|un|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|treize|vingt|trente|quarante|cinquante|soixante)"
const spelledRun = new RegExp(`\\b${digitName}(?:[\\s,-]+${digitName}){5,}\\b`, "u")

function hasNumber(sentence: string): boolean {
  if (spelledRun.test(sentence)) return true
  return [...sentence.matchAll(digitRun)].some(([run]) => {
    const isPrefixed = /^\+|^00|^\(?0[1-9]/u.test(run)
    // Without a prefix, an unbroken run is the number of a booking or an order.
    const isGrouped = /^\(?\d{2,4}\D/u.test(run) && /^\d{10,11}$/u.test(run.replace(/\D/gu, ""))
    return isPrefixed || (isGrouped && !datePart.test(run))
  })
}

/** Addresses of mail and of messengers. */
const addresses = [
  /[\p{L}\p{N}._+-]+ ?(?:@|\(at\)|\[at\]|\barobase\b) ?[\p{L}\p{N}-]+ ?(?:\.|\(dot\)|\[dot\]|\bdot\b|\bpoint\b) ?[a-z]{2,}/u,
  /\b[\p{L}\p{N}._-]+ at (?:gmail|hotmail|outlook|yahoo|proton|protonmail|icloud|orange|free)\b/u,
  /\b(?:wa\.me|t\.me|signal\.me|m\.me|discord\.gg)\//u,
]

const elsewhere = [
  // Messengers whose name alone says it.
  /\b(?:what'?s ?app|watsapp|wechat|viber|threema|imessage|facetime|snapchat)\b/u,
  /(?<!\b(?:an?|the|old|un|le) )\btelegram\b/u,
  /\b(?:on|via|use|using|have|through|my|to|sur|par|mon|avec|ton|votre) signal\b/u,
  /\b(?:on|my|your|sur|mon|ton|votre) (?:snap|skype|discord|kik|insta|messenger)\b/u,
  /\b(?:add|find|follow|write|message|contact|dm|ajoute|ecri|contacte|rejoin|retrouve)\p{L}*\b.*\b(?:instagram|insta|facebook|skype|discord)\b/u,
  // English.
  /\b(?:text|sms|dm) me\b/u,
  /\b(?:call|phone|ring) me(?: (?:on|at|tonight|tomorrow|later|now|back|when|as|before|after|any|if|please|instead|this)\b|,|$)/u,
  /\b(?:my|your|a) (?:mobile |phone |cell |telephone |private )*numbers?\b(?! (?:of|one)\b)/u,
  /\b(?:my|your) (?:private |personal )?(?:e-?mails?|mail address|email address)\b/u,
  /\b(?:talk|write|chat|continue|speak|move|switch|carry on|go)\b.*\b(?:elsewhere|somewhere else|(?:an)?other (?:app|site|platform)|(?:off|outside) (?:of )?(?:here|this|the) ?(?:site|app|platform)?)/u,
  // French.
  /\b(?:appelle|appelez|telephone|telephonez|rappelle|rappelez)[- ]moi(?: (?:au|sur|ce|demain|quand|plus|vite|des|avant|apres|si|maintenant|a)\b|,|$)/u,
  /\b(?:mon|ton|votre) (?:06|07|numero|portable)\b(?! (?:de (?!telephone|portable|mobile)|du|un)\b)/u,
  /\bnumero de (?:telephone|portable|mobile)\b/u,
  /\b(?:mon|ton|votre) (?:adresse )?(?:e-?mail|mail|courriel)\b/u,
  /\b(?:par|un|des) (?:sms|textos?)\b/u,
  /\b(?:parl|discut|ecri|continu|poursui|pass|echang)\p{L}*\b.*\b(?:ailleurs|autre (?:appli|application|messagerie|site)|(?:hors|en dehors) (?:du|de ce|de cette|de l') ?(?:site|appli|application|plateforme))/u,
]

const coins = "(?:bitcoins?|btc|usdt|ethereum|crypto|cryptos|cryptocurrency|cryptomonnaies?|crypto-monnaies?)"
const paying =
  "(?:pay|pays|paid|payment|send|transfer|accept|take|wallet|deposit|payer|payez|paie|paye|paiement|regler|reglez|envoyer|envoyez|envoie|virer|virez|accepte|portefeuille)"

const money = [
  new RegExp(`\\b${paying}\\b.*\\b${coins}\\b|\\b${coins}\\b.*\\b${paying}\\b`, "u"),
  /\b(?:western union|moneygram|paysafe(?:card)?|neosurf|transcash|pcs mastercard|mandat cash|cash ?app|venmo|zelle|paypal|iban|lydia)\b/u,
  // English.
  /\b(?:bank|wire) transfers?\b|\b(?:wire|transfer) (?:me|the (?:money|deposit|amount|sum|fee))\b/u,
  /\b(?:gift|itunes|steam|amazon|google play|apple|prepaid) (?:card|voucher)s?\b/u,
  /\b(?:pay|paid|payment|money|fee|deposit|half|euros?|pounds|€|£)\b.*\b(?:in advance|up ?front|beforehand|before (?:we|i|you|our|the) ?meet\p{L}*|first)\b/u,
  /\b(?:advance payment|prepayment|prepay)\b/u,
  /\b(?:send|transfer|leave|make|need|pay|require|ask for)\p{L}* (?:me |a |an |the |your |small |\d+ ?)*deposit\b|\bdeposit (?:is )?(?:required|needed|to confirm|to book)\b/u,
  /\b(?:send|lend|give|loan|wire) me (?:some |the |a little )?(?:money|cash|[€£$]? ?\d+)/u,
  /\binvest\b.*\b(?:with me|my|trading|platform|guaranteed)\b/u,
  // French.
  /\b(?:par|un|le|votre|du) virement\b|\b(?:mon|votre|ton|le) rib\b/u,
  /\b(?:cartes?|coupons?|tickets?)[- ](?:cadeaux?|prepayee?s?|itunes|steam|amazon|pcs|recharge)\b/u,
  /\b(?:pay|regl|vers|envoy|envoie|vir)\p{L}*\b.*\b(?:d'avance|a l'avance|avant (?:de|notre|le|la|qu)|par avance)/u,
  /\b(?:paiement|reglement) (?:d'avance|anticipe|a l'avance|par avance)/u,
  /\b(?:acompte|arrhes)\b/u,
  /\b(?:envoie|envoyez|prete|pretez|donne|donnez|verse|versez|avance|avancez)[- ]moi (?:un peu d'argent|de l'argent|l'argent|\d+|une somme|la somme)/u,
]

const pressure = [
  // English.
  /\bnow or never\b|\b(?:last|final|only) (?:chance|warning)\b(?! to (?:see|visit|catch|hear|book))/u,
  /\b(?:don't|do not|never|must not|mustn't) (?:tell|say|mention|speak|talk)\b.*\b(?:anyone|anybody|any one|no one|nobody|your (?:\p{L}+)|them|him|her|police|a soul)\b/u,
  /\b(?:our|a) (?:little )?secret\b(?= ?(?:$|,|between|from|and|or))|\bkeep (?:this|it|that|us) (?:a )?(?:secret|between us|quiet|to yourself)\b/u,
  /\bif you (?:really |truly |ever )*(?:loved?|cared?|trust(?:ed)?|wanted) (?:for |about )?me\b/u,
  /\byou (?:owe me\b(?! (?:a|one)\b)|have no choice|don't have a choice|will regret|'ll regret|must decide now)|\byou'll regret\b/u,
  /\bi(?:'ll| will| can| could) (?:tell|show|send|post|publish|expose|share|leak)\b.*\b(?:everyone|everybody|your (?:wife|husband|family|boss|employer|friends|parents|pictures|photos|messages)|online)\b/u,
  /\b(?:answer|reply|decide|confirm|pay|send it)(?: me)?(?: right)? (?:now|immediately|at once|this (?:minute|instant))\b(?! that)|\bor else\b(?= ?(?:$|,|i\b|you\b))/u,
  /\bi know where you (?:live|work)\b/u,
  // French.
  /\bmaintenant ou jamais\b|\bderni(?:er|ere) (?:chance|avertissement)\b(?! (?:de|pour) (?:voir|visiter|entendre))/u,
  /\b(?:ne|n'en) ?(?:le |la |les |en )?(?:dis|dites|dit|parle|parles|parlez|raconte|racontez)\b.*\b(?:a personne|a quiconque|a (?:ta|ton|votre|vos|tes|la) \p{L}+)\b/u,
  /\b(?:notre|un) (?:petit )?secret\b(?= ?(?:$|,|entre|et|ou))|\b(?:reste|rester|restera) entre nous\b|\bgarde[sz]? (?:ca|cela|ceci|le|-le)?.{0,6}\b(?:secret|pour (?:toi|vous))\b/u,
  /\bsi (?:tu|vous) (?:m'aim\p{L}+|tenais?\p{L}* a moi|teniez a moi|me faisi?ez? confiance|me faisais confiance)/u,
  /\b(?:tu|vous) (?:me (?:dois|devez) (?:bien )?(?:ca|cela)|n'(?:as|avez) pas le choix|(?:vas|allez) (?:le )?regretter|le regretter\p{L}+)/u,
  /\b(?:sinon|ou) je (?:le |la |les |vais |te |vous )*(?:dis|dirai|dire|publie|publier|publierai|montre|montrer|montrerai|raconte|raconter|raconterai|envoie|envoyer|diffuse|diffuser)\b/u,
  /\b(?:repond[sz]?|repondez|decide|decidez|confirme|confirmez|paie|payez)(?:[- ](?:moi|toi|vous))? (?:tout de suite|immediatement|maintenant|sur-le-champ)\b/u,
  /\bje sais ou (?:tu|vous) (?:habit|viv|travaill)\p{L}+/u,
]
