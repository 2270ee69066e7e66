import type { EngineFigures, RefusalFigures } from './measure.ts'
import type { MissingFigures } from './missing.ts'
import { type RetrievalSet, type Split, splitOf } from './sets.ts'

const figure = (x: number): string => x.toFixed(3).replace(/^0/, '').padStart(7)
const percent = (x: number | undefined): string => (x === undefined ? '–' : `${(100 * x).toFixed(1)} %`)
const curve = (x: number | undefined): string => (x === undefined ? '–' : x.toFixed(3))
const milliseconds = (x: number): string => x.toFixed(1).padStart(7)

export function printHeading(set: RetrievalSet, split: Split): void {
  const n = splitOf(set.queries, split).length
  console.log(`\n${set.name} (${set.lang}): ${set.docs.length} documents, ${n} questions (${split})`)
  console.log(`${''.padEnd(28)} MRR@10    R@1    R@5 nDCG@10   typo  p50 ms p95 ms`)
}

export function printEngine(f: EngineFigures): void {
  const columns = [f.mrr, f.recall1, f.recall5, f.ndcg, f.typoMrr].map(figure).join('')
  console.log(`${f.engine.padEnd(28)}${columns} ${milliseconds(f.p50)}${milliseconds(f.p95)}`)
}

export function printRefusal(f: RefusalFigures): void {
  console.log(
    `  AUROC far ${curve(f.areaFar)} near ${curve(f.areaNear)}; far not answered ${percent(f.farNotAnswered)}; ` +
      `wrongly refused ${percent(f.wronglyRefused)}; answered ${percent(f.answered)}, of these right ` +
      percent(f.answeredRight),
  )
}

export function printMissing({ questions, answered }: MissingFigures): void {
  console.log(
    `  with most of the documents taken out, of ${questions} questions about these answered ${percent(answered)}`,
  )
}
