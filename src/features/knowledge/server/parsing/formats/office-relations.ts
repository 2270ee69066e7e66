import path from 'node:path'
import type { HtmlElement } from '../html/html-tree.ts'
import { allNamed, openXml } from '../xml-tree.ts'

/** Returns the names of the parts that an Office part refers to, in the order of its relations. */
export function relatedParts(partName: string, filesByName: ReadonlyMap<string, Uint8Array>): string[] {
  return relationsOf(partName, filesByName).map(({ target }) => target)
}

/** Returns the name of the part with this relation; null when there is none. */
export const relatedById = (
  partName: string,
  filesByName: ReadonlyMap<string, Uint8Array>,
  relationId: string,
): string | null => relationsOf(partName, filesByName).find((relation) => relation.id === relationId)?.target ?? null

function relationsOf(
  partName: string,
  filesByName: ReadonlyMap<string, Uint8Array>,
): { id: string | null; target: string }[] {
  const { dir, base } = path.posix.parse(partName)
  const relationsXml = filesByName.get(`${dir}/_rels/${base}.rels`)
  if (!relationsXml) return []
  return allNamed(openXml(relationsXml), 'Relationship').map((relation) => {
    const target = relation.getAttribute('Target') ?? ''
    return {
      id: relation.getAttribute('Id'),
      target: target.startsWith('/') ? target.slice(1) : path.posix.join(dir, target),
    }
  })
}

/** Returns the parts of a kind (a folder's name) that an Office part refers to. */
export function relatedTo(
  partName: string,
  filesByName: ReadonlyMap<string, Uint8Array>,
  folderPattern: RegExp,
): HtmlElement[] {
  return relatedParts(partName, filesByName).flatMap((relatedPart) => {
    const partBytes = folderPattern.test(relatedPart) ? filesByName.get(relatedPart) : undefined
    return partBytes ? [openXml(partBytes)] : []
  })
}
