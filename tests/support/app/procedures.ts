// Every procedure of a contract, for tests that are generated from it.
import type { ProcedureMeta } from '../../../src/kernel/procedure.ts'

export interface Procedure {
  path: string
  meta: ProcedureMeta
  route: { method?: string; path?: string; successStatus?: number }
}

/** Procedures of a contract in their order. */
export function procedures(node: unknown, path: string[] = []): Procedure[] {
  if (typeof node !== 'object' || node === null) return []
  if ('~orpc' in node) {
    const { meta, route } = node['~orpc'] as Pick<Procedure, 'meta' | 'route'>
    return [{ path: path.join('/'), meta, route }]
  }
  return Object.entries(node).flatMap(([name, child]) => procedures(child, [...path, name]))
}
