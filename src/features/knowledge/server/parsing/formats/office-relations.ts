import path from 'node:path'
import type { HtmlElement } from '../html/html-tree.ts'
import { allNamed, openXml } from '../xml-tree.ts'

/** Returns the names of the parts that an Office part refers to, in the order of its relations. */
export function relatedParts(part: string, files: ReadonlyMap<string, Uint8Array>): string[] {
  return relationsOf(part, files).map(({ target }) => target)
}

/** Returns the name of the part with this relation; null when there is none. */
export const relatedById = (part: string, files: ReadonlyMap<string, Uint8Array>, id: string): string | null =>
  relationsOf(part, files).find((relation) => relation.id === id)?.target ?? null

function relationsOf(part: string, files: ReadonlyMap<string, Uint8Array>): { id: string | null; target: string }[] {
  const { dir, base } = path.posix.parse(part)
  const relations = files.get(`${dir}/_rels/${base}.rels`)
  if (!relations) return []
  return allNamed(openXml(relations), 'Relationship').map((relation) => {
    const target = relation.getAttribute('Target') ?? ''
    return {
      id: relation.getAttribute('Id'),
      target: target.startsWith('/') ? target.slice(1) : path.posix.join(dir, target),
    }
  })
}

/** Returns the parts of a kind (a folder's name) that an Office part refers to. */
export function relatedTo(part: string, files: ReadonlyMap<string, Uint8Array>, kind: RegExp): HtmlElement[] {
  return relatedParts(part, files).flatMap((name) => {
    const file = kind.test(name) ? files.get(name) : undefined
    return file ? [openXml(file)] : []
  })
}
