/** A measured line as it is kept in a file. */
export interface Line {
  database: string
  stage: string
  what: string
  /** Requests per second of a bare server beside it. */
  bareServer: number
  /** Present for a rate. */
  perSecond?: number
  /** Present for anything else; less is better. */
  figure?: number
}

/** From this share on, a line counts as slower. */
const TOLERANCE = 0.15
/** Figures that depend on the speed of the machine. */
const IS_TIME = /\b(seconds|s|ms)\b/u

const keyOf = ({ database, stage, what }: Line): string => JSON.stringify([database, stage, what])

/** Cost of a line, regardless of the machine's speed; NaN where nothing was measured. */
function costOf({ what, bareServer, perSecond, figure = Number.NaN }: Line): number {
  if (perSecond !== undefined) return bareServer / perSecond
  return IS_TIME.test(what) ? figure * bareServer : figure
}

export interface Regression {
  line: Line
  /** Share by which it costs more than before; 1 where the line is missing now. */
  by: number
}

/** The lines that cost over 15 % more than before, and those that are missing. */
export function regressions(before: readonly Line[], now: readonly Line[]): Regression[] {
  const measured = new Map(now.map((line) => [keyOf(line), line]))
  return before.flatMap((line) => {
    const cost = costOf(line)
    const later = measured.get(keyOf(line))
    if (!later) return [{ line, by: 1 }]
    // A figure of 0 has no share.
    const by = cost > 0 ? costOf(later) / cost - 1 : 0
    return by > TOLERANCE ? [{ line, by }] : []
  })
}

/** The better one of each line: a single run can be slow because the machine was busy. */
export function bestOf(runs: readonly (readonly Line[])[]): Line[] {
  const best = new Map<string, Line>()
  for (const line of runs.flat()) {
    const known = best.get(keyOf(line))
    if (!known || costOf(line) < costOf(known)) best.set(keyOf(line), line)
  }
  return [...best.values()]
}
