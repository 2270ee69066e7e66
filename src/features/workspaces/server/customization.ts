import { AppError } from '../../../kernel/app-error.ts'
import { CUSTOMIZATION_NEEDS_PRO } from '../../billing/contract.ts'
import type { WorkspaceContext } from './context.ts'

/**
 * Refuses changes to `fieldPaths`, which belong to the advanced customization, unless the plan includes it. The plan is
 * the one that was in force when the caller was authorized.
 *
 * @throws limit `limit.customization` with the fields
 */
export function requireAdvancedCustomization(context: WorkspaceContext, fieldPaths: readonly string[]): void {
  if (fieldPaths.length === 0 || context.role === 'job') return
  if (!context.access) throw new Error('a procedure that changes the customization must declare that it writes')
  if (context.access.limits.advanced_customization) return
  const { code, message } = CUSTOMIZATION_NEEDS_PRO
  throw new AppError('limit', code, message, {
    details: { fields: fieldPaths.map((fieldPath) => ({ path: fieldPath, message })) },
  })
}
