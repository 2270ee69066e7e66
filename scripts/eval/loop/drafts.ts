// Drafts a FAQ for each of 50 planted gaps: half of them have an answer in the content, the others only texts that look
// alike. Prints how many drafts are right, rightly empty, empty though there is an answer, and wrong.
// npm run eval -- drafts [--show FILE.txt]
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { draftFaq } from '../../../src/features/gaps/server/draft-faq.ts'
import { gaps } from '../../../src/features/gaps/server/index.ts'
import type { TextEncoder } from '../../../src/features/ranking/server/index.ts'
import { inTransaction } from '../../../src/features/workspaces/server/index.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { cachedEncoder } from '../cached-encoder.ts'
import { openScratchHelpCenter } from './scratch-help-center.ts'

interface PlantedGaps {
  faqs: { question: string; answer: string }[]
  texts: { title: string; content: string }[]
  /** `answer`: words of the one right answer; null where nothing answers. */
  gaps: { answer: string | null; phrasings: string[] }[]
}
export type DraftVerdict = 'right' | 'rightly empty' | 'empty' | 'wrong'
export interface JudgedDraft {
  verdict: DraftVerdict
  expected: string | null
  phrasings: string[]
  question: string
  answer: string
  sources: string[]
}

export async function judgedDrafts(encoder: TextEncoder | null): Promise<JudgedDraft[]> {
  const planted = JSON.parse(readFileSync(new URL('planted-gaps.json', import.meta.url), 'utf8')) as PlantedGaps
  const center = await openScratchHelpCenter(encoder, 'Lindel')
  for (const faq of planted.faqs) await center.addFaq(faq)
  await center.addTexts(planted.texts)
  await center.embed()
  const judged: JudgedDraft[] = []
  for (const { answer: expected, phrasings } of planted.gaps) {
    const id = newId()
    const ids = await center.recordFailed(phrasings.map((text) => ({ text, outcome: 'refused' })))
    await inTransaction(center.context, async ({ tx, workspaceId }) => {
      await tx.insert(gaps).values({ workspaceId, id, representativeId: ids[0]!, asked: ids.length })
      await center.place(tx, ids, id)
    })
    const { question, answer, sources } = await draftFaq(center.answering, center.context, id)
    const isRight = expected !== null && answer.includes(expected)
    const verdict = answer === '' ? (expected === null ? 'rightly empty' : 'empty') : isRight ? 'right' : 'wrong'
    judged.push({ verdict, expected, phrasings, question, answer, sources: sources.map(({ title }) => title) })
  }
  await center.close()
  return judged
}

export async function evalDrafts(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { show: { type: 'string' } } })
  const encoder = cachedEncoder()
  for (const [name, used] of [
    ['words and meaning', encoder],
    ['words alone', null],
  ] as const) {
    const judged = await judgedDrafts(used)
    const count = (verdict: DraftVerdict) => judged.filter((one) => one.verdict === verdict).length
    const good = count('right') + count('rightly empty')
    console.log(
      `${name.padEnd(20)} ${count('right')} right, ${count('rightly empty')} rightly empty, ${count('empty')} empty though answered, ${count('wrong')} wrong: ${Math.round((100 * good) / judged.length)} % of ${judged.length} good`,
    )
    if (values.show && used === encoder)
      writeFileSync(
        values.show,
        judged
          .map(({ verdict, phrasings, question, answer, sources }) =>
            [
              `${verdict}: ${phrasings.join(' / ')}`,
              `  ${question}`,
              `  ${answer || '(empty)'}  [${sources.join(', ')}]`,
            ].join('\n'),
          )
          .join('\n\n'),
      )
  }
  await encoder?.close()
}
