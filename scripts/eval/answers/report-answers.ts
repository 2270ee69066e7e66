import { areaUnderCurve, type JudgedQuestion } from './cross-validate.ts'

const percent = (part: number, whole: number) => `${part}/${whole} ${whole ? Math.round((100 * part) / whole) : 0}%`

/** Outcomes for visitors when answers are given from this probability on. */
export function outcomeAt(
  questions: readonly JudgedQuestion[],
  probabilityOf: (one: JudgedQuestion) => number,
  from: number,
  suggestFrom: number,
) {
  const given = questions.filter((one) => probabilityOf(one) >= from)
  const answerable = questions.filter(({ item }) => item.kind === 'answerable')
  const near = questions.filter(({ item }) => item.kind === 'near')
  const right = answerable.filter((one) => probabilityOf(one) >= from && one.verdict === 'right').length
  const shown = answerable.filter(
    (one) => probabilityOf(one) < from && probabilityOf(one) >= suggestFrom && one.isShown,
  ).length
  const wrong = given.filter(({ verdict }) => verdict === 'wrong').length
  return {
    from: from.toFixed(2),
    given: given.length,
    right: percent(right, answerable.length),
    'right section shown': shown,
    'sees the answer': percent(right + shown, answerable.length),
    'wrong of given': percent(wrong, given.length),
    'near misses answered': percent(
      near.filter((one) => probabilityOf(one) >= from && one.verdict === 'wrong').length,
      near.length,
    ),
    'far answered': questions.filter((one) => one.item.kind === 'far' && probabilityOf(one) >= from).length,
  }
}

export function printCurve(questions: readonly JudgedQuestion[], probabilityOf: (one: JudgedQuestion) => number): void {
  const judged = questions.filter(({ verdict }) => verdict !== 'partly')
  const pairs = judged.map((one) => ({ probability: probabilityOf(one), isRight: one.verdict === 'right' }))
  const answerable = questions.filter(({ item }) => item.kind === 'answerable')
  console.log(
    `\nAUC ${areaUnderCurve(pairs).toFixed(3)}; right if always answered ${percent(answerable.filter(({ verdict }) => verdict === 'right').length, answerable.length)}; right section among those shown ${percent(answerable.filter(({ isShown }) => isShown).length, answerable.length)}`,
  )
  console.table(
    [0.85, 0.8, 0.75, 0.72, 0.7, 0.65, 0.6, 0.55, 0.5, 0.4].map((from) =>
      outcomeAt(questions, probabilityOf, from, 0.1),
    ),
  )
}
