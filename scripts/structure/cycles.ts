/** Which file imports which. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Finds import cycles, type imports included: a depth-first walk that reports each edge leading back into its own path.
 * @returns one path per cycle, its first file repeated at the end; empty when there is none
 */
export function cyclesIn(graph: Graph): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string) => {
    if (done.has(file)) return
    const position = path.indexOf(file)
    if (position >= 0) {
      cycles.push([...path.slice(position), file])
      return
    }
    path.push(file)
    for (const target of graph.get(file) ?? []) visit(target)
    path.pop()
    done.add(file)
  }
  for (const file of [...graph.keys()].sort()) visit(file)
  return cycles
}
