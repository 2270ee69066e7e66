// Vectors for tests: words, pieces of words and a few known meanings, hashed. The same text always gives the same vector,
// texts that share words come out close, and so do the paraphrases whose words are listed as one meaning.

const STOPWORDS = new Set(
  'a an and are as at be by can could do does for from get has have how i if in is it me my of on or our so some that the their there this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Words of one row mean the same to the fake. */
const MEANINGS = [
  'refund refunds money reimbursed reimbursement cash',
  'aquarium goldfish tank',
  'umbrella umbrellas brolly parasol',
  'gale gales tempest hurricane',
  'dog dogs hound puppy',
  'scone scones pastry',
  'gluten coeliac',
]

const meaningOf = new Map(
  MEANINGS.flatMap((row, index) => row.split(' ').map((word) => [word, `meaning ${index}`] as const)),
)

const WEIGHTS = { meaning: 2, word: 1, grams: 0.5 }

/** FNV-1a. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let index = 0; index < text.length; index++) h = Math.imul(h ^ text.charCodeAt(index), 0x01000193)
  return h >>> 0
}

function* featuresOf(text: string): Generator<[string, number]> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}]+)*/gu) ?? []
  for (const word of words) {
    if (STOPWORDS.has(word)) continue
    const meaning = meaningOf.get(word)
    if (meaning) yield [meaning, WEIGHTS.meaning]
    else yield [`word ${word}`, WEIGHTS.word]
    const framed = `<${word}>`
    for (let index = 0; index + 3 <= framed.length; index++) {
      yield [`gram ${framed.slice(index, index + 3)}`, WEIGHTS.grams / (framed.length - 2)]
    }
  }
}

/** A unit vector. `space`: vectors of different spaces have nothing to do with each other. */
export function vectorOf(text: string, length: number, space = ''): number[] {
  const vector = new Array<number>(length).fill(0)
  for (const [feature, weight] of featuresOf(text)) {
    const h = hash(`${space} ${feature}`)
    vector[h % length]! += (h >>> 31 ? -1 : 1) * weight
  }
  // A text of stopwords alone still has a direction.
  if (!vector.some((x) => x !== 0)) vector[hash(`${space} ${text}`) % length] = 1
  const norm = Math.hypot(...vector)
  return vector.map((x) => x / norm)
}
