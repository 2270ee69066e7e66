import { z } from 'zod'
import { idSchema, timestamp } from '../../../kernel/wire.ts'
import { ROLES } from './roles.ts'

/** Actions of the audit log by subject. */
export const AUDIT_AREAS = {
  team: [
    'invitation.sent',
    'invitation.resent',
    'invitation.revoked',
    'member.joined',
    'member.role_changed',
    'member.removed',
    'member.left',
    'ownership.offered',
    'ownership.transferred',
    'billing.offered',
    'billing.transferred',
    'billing.taken_over',
  ],
  settings: [
    'workspace.created',
    'workspace.settings_changed',
    'workspace.subdomain_changed',
    'workspace.exported',
    'workspace.second_factor_required',
    'workspace.second_factor_optional',
    'widget.changed',
    'widget.origins_changed',
    'widget.rules_changed',
    'domain.set',
    'domain.verified',
    'domain.failed',
    'domain.removed',
    'integration.connected',
    'integration.disconnected',
    'category.added',
    'category.renamed',
    'category.reordered',
    'category.deleted',
  ],
  api_keys: ['api_key.created', 'api_key.revoked'],
  webhooks: [
    'webhook.created',
    'webhook.changed',
    'webhook.deleted',
    'webhook.secret_rotated',
    'webhook.paused',
    'webhook.resumed',
  ],
  content: [
    'faq.all_archived',
    'faq.all_deleted',
    'faq.deleted',
    'faq.restored',
    'faq.purged',
    'faq.trash_emptied',
    'question.all_moved',
    'question.all_deleted',
    'visitor.erased',
    'source.selected_deleted',
    'answer_test.created',
    'answer_test.deleted',
  ],
} as const
export type AuditArea = keyof typeof AUDIT_AREAS
export type AuditAction = (typeof AUDIT_AREAS)[AuditArea][number]
export const AUDIT_PAGE_SIZE = 20

const auditChangeSchema = z.object({ field: z.string(), from: z.string(), to: z.string() })
export type AuditChange = z.output<typeof auditChangeSchema>
const auditDetailsSchema = z
  .object({
    role: z.enum(ROLES),
    from: z.string(),
    to: z.string(),
    count: z.number().int(),
    scope: z.enum(['read', 'write']),
    reason: z.string(),
    changes: z.array(auditChangeSchema),
  })
  .partial()
export type AuditDetails = z.output<typeof auditDetailsSchema>

export const auditActorSchema = z.object({
  kind: z.enum(['person', 'api_key', 'system']),
  id: idSchema.nullable(),
  name: z.string(),
})
export const auditEntrySchema = z.object({
  id: idSchema,
  at: timestamp,
  actor: auditActorSchema,
  /** One of AUDIT_AREAS; a later version may write others. */
  action: z.string(),
  subject: z.string(),
  details: auditDetailsSchema,
})
export type AuditEntry = z.output<typeof auditEntrySchema>

export const listAuditLogInput = z.object({
  area: z.enum(Object.keys(AUDIT_AREAS) as [AuditArea, ...AuditArea[]]).optional(),
  actor_id: idSchema.optional(),
  cursor: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(AUDIT_PAGE_SIZE),
})
export type ListAuditLog = z.output<typeof listAuditLogInput>
