// Answers of a model about known passages with right and wrong sentences: opposite, invented, in another language, and
// injected ones. The topics of the half "unseen" were not looked at while the check was tuned.
import { expect, it } from 'vitest'
import { withoutCitations } from '../../domain/model/citations.ts'
import { REVIEW_SYSTEM } from '../../domain/model/claim-review.ts'
import planted from './planted-answers.json' with { type: 'json' }
import { writeCheckedAnswer } from './write-checked-answer.ts'

/** Replies of the second call: right ones, or the same for every statement. */
type Reviewer = 'right' | 'always yes' | 'always no' | 'off'

interface Share {
  kept: number
  of: number
}

const shown = (sentence: string) => withoutCitations(sentence.slice(2)).trim()
const percent = ({ kept, of }: Share) => (100 * kept) / of

async function keptSentences(topic: (typeof planted)[number], sentences: string[], reviewer: Reviewer) {
  const isTrue = new Map(sentences.map((sentence) => [shown(sentence), sentence.startsWith('+')]))
  let shownText = ''
  let reviews = 0
  await writeCheckedAnswer(
    async function* ({ system, prompt }) {
      if (system !== REVIEW_SYSTEM) {
        yield* sentences
          .map((sentence) => sentence.slice(2))
          .join('\n\n')
          .match(/.{1,7}/gsu) ?? []
        return
      }
      reviews += 1
      const statements = [...prompt.matchAll(/<statement number="(\d+)"[^>]*>\n(.*)\n<\/statement>/gu)]
      for (const [, number, text = ''] of statements) {
        const isConfirmed = reviewer === 'right' ? isTrue.get(text.trim()) : reviewer === 'always yes'
        yield `${number} ${isConfirmed ? 'yes' : 'no'}\n`
      }
    },
    {
      ...{ workspaceName: 'Kettle', question: topic.topic, turns: [], passages: topic.passages },
      style: { tone: 'neutral', instructions: '' },
      reviewsClaims: reviewer !== 'off',
      signal: new AbortController().signal,
      onDelta: async (text) => {
        shownText += text
      },
    },
  )
  return { kept: sentences.filter((sentence) => shownText.includes(shown(sentence))), reviews }
}

async function figures(half: string, reviewer: Reviewer) {
  const right: Share = { kept: 0, of: 0 }
  const wrong: Share = { kept: 0, of: 0 }
  const calls: Share = { kept: 0, of: 0 }
  for (const topic of planted.filter((one) => one.half === half))
    for (const { sentences } of topic.outputs) {
      const { kept, reviews } = await keptSentences(topic, sentences, reviewer)
      calls.kept += reviews
      calls.of += 1
      for (const sentence of sentences) {
        const share = sentence.startsWith('+') ? right : wrong
        share.of += 1
        if (kept.includes(sentence)) share.kept += 1
      }
    }
  return { right, wrong, calls }
}

it.each(['tuning', 'unseen'])('%s: a correct review keeps the right statements', async (half) => {
  for (const reviewer of ['right', 'always yes', 'always no', 'off'] as const) {
    const { right, wrong, calls } = await figures(half, reviewer)
    const share = (one: Share) => `${one.kept}/${one.of} (${percent(one).toFixed(1)} %)`
    console.info(
      `${half}, review ${reviewer}: right kept ${share(right)}, wrong kept ${share(wrong)}, answers reviewed ${share(calls)}`,
    )
    if (reviewer !== 'right') continue
    expect(percent(right)).toBeGreaterThanOrEqual(95)
    expect(percent(wrong)).toBeLessThanOrEqual(3)
  }
})
