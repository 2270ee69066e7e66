// Measures quality: of search beside other engines or, with a first word, of one part. CONTRIBUTING.md lists the parts.
// npm run eval -- --data FOLDER [--set NAME[,NAME]] [--split odd|even|all] [--own].
import { parseArgs } from 'node:util'
import { evalAnswers } from './eval/answers/eval-answers.ts'
import { bm25, miniSearch, miniSearchExact, postgresFullText } from './eval/baselines.ts'
import { evalContradictions } from './eval/contradictions/eval-contradictions.ts'
import type { Engine } from './eval/engine.ts'
import { evalGrouping } from './eval/grouping.ts'
import { measureEngine, measureRefusal } from './eval/measure.ts'
import { measureMissing } from './eval/missing.ts'
import { ownEngine } from './eval/own.ts'
import { printEngine, printHeading, printMissing, printRefusal } from './eval/report.ts'
import { loadSets, type Split } from './eval/sets.ts'

if (process.argv[2] === 'citations') {
  const { measureCitations } = await import('./eval/citations.ts')
  await measureCitations(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'answers') {
  await evalAnswers(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'passages') {
  const { measurePassages } = await import('./eval/passages.ts')
  await measurePassages(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'grouping') {
  await evalGrouping(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'drafts') {
  const { evalDrafts } = await import('./eval/loop/drafts.ts')
  await evalDrafts(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'week') {
  const { evalWeek } = await import('./eval/loop/week.ts')
  await evalWeek(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'contradictions') {
  evalContradictions(process.argv.slice(3))
  process.exit(0)
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    set: { type: 'string' },
    split: { type: 'string', default: 'odd' },
    own: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
})
const SPLITS = ['odd', 'even', 'all']
if (!values.data || !SPLITS.includes(values.split)) {
  console.error('Usage: npm run eval -- --data FOLDER [--set NAME[,NAME]] [--split odd|even|all] [--own]')
  process.exit(2)
}
if (positionals[0] === 'reading') {
  const { measureReading } = await import('./eval/reading.ts')
  await measureReading(values.data, values.all)
  process.exit(0)
}
if (positionals[0] === 'truth') {
  const { makeTruth } = await import('./eval/reading/make-truth.ts')
  await makeTruth(values.data)
  process.exit(0)
}
const split = values.split as Split
const sets = loadSets(values.data, values.set)
if (positionals[0] === 'first-entries') {
  const { printFirstEntries } = await import('./eval/first-entries.ts')
  await printFirstEntries(sets, split)
  process.exit(0)
}
if (!sets.length) {
  console.error(`No retrieval set found in ${values.data}`)
  process.exit(2)
}
for (const set of sets) {
  printHeading(set, split)
  const own = await ownEngine(set)
  printEngine(await measureEngine(own, set, split))
  for (const make of values.own ? [] : [miniSearch, miniSearchExact, postgresFullText, bm25]) {
    const engine: Engine = await make(set)
    printEngine(await measureEngine(engine, set, split))
    await engine.close()
  }
  printRefusal(await measureRefusal(own, set, split))
  await own.close()
  printMissing(await measureMissing(set, split))
}
