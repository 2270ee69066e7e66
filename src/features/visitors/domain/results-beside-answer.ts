const MAX_RESULTS = 5
/** Share of the best score below which a result has little in common with the question. */
const MIN_SCORE_SHARE = 0.5

/**
 * Returns the results to show below an answer: those that fit the question nearly as well as the best one. Scores are
 * comparable within one search only, so the limit is a share of the best score.
 * @param results the best first
 */
export function resultsBesideAnswer<Result extends { score: number }>(results: readonly Result[]): Result[] {
  const minScore = MIN_SCORE_SHARE * (results[0]?.score ?? 0)
  return results.filter(({ score }) => score >= minScore).slice(0, MAX_RESULTS)
}
