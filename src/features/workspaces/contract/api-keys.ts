import { z } from 'zod'
import { idSchema, timestamp } from '../../../kernel/wire.ts'
import type { Action } from './roles.ts'

/** Parts of a workspace that a key can be limited to. */
export const API_KEY_AREAS = ['faqs', 'questions', 'sources', 'appearance', 'team', 'settings'] as const
export type ApiKeyArea = (typeof API_KEY_AREAS)[number]

/** The area of each action. */
export const AREA_OF_ACTION: Record<Action, ApiKeyArea> = {
  'faq.read': 'faqs',
  'faq.write': 'faqs',
  'faq.delete': 'faqs',
  'faq.import': 'faqs',
  'faq.bulk': 'faqs',
  'question.read': 'questions',
  'question.write': 'questions',
  'question.bulk': 'questions',
  'visitor.erase': 'questions',
  'source.read': 'sources',
  'source.write': 'sources',
  'integration.sync': 'sources',
  'integration.connect': 'sources',
  'widget.write': 'appearance',
  'member.manage': 'team',
  'member.leave': 'team',
  'billing.take_over': 'team',
  'transfer.offer': 'team',
  'transfer.answer': 'team',
  'workspace.read': 'settings',
  'workspace.delete': 'settings',
  'workspace.domain': 'settings',
  'workspace.rename': 'settings',
  'workspace.settings': 'settings',
  'workspace.export': 'settings',
  'workspace.security': 'settings',
  'api_key.manage': 'settings',
  'audit.read': 'settings',
  'webhook.manage': 'settings',
}

const AREA_SCOPES = API_KEY_AREAS.flatMap((area) => [`${area}:read`, `${area}:write`] as const)
export const apiKeyScopeSchema = z.enum(AREA_SCOPES)
export type ApiKeyScope = z.output<typeof apiKeyScopeSchema>

export const NETWORKS_MAX = 20
const INVALID_NETWORK = 'Please enter addresses like 203.0.113.7 or networks like 203.0.113.0/24.'

const networkSchema = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: INVALID_NETWORK })

/** Limits of a key beyond its scope. */
const limitFields = {
  /** Areas with `read` or `write`, which includes reading; empty for all areas. */
  areas: z.array(apiKeyScopeSchema),
  /** The key opens nothing from then on; null for never. */
  expires_at: timestamp.nullable(),
  /** Addresses and networks that the key may be used from; empty for all. */
  networks: z.array(z.string()),
}

/** `connection`: an owner granted it to an assistant, which renews it. */
export const API_KEY_KINDS = ['key', 'connection'] as const

export const apiKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.enum(API_KEY_KINDS),
  /** Name of the owner who created or granted it; null for a key that an operator command created. */
  created_by: z.string().nullable(),
  scope: z.enum(['read', 'write']),
  ...limitFields,
  /** First characters of the key for recognition; the key itself is shown once. */
  hint: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})
export type ApiKey = z.output<typeof apiKeySchema>

/** Limits of a new key; without any of them it opens the whole workspace from everywhere, for good. */
export const apiKeyLimitsInput = z.object({
  areas: limitFields.areas.max(API_KEY_AREAS.length).default([]),
  expires_at: timestamp
    .refine((expiryDate) => Date.parse(expiryDate) > Date.now(), { error: 'Please choose a time in the future.' })
    .nullable()
    .default(null),
  networks: z
    .array(networkSchema)
    .max(NETWORKS_MAX, { error: `Please enter at most ${NETWORKS_MAX} networks.` })
    .default([]),
})
export type ApiKeyLimits = z.output<typeof apiKeyLimitsInput>
