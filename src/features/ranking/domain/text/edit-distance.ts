/**
 * Optimal string alignment distance (insert, delete, replace, swap adjacent characters); stops above `max` and then
 * returns `max + 1`. Source: Damerau 1964, with the table of Wagner and Fischer.
 */
export function editDistance(firstWord: string, secondWord: string, maxDistance: number): number {
  if (Math.abs(firstWord.length - secondWord.length) > maxDistance) return maxDistance + 1
  let beforeLast: number[] = []
  let previousRow = Array.from({ length: secondWord.length + 1 }, (_, columnIndex) => columnIndex)
  for (let firstIndex = 1; firstIndex <= firstWord.length; firstIndex++) {
    const currentRow = [firstIndex]
    let smallest = firstIndex
    for (let secondIndex = 1; secondIndex <= secondWord.length; secondIndex++) {
      const isSameLetter = firstWord[firstIndex - 1] === secondWord[secondIndex - 1]
      let editCost = Math.min(
        previousRow[secondIndex]! + 1,
        currentRow[secondIndex - 1]! + 1,
        previousRow[secondIndex - 1]! + (isSameLetter ? 0 : 1),
      )
      if (
        firstIndex > 1 &&
        secondIndex > 1 &&
        firstWord[firstIndex - 1] === secondWord[secondIndex - 2] &&
        firstWord[firstIndex - 2] === secondWord[secondIndex - 1]
      )
        editCost = Math.min(editCost, beforeLast[secondIndex - 2]! + 1)
      currentRow.push(editCost)
      if (editCost < smallest) smallest = editCost
    }
    if (smallest > maxDistance) return maxDistance + 1
    beforeLast = previousRow
    previousRow = currentRow
  }
  return Math.min(previousRow[secondWord.length]!, maxDistance + 1)
}
