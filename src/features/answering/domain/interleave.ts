/** The first items of all lists, then the second ones, and so on; of items with one key only the first. */
export function interleave<Item>(lists: readonly (readonly Item[])[], keyOf: (item: Item) => string): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const items = new Map<string, Item>()
  for (let index = 0; index < longest; index++)
    for (const list of lists) {
      const item = list[index]
      if (item !== undefined && !items.has(keyOf(item))) items.set(keyOf(item), item)
    }
  return [...items.values()]
}
