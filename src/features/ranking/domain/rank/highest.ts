/**
 * The keys with the highest scores, the best first; among equals the smaller key. Most scores are passed over with one
 * comparison to the lowest of the best so far (a bounded heap), so that the cost is that of reading them.
 *
 * @param scores one for each key, at the same index
 */
export function highest(keys: ArrayLike<number>, scores: ArrayLike<number>, count: number): number[] {
  const heapKeys = new Float64Array(count)
  const heapScores = new Float64Array(count)
  let size = 0
  const isLower = (key: number, score: number, position: number) =>
    score < heapScores[position]! || (score === heapScores[position] && key > heapKeys[position]!)
  const put = (position: number, key: number, score: number) => {
    heapKeys[position] = key
    heapScores[position] = score
  }
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!
    const score = scores[index]!
    if (size < count) {
      let position = size++
      for (
        let parent = (position - 1) >> 1;
        position > 0 && isLower(key, score, parent);
        parent = (position - 1) >> 1
      ) {
        put(position, heapKeys[parent]!, heapScores[parent]!)
        position = parent
      }
      put(position, key, score)
    } else if (count > 0 && !isLower(key, score, 0) && key !== heapKeys[0]) {
      let position = 0
      for (let child = 1; child < count; child = 2 * position + 1) {
        if (child + 1 < count && isLower(heapKeys[child + 1]!, heapScores[child + 1]!, child)) child++
        if (isLower(key, score, child)) break
        put(position, heapKeys[child]!, heapScores[child]!)
        position = child
      }
      put(position, key, score)
    }
  }
  return Array.from({ length: size }, (_, position) => position)
    .sort((left, right) => heapScores[right]! - heapScores[left]! || heapKeys[left]! - heapKeys[right]!)
    .map((position) => heapKeys[position]!)
}
