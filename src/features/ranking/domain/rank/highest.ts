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
  const isLower = (key: number, value: number, position: number) =>
    value < values[position]! || (value === values[position] && key > keys[position]!)
  const put = (position: number, key: number, value: number) => {
    keys[position] = key
    values[position] = value
  }
  for (let index = 0; index < of.length; index++) {
    const key = of[index]!
    const value = scores[index]!
    if (size < count) {
      let position = size++
      for (
        let parent = (position - 1) >> 1;
        position > 0 && isLower(key, value, parent);
        parent = (position - 1) >> 1
      ) {
        put(position, keys[parent]!, values[parent]!)
        position = parent
      }
      put(position, key, value)
    } else if (count > 0 && !isLower(key, value, 0) && key !== keys[0]) {
      let position = 0
      for (let child = 1; child < count; child = 2 * position + 1) {
        if (child + 1 < count && isLower(keys[child + 1]!, values[child + 1]!, child)) child++
        if (isLower(key, value, child)) break
        put(position, keys[child]!, values[child]!)
        position = child
      }
      put(position, key, value)
    }
  }
  return Array.from({ length: size }, (_, position) => position)
    .sort((left, right) => values[right]! - values[left]! || keys[left]! - keys[right]!)
    .map((position) => keys[position]!)
}
