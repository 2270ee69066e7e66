/**
 * The keys with the highest scores, the best first; among equals the smaller key. Most scores are passed over with one
 * comparison to the lowest of the best so far (a bounded heap), so that the cost is that of reading them.
 *
 * @param scores one for each of `of`, at the same place
 */
export function highest(of: ArrayLike<number>, scores: ArrayLike<number>, count: number): number[] {
  const keys = new Float64Array(count)
  const values = new Float64Array(count)
  let size = 0
  const isLower = (key: number, value: number, at: number) =>
    value < values[at]! || (value === values[at] && key > keys[at]!)
  const put = (at: number, key: number, value: number) => {
    keys[at] = key
    values[at] = value
  }
  for (let index = 0; index < of.length; index++) {
    const key = of[index]!
    const value = scores[index]!
    if (size < count) {
      let at = size++
      for (let parent = (at - 1) >> 1; at > 0 && isLower(key, value, parent); parent = (at - 1) >> 1) {
        put(at, keys[parent]!, values[parent]!)
        at = parent
      }
      put(at, key, value)
    } else if (count > 0 && !isLower(key, value, 0) && key !== keys[0]) {
      let at = 0
      for (let child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && isLower(keys[child + 1]!, values[child + 1]!, child)) child++
        if (isLower(key, value, child)) break
        put(at, keys[child]!, values[child]!)
        at = child
      }
      put(at, key, value)
    }
  }
  return Array.from({ length: size }, (_, at) => at)
    .sort((a, b) => values[b]! - values[a]! || keys[a]! - keys[b]!)
    .map((at) => keys[at]!)
}
