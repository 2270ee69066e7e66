// Text to measure sizes with.

/** Sentences that repeat as little as those of people do: words drawn in a fixed, scattered order. */
export function prose(words: number, seed: number): string {
  const syllables = 'ba ce di fo gu ha le mi no pu ra se ti vo wu ya ze or an el'.split(' ')
  let state = seed
  const next = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * n)
  }
  const word = () => Array.from({ length: 1 + next(3) }, () => syllables[next(syllables.length)]).join('')
  return Array.from({ length: words }, word).join(' ')
}
