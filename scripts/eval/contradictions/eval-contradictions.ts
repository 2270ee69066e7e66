// Compares planted pairs of texts and prints which share of contradictions is found, and which share of harmless pairs
// is reported.
// npm run eval -- contradictions [--half 1|2|3] [--show]
import { parseArgs } from 'node:util'
import { differenceOf, type PlantedPair, plantedPairs } from './planted-pairs.ts'

const HALVES = { 1: 'half 1', 2: 'half 2', 3: 'written afterwards' }

interface Compared {
  pair: PlantedPair
  isReported: boolean
}

const share = (compared: readonly Compared[], real: boolean): string => {
  const those = compared.filter(({ pair }) => pair.real === real)
  const reported = those.filter(({ isReported }) => isReported).length
  return `${reported} of ${those.length}`.padStart(10) + `${Math.round((100 * reported) / those.length)} %`.padStart(6)
}

function printShares(name: string, compared: readonly Compared[]): void {
  console.log(`${name.padEnd(24)}${share(compared, true)}   ${share(compared, false)}`)
}

export function evalContradictions(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: { half: { type: 'string' }, show: { type: 'boolean', default: false } },
  })
  const pairs = plantedPairs().filter(({ half }) => !values.half || half === Number(values.half))
  const compared = pairs.map((pair): Compared => ({ pair, isReported: differenceOf(pair) !== null }))
  console.log(`${''.padEnd(24)}${'found'.padStart(16)}   ${'false'.padStart(16)}`)
  for (const [half, name] of Object.entries(HALVES)) {
    const those = compared.filter(({ pair }) => pair.half === Number(half))
    if (those.length > 0) printShares(name, those)
  }
  for (const field of ['language', 'kind'] as const)
    for (const [name, those] of Map.groupBy(compared, ({ pair }) => pair[field])) printShares(name, those)
  printShares('all', compared)
  if (!values.show) return
  for (const { pair } of compared.filter(({ pair, isReported }) => pair.real !== isReported))
    console.log(
      `\n${pair.real ? 'not found' : 'false'}: ${pair.language}, ${pair.kind}\n${pair.texts
        .map(({ where, title, body }) => `  ${where}: ${title} | ${body}`)
        .join('\n')}`,
    )
}
