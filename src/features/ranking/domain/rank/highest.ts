/**
 * The keys with the highest scores, the best first; among equals the smaller key. Most scores are passed over with one
 * comparison to the lowest of the best so far (a bounded heap), so that the cost is that of reading them.
 *
 * @param candidateScores one for each key, at the same index
 */
export function highestKeys(
  candidateKeys: ArrayLike<number>,
  candidateScores: ArrayLike<number>,
  wantedCount: number,
): number[] {
  const heapKeys = new Float64Array(wantedCount)
  const heapScores = new Float64Array(wantedCount)
  let heapSize = 0
  const isLower = (candidateKey: number, candidateScore: number, position: number) =>
    candidateScore < heapScores[position]! ||
    (candidateScore === heapScores[position] && candidateKey > heapKeys[position]!)
  const putInHeap = (position: number, candidateKey: number, candidateScore: number) => {
    heapKeys[position] = candidateKey
    heapScores[position] = candidateScore
  }
  for (let candidateIndex = 0; candidateIndex < candidateKeys.length; candidateIndex++) {
    const candidateKey = candidateKeys[candidateIndex]!
    const candidateScore = candidateScores[candidateIndex]!
    if (heapSize < wantedCount) {
      let position = heapSize++
      for (
        let parentPosition = (position - 1) >> 1;
        position > 0 && isLower(candidateKey, candidateScore, parentPosition);
        parentPosition = (position - 1) >> 1
      ) {
        putInHeap(position, heapKeys[parentPosition]!, heapScores[parentPosition]!)
        position = parentPosition
      }
      putInHeap(position, candidateKey, candidateScore)
    } else if (wantedCount > 0 && !isLower(candidateKey, candidateScore, 0) && candidateKey !== heapKeys[0]) {
      let position = 0
      for (let childPosition = 1; childPosition < wantedCount; childPosition = 2 * position + 1) {
        if (
          childPosition + 1 < wantedCount &&
          isLower(heapKeys[childPosition + 1]!, heapScores[childPosition + 1]!, childPosition)
        )
          childPosition++
        if (isLower(candidateKey, candidateScore, childPosition)) break
        putInHeap(position, heapKeys[childPosition]!, heapScores[childPosition]!)
        position = childPosition
      }
      putInHeap(position, candidateKey, candidateScore)
    }
  }
  return Array.from({ length: heapSize }, (_, position) => position)
    .sort(
      (leftPosition, rightPosition) =>
        heapScores[rightPosition]! - heapScores[leftPosition]! || heapKeys[leftPosition]! - heapKeys[rightPosition]!,
    )
    .map((position) => heapKeys[position]!)
}
