// Asks the questions of real help contents and prints what visitors would get, with the gate fitted on the other contents.
// npm run eval -- answers [--data FOLDER --content FOLDER] [--set NAME[,NAME]] [--fit FILE.json] [--show FILE.txt].
// Without folders it asks about the project's own two contents, for which nothing is fitted.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import gate from '../../../src/features/answering/domain/answer-gate.json' with { type: 'json' }
import { probabilityRight } from '../../../src/features/answering/domain/answer-gate.ts'
import { type AnswerTurn, openAnswerEngine } from './answer-engine.ts'
import { type AnswerSet, loadAnswerSets } from './answer-set.ts'
import { crossValidate, fitGate, givenProbability, type JudgedQuestion } from './cross-validate.ts'
import { holdsFacts, judgeAnswer } from './judge.ts'
import { outcomeAt, printCurve } from './report-answers.ts'

const OWN = join(import.meta.dirname, 'own')

async function askAll(set: AnswerSet, folder: string): Promise<JudgedQuestion[]> {
  const engine = await openAnswerEngine(set, folder)
  const out: JudgedQuestion[] = []
  for (const item of set.questions) {
    if (item.kind === 'chitchat') continue
    const turns: AnswerTurn[] = []
    for (const question of item.previous ?? []) turns.push((await engine.ask(question, turns)).turn)
    const { decision, answerIfGiven, sources, suggestions } = await engine.ask(item.q, turns)
    out.push({
      ...{
        set: set.name,
        item,
        features: decision.features,
        isForbidden: decision.obstacle !== null,
        tier: decision.tier,
      },
      ...{ answer: answerIfGiven, suggestions, verdict: judgeAnswer(item, answerIfGiven, sources) },
      isShown: suggestions.some((text) => holdsFacts(item, text)),
    })
  }
  await engine.close()
  return out
}

export async function evalAnswers(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      content: { type: 'string' },
      set: { type: 'string' },
      fit: { type: 'string' },
      show: { type: 'string' },
    },
  })
  const { data = OWN, content = OWN } = values
  if ((values.data === undefined) !== (values.content === undefined)) {
    console.error(
      'Usage: npm run eval -- answers [--data FOLDER --content FOLDER] [--set NAME[,NAME]] [--fit FILE] [--show FILE]',
    )
    process.exit(2)
  }
  const asked: JudgedQuestion[] = []
  for (const set of loadAnswerSets(data, values.set)) asked.push(...(await askAll(set, join(content, set.name))))
  const questions = asked.filter(({ item }) => item.kind !== 'followup')
  // Questions for which something was found: the others need no decision.
  const decided = questions.filter(({ features }) => Object.keys(features).length > 0)
  if (new Set(decided.map(({ set }) => set)).size > 1) {
    const validated = crossValidate(decided)
    console.log('\nEach content by a gate fitted on the other contents')
    printCurve(questions, (one) => validated.get(one) ?? 0)
    for (const name of new Set(decided.map(({ set }) => set)))
      console.log(
        name,
        JSON.stringify(
          outcomeAt(
            questions.filter(({ set }) => set === name),
            (one) => validated.get(one) ?? 0,
            gate.answer_from,
            gate.suggest_from,
          ),
        ),
      )
  }
  console.log('\nBy the gate in use')
  printCurve(questions, (one) => (one.tier === 'refuse' ? 0 : givenProbability(one)))
  const followUps = asked.filter(({ item }) => item.kind === 'followup')
  console.log(
    `Follow-ups: right if answered ${followUps.filter(({ verdict }) => verdict === 'right').length}, right section shown ${followUps.filter(({ isShown }) => isShown).length} of ${followUps.length}`,
  )
  if (values.fit) {
    const kept = JSON.parse(readFileSync(values.fit, 'utf8')) as object
    writeFileSync(values.fit, `${JSON.stringify({ ...kept, ...fitGate(decided) }, null, 2)}\n`)
  }
  if (values.show)
    writeFileSync(
      values.show,
      asked
        .map((one) =>
          [
            `### ${one.set} [${one.item.kind}] ${one.item.q}`,
            `${one.verdict}; ${one.isShown ? 'shown' : 'not shown'}; p ${probabilityRight(one.features).toFixed(2)}`,
            one.answer,
            ...one.suggestions.map((text, index) => `--- suggestion ${index + 1}\n${text}`),
          ].join('\n'),
        )
        .join('\n\n\n'),
    )
}
