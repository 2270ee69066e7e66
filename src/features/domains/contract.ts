import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { requiredText, timestamp } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const CUSTOM_DOMAIN_STATUSES = ['none', 'pending', 'verified', 'failed'] as const
export type CustomDomainStatus = (typeof CUSTOM_DOMAIN_STATUSES)[number]

export const DOMAIN_MAX = 253
export const INVALID_DOMAIN = 'Please enter a domain like help.example.com.'

/** A workspace's own domain and how to prove it. */
export const customDomainSchema = z.object({
  custom_domain: z.string().nullable(),
  custom_domain_status: z.enum(CUSTOM_DOMAIN_STATUSES),
  /** The TXT record that proves the domain; null without one. */
  record: z.object({ name: z.string(), value: z.string() }).nullable(),
  /** Target of the domain's CNAME (or address record). */
  target: z.string(),
  /** Problems found by the last check, as text for the owner. */
  problem: z.string().nullable(),
  checked_at: timestamp.nullable(),
})
export type CustomDomain = z.output<typeof customDomainSchema>

export const domainsContract = {
  get: workspaceProcedure('workspace.read')
    .route(rest('GET /domain', 'Custom domain', 'Read the custom domain'))
    .output(customDomainSchema),
  /** Replaces the domain; the new one is pending until its record is found. */
  set: workspaceProcedure('workspace.domain', { writes: true, conditional: true })
    .route(rest('PUT /domain', 'Custom domain', 'Set the custom domain'))
    .input(z.object({ custom_domain: requiredText(DOMAIN_MAX + 20, INVALID_DOMAIN) }))
    .output(customDomainSchema),
  /** Looks for the record now. */
  verify: workspaceProcedure('workspace.domain', { writes: true })
    .route(rest('POST /domain/verify', 'Custom domain', 'Look for the DNS record now'))
    .output(customDomainSchema),
  remove: workspaceProcedure('workspace.domain', { writes: true, conditional: true, duringPaywall: true })
    .route(rest('DELETE /domain', 'Custom domain', 'Remove the custom domain'))
    .output(customDomainSchema),
}
