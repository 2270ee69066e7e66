// Texts on which a careless pattern takes the square of their length, or worse: what is read of one takes a moment, or
// the rest of the day.

/** As long as a body of a megabyte allows, with room for the rest. */
export const LONG = 300_000

const repeated = (what: string, length: number): string => what.repeat(Math.ceil(length / what.length))

const PUMPS = [' ', '\n', 'a', '0', '.', '-', '#', '*', '@', '/', '"', '<', '|', 'a.', 'a@', '**a', ' a', '\n ', '\t#']
const FRAMES: [before: string, after: string][] = [
  ['', '\u0001'],
  ['# a', 'b'],
  ['a@', ' x'],
  ['https://a', '\u0001'],
]

/** Each with its name. */
export const longTexts = (length = LONG): [name: string, text: string][] =>
  PUMPS.flatMap((pump) =>
    FRAMES.map(([before, after]): [string, string] => [
      JSON.stringify(`${before}${pump}…${after}`),
      before + repeated(pump, length) + after,
    ]),
  )
