/** A piece of text and the logarithm of its frequency; a token's id is its index in the vocabulary. */
export type Vocabulary = readonly (readonly [piece: string, logProbability: number])[]

/** The first entries are control tokens, which no text contains. */
const CONTROL_TOKENS = 6
const UNKNOWN_TOKEN = 0
/** SentencePiece writes a space as this character, and one before the text. */
const SPACE_MARK = '\u2581'

interface TokenStep {
  score: number
  token: number
  start: number
}

/**
 * Splits texts into tokens by SentencePiece's unigram model (Kudo 2018): the sequence of pieces with the highest sum of
 * log probabilities, found by the Viterbi algorithm.
 */
export function createTokenizer(vocabulary: Vocabulary): (text: string) => number[] {
  const tokenByPiece = new Map<string, number>()
  let longestPiece = 0
  for (let tokenNumber = CONTROL_TOKENS; tokenNumber < vocabulary.length; tokenNumber++) {
    const [piece] = vocabulary[tokenNumber]!
    tokenByPiece.set(piece, tokenNumber)
    longestPiece = Math.max(longestPiece, piece.length)
  }

  function bestSteps(spacedText: string): (TokenStep | undefined)[] {
    const stepsByEnd: (TokenStep | undefined)[] = [{ score: 0, token: UNKNOWN_TOKEN, start: 0 }]
    for (let pieceStart = 0; pieceStart < spacedText.length; pieceStart++) {
      const { score } = stepsByEnd[pieceStart] ?? {}
      if (score === undefined) continue
      const reachEnd = (pieceEnd: number, tokenNumber: number, piecesScore: number) => {
        const knownStep = stepsByEnd[pieceEnd]
        if (!knownStep || score + piecesScore >= knownStep.score)
          stepsByEnd[pieceEnd] = { score: score + piecesScore, token: tokenNumber, start: pieceStart }
      }
      let hasKnownPiece = false
      for (
        let pieceEnd = pieceStart + 1;
        pieceEnd <= Math.min(spacedText.length, pieceStart + longestPiece);
        pieceEnd++
      ) {
        const tokenNumber = tokenByPiece.get(spacedText.slice(pieceStart, pieceEnd))
        if (tokenNumber === undefined) continue
        hasKnownPiece = true
        reachEnd(pieceEnd, tokenNumber, vocabulary[tokenNumber]![1])
      }
      if (!hasKnownPiece)
        reachEnd(pieceStart + String.fromCodePoint(spacedText.codePointAt(pieceStart)!).length, UNKNOWN_TOKEN, 0)
    }
    return stepsByEnd
  }

  return (sentenceText) => {
    const normalized = sentenceText.normalize('NFKC')
    if (normalized === '') return []
    const markedText = SPACE_MARK + normalized.replaceAll(' ', SPACE_MARK)
    const chosenSteps = bestSteps(markedText)
    const reversed: number[] = []
    for (let pieceEnd = markedText.length; pieceEnd > 0; ) {
      const { token, start } = chosenSteps[pieceEnd]!
      // A run of unknown characters is one token.
      if (token !== UNKNOWN_TOKEN || reversed.at(-1) !== UNKNOWN_TOKEN) reversed.push(token)
      pieceEnd = start
    }
    return reversed.reverse()
  }
}
