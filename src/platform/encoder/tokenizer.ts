/** A piece of text and the logarithm of its frequency; a token's id is its index in the vocabulary. */
export type Vocabulary = readonly (readonly [piece: string, logProbability: number])[]

/** The first entries are control tokens, which no text contains. */
const CONTROL_TOKENS = 6
const UNKNOWN_TOKEN = 0
/** SentencePiece writes a space as this character, and one before the text. */
const SPACE = '\u2581'

interface Step {
  score: number
  token: number
  start: number
}

/**
 * Splits texts into tokens by SentencePiece's unigram model (Kudo 2018): the sequence of pieces with the highest sum of
 * log probabilities, found by the Viterbi algorithm.
 */
export function createTokenizer(vocabulary: Vocabulary): (text: string) => number[] {
  const tokens = new Map<string, number>()
  let longestPiece = 0
  for (let token = CONTROL_TOKENS; token < vocabulary.length; token++) {
    const [piece] = vocabulary[token]!
    tokens.set(piece, token)
    longestPiece = Math.max(longestPiece, piece.length)
  }

  function bestSteps(text: string): (Step | undefined)[] {
    const steps: (Step | undefined)[] = [{ score: 0, token: UNKNOWN_TOKEN, start: 0 }]
    for (let start = 0; start < text.length; start++) {
      const { score } = steps[start] ?? {}
      if (score === undefined) continue
      const reach = (end: number, token: number, piecesScore: number) => {
        const known = steps[end]
        if (!known || score + piecesScore >= known.score) steps[end] = { score: score + piecesScore, token, start }
      }
      let isKnown = false
      for (let end = start + 1; end <= Math.min(text.length, start + longestPiece); end++) {
        const token = tokens.get(text.slice(start, end))
        if (token === undefined) continue
        isKnown = true
        reach(end, token, vocabulary[token]![1])
      }
      if (!isKnown) reach(start + String.fromCodePoint(text.codePointAt(start)!).length, UNKNOWN_TOKEN, 0)
    }
    return steps
  }

  return (text) => {
    const normalized = text.normalize('NFKC')
    if (normalized === '') return []
    const spaced = SPACE + normalized.replaceAll(' ', SPACE)
    const steps = bestSteps(spaced)
    const reversed: number[] = []
    for (let end = spaced.length; end > 0; ) {
      const { token, start } = steps[end]!
      // A run of unknown characters is one token.
      if (token !== UNKNOWN_TOKEN || reversed.at(-1) !== UNKNOWN_TOKEN) reversed.push(token)
      end = start
    }
    return reversed.reverse()
  }
}
