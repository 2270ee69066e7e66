import { createHash } from 'node:crypto'
import { AppError } from '../../../../kernel/app-error.ts'
import type { ProcedureMeta } from '../../../../kernel/procedure.ts'
import type { WorkspaceContext } from '../context.ts'

const withSortedKeys = (_: string, jsonValue: unknown): unknown =>
  typeof jsonValue === 'object' && jsonValue !== null && !Array.isArray(jsonValue)
    ? Object.fromEntries(Object.entries(jsonValue).sort(([a], [b]) => (a < b ? -1 : 1)))
    : jsonValue

const withoutFields = (representation: unknown, excludedFields: readonly string[]): unknown =>
  excludedFields.length === 0 || typeof representation !== 'object' || representation === null
    ? representation
    : Object.fromEntries(Object.entries(representation).filter(([name]) => !excludedFields.includes(name)))

/** The strong `ETag` of a representation without its `untagged` fields. The order of its fields does not matter. */
export function entityTag(representation: unknown, untagged: readonly string[] = []): string {
  const canonicalJson = JSON.stringify(withoutFields(representation, untagged), withSortedKeys)
  return `"${createHash('sha256').update(canonicalJson).digest('base64url').slice(0, 27)}"`
}

const parseTags = (tagHeader: string): string[] => tagHeader.match(/(?:W\/)?"[^"]*"/g) ?? []

/** True when `If-None-Match` names the tag: the client has this representation. */
export const isKnownTag = (tagHeader: string, currentTag: string): boolean =>
  tagHeader.trim() === '*' || parseTags(tagHeader).some((listedTag) => listedTag.replace(/^W\//, '') === currentTag)

/**
 * The `If-Match` that a verb has to check; null without one. Throws precondition_failed `precondition.unsupported` for
 * calls that change something and check none.
 */
export function preconditionOf(procedureMeta: ProcedureMeta, requestHeaders: Headers): string | null {
  const ifMatch = requestHeaders.get('if-match')?.trim() ?? null
  if (ifMatch === null || ifMatch === '*' || !procedureMeta.writes) return null
  if (!procedureMeta.conditional)
    throw new AppError('precondition_failed', 'precondition.unsupported', 'This call does not take If-Match.')
  return ifMatch
}

/**
 * Refuses to change an object that is no longer as the caller has read it. To be called in the transaction of the change.
 * @param readCurrent locks the object against other changes, and returns it as the API shows it
 * @param untagged the `untagged` fields of that read
 * @throws precondition_failed `precondition.failed`
 */
export async function requireMatch(
  { ifMatch }: Pick<WorkspaceContext, 'ifMatch'>,
  readCurrent: () => Promise<unknown>,
  untagged: readonly string[] = [],
): Promise<void> {
  if (ifMatch === null || parseTags(ifMatch).includes(entityTag(await readCurrent(), untagged))) return
  throw new AppError(
    'precondition_failed',
    'precondition.failed',
    'This was changed since you read it. Read it again, and decide whether your change still applies.',
  )
}
