/** The first items of all lists, then the second ones, and so on; of items with one key only the first. */
export function interleave<Item>(lists: readonly (readonly Item[])[], keyOf: (item: Item) => string): Item[] {
  const longestLength = Math.max(0, ...lists.map((list) => list.length))
  const itemByKey = new Map<string, Item>()
  for (let itemIndex = 0; itemIndex < longestLength; itemIndex++)
    for (const itemList of lists) {
      const listItem = itemList[itemIndex]
      if (listItem !== undefined && !itemByKey.has(keyOf(listItem))) itemByKey.set(keyOf(listItem), listItem)
    }
  return [...itemByKey.values()]
}
