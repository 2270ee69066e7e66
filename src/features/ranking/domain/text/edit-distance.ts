/**
 * Optimal string alignment distance (insert, delete, replace, swap adjacent characters); stops above `max` and then
 * returns `max + 1`. Source: Damerau 1964, with the table of Wagner and Fischer.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let index = 1; index <= a.length; index++) {
    const row = [index]
    let smallest = index
    for (let j = 1; j <= b.length; j++) {
      const same = a[index - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (index > 1 && j > 1 && a[index - 1] === b[j - 2] && a[index - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
      if (cost < smallest) smallest = cost
    }
    if (smallest > max) return max + 1
    beforeLast = last
    last = row
  }
  return Math.min(last[b.length]!, max + 1)
}
