import type { Agreement } from './compare.ts'

/** A file with what came of it. */
export interface Reading {
  name: string
  /** Extension of the file, by which files are summed up. */
  kind: string
  agreement: Agreement | null
  /** Why it could not be read. */
  reason: string | null
}

const percent = (share: number | null): string =>
  share === null ? '     –' : `${(share * 100).toFixed(1).padStart(5)}%`
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
const mean = (values: number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

const HEAD = '  words   kept  order  rows   code   added'

const line = (words: number, shares: (number | null)[], name: string): string =>
  `${String(words).padStart(7)} ${shares.map(percent).join(' ')}  ${name}`

function ofOne({ words, kept, order, rows, rowsKept, code, codeKept, added, read }: Agreement, name: string): string {
  return line(
    words,
    [share(kept, words), order, share(rowsKept, rows), share(codeKept, code), share(added, read)],
    name,
  )
}

function printKind(kind: string, readings: readonly Reading[]): void {
  const found = readings.flatMap(({ agreement }) => (agreement ? [agreement] : []))
  const withText = found.filter(({ words }) => words > 0)
  const sum = (of: (one: Agreement) => number) => found.reduce((total, one) => total + of(one), 0)
  const keptShares = withText.map(({ kept, words }) => kept / words)
  console.log(`\n${kind}: ${readings.length} files, ${withText.length} with text that were read`)
  console.log(HEAD)
  console.log(
    line(
      sum(({ words }) => words),
      [
        share(
          sum(({ kept }) => kept),
          sum(({ words }) => words),
        ),
        mean(found.flatMap(({ order }) => order ?? [])),
        share(
          sum(({ rowsKept }) => rowsKept),
          sum(({ rows }) => rows),
        ),
        share(
          sum(({ codeKept }) => codeKept),
          sum(({ code }) => code),
        ),
        share(
          sum(({ added }) => added),
          sum(({ read }) => read),
        ),
      ],
      'in total',
    ),
  )
  console.log(
    `  mean words kept per file ${percent(mean(keptShares))}; under 95%: ${keptShares.filter((one) => one < 0.95).length}, under 80%: ${keptShares.filter((one) => one < 0.8).length}`,
  )
  const reasons = Map.groupBy(
    readings.flatMap((one) => (one.reason === null ? [] : [one])),
    ({ reason }) => reason,
  )
  for (const [reason, files] of reasons)
    console.log(
      `  ${files.length} not read: ${reason} (${files
        .slice(0, 4)
        .map(({ name }) => name)
        .join(', ')})`,
    )
}

/** Prints each file, unless all is well with it or `all` is set, and the sums by kind. */
export function printReadings(readings: readonly Reading[], all: boolean): void {
  console.log(`${HEAD}  file`)
  for (const { name, agreement } of readings) {
    if (!agreement) continue
    const { words, kept, code, codeKept } = agreement
    if (all || kept < words * 0.98 || codeKept < code) console.log(ofOne(agreement, name))
  }
  for (const [kind, some] of Map.groupBy(readings, (one) => one.kind)) printKind(kind, some)
}
