import { createHash } from 'node:crypto'
import { AppError } from '../../../../kernel/app-error.ts'
import type { ProcedureMeta } from '../../../../kernel/procedure.ts'
import type { WorkspaceContext } from '../context.ts'

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const withoutFields = (representation: unknown, fields: readonly string[]): unknown =>
  fields.length === 0 || typeof representation !== 'object' || representation === null
    ? representation
    : Object.fromEntries(Object.entries(representation).filter(([name]) => !fields.includes(name)))

/** The strong `ETag` of a representation without its `untagged` fields. The order of its fields does not matter. */
export function entityTag(representation: unknown, untagged: readonly string[] = []): string {
  const text = JSON.stringify(withoutFields(representation, untagged), inOrder)
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

const tagsIn = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []

/** True when `If-None-Match` names the tag: the client has this representation. */
export const isKnownTag = (header: string, tag: string): boolean =>
  header.trim() === '*' || tagsIn(header).some((known) => known.replace(/^W\//, '') === tag)

/**
 * The `If-Match` that a verb has to check; null without one. Throws precondition_failed `precondition.unsupported` for
 * calls that change something and check none.
 */
export function preconditionOf(meta: ProcedureMeta, headers: Headers): string | null {
  const ifMatch = headers.get('if-match')?.trim() ?? null
  if (ifMatch === null || ifMatch === '*' || !meta.writes) return null
  if (!meta.conditional)
    throw new AppError('precondition_failed', 'precondition.unsupported', 'This call does not take If-Match.')
  return ifMatch
}

/**
 * Refuses to change an object that is no longer as the caller has read it. To be called in the transaction of the change.
 * @param read locks the object against other changes, and returns it as the API shows it
 * @param untagged the `untagged` fields of that read
 * @throws precondition_failed `precondition.failed`
 */
export async function requireMatch(
  { ifMatch }: Pick<WorkspaceContext, 'ifMatch'>,
  read: () => Promise<unknown>,
  untagged: readonly string[] = [],
): Promise<void> {
  if (ifMatch === null || tagsIn(ifMatch).includes(entityTag(await read(), untagged))) return
  throw new AppError(
    'precondition_failed',
    'precondition.failed',
    'This was changed since you read it. Read it again, and decide whether your change still applies.',
  )
}
