// Questions for the benchmarks: made of invented words whose frequencies fall as those of a language do.

const VOCABULARY = 4000
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'ke', 'li', 'mo', 'nu', 'pa', 're', 'si', 'to', 'vu', 'za']

/** The word of a rank: three or four syllables, a different one for each rank below 16 to the power of four. */
function word(rank: number): string {
  const syllable = (shift: number) => SYLLABLES[(rank >> shift) & 15] ?? ''
  return `${syllable(0)}${syllable(4)}${syllable(8)}${rank >= 4096 ? syllable(12) : ''}`
}

/**
 * @param count how many
 * @returns different questions of seven words, the same at every call
 */
export function vocabularyQuestions(count: number): string[] {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  // An exponential spread over the ranks: the commonest word is in most questions, most words are rare (Zipf).
  const pick = () => word(Math.min(VOCABULARY - 1, Math.floor(VOCABULARY ** random()) - 1))
  return Array.from({ length: count }, (_, index) => {
    const words = Array.from({ length: 5 }, pick)
    return ['How', ...words, word(VOCABULARY + index)].join(' ')
  })
}

/**
 * Variants of questions as visitors write them: a third unchanged, a third without their most specific word, a third
 * with two letters swapped.
 * @param count how many, spread over all questions
 */
export function visitorQuestions(questions: string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const words = (questions[(index * 7919) % questions.length] ?? '').split(' ').slice(1)
    if (index % 3 === 1) words.pop()
    if (index % 3 === 2) {
      const position = index % words.length
      words[position] = (words[position] ?? '').replace(/^(...)(.)(.)/, '$1$3$2')
    }
    return words.join(' ')
  })
}
