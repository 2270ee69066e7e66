import { z } from 'zod'
import { base, type ProcedureMeta, rest, userProcedure } from '../../kernel/procedure.ts'
import { idSchema, optionalText, pageOf, plainText, requiredText, timestamp } from '../../kernel/wire.ts'
import { identityProof } from '../accounts/contract.ts'
import { accessSchema } from '../billing/contract.ts'
import { apiKeyLimitsInput, apiKeySchema } from './contract/api-keys.ts'
import { auditActorSchema, auditEntrySchema, listAuditLogInput } from './contract/audit.ts'
import { CORNERS, FONTS, NEUTRALS } from './contract/default-look.ts'
import { type Action, ROLES, type Role } from './contract/roles.ts'
import { smallTalkRepliesSchema } from './contract/small-talk.ts'

export * from './contract/api-keys.ts'
export * from './contract/audit.ts'
export * from './contract/default-look.ts'
export * from './contract/default-replies.ts'
export * from './contract/roles.ts'
export * from './contract/small-talk.ts'

/** A procedure inside the selected workspace; see ProcedureMeta. */
export const workspaceProcedure = (action: Action, options: Omit<ProcedureMeta, 'access' | 'action'> = {}) =>
  base.meta({ access: 'workspace', action, ...options })

/** `list`: all FAQs on one page. `collections`: a card for each category, which has a page of its own. */
export const pageLayouts = ['list', 'collections'] as const
export const backgroundTypes = ['color', 'image', 'gradient'] as const
export const gradientDirections = ['to-r', 'to-l', 'to-t', 'to-b', 'to-tr', 'to-tl', 'to-br', 'to-bl'] as const

/** Public data of a workspace: the view public_workspace_info. */
export const publicWorkspaceSchema = z.object({
  id: idSchema,
  name: z.string(),
  subdomain: z.string(),
  logo_url: z.string().nullable(),
  website_url: z.string().nullable(),
  page_layout: z.enum(pageLayouts),
  widget_heading: z.string().nullable(),
  widget_call_to_action: z.string().nullable(),
  widget_show_powered_by: z.boolean(),
  widget_border_width: z.number().int(),
  widget_border_color: z.string(),
  social_twitter: z.string().nullable(),
  social_facebook: z.string().nullable(),
  social_linkedin: z.string().nullable(),
  header_text_color: z.string(),
  header_bg_type: z.enum(backgroundTypes),
  header_bg_color: z.string(),
  header_bg_image_url: z.string().nullable(),
  header_bg_gradient_from: z.string(),
  header_bg_gradient_to: z.string(),
  header_bg_gradient_direction: z.enum(gradientDirections),
  /** Color of buttons, links and marks; null for the header's. */
  accent_color: z.string().nullable(),
  neutral: z.enum(NEUTRALS),
  corners: z.enum(CORNERS),
  font: z.enum(FONTS),
  /** Logo on dark headers; null to use `logo_url` there too. */
  logo_dark_url: z.string().nullable(),
  favicon_url: z.string().nullable(),
  /** Sanitized style sheet of the owner; each of its rules applies inside the page alone. */
  custom_css: z.string(),
})
export type PublicWorkspace = z.output<typeof publicWorkspaceSchema>

/** A workspace as its members see it in the switcher. */
export const workspaceSchema = z.object({
  id: idSchema,
  name: z.string(),
  subdomain: z.string(),
  logo_url: z.string().nullable(),
  website_url: z.string().nullable(),
  created_at: timestamp,
  role: z.enum(ROLES),
  member_count: z.number().int(),
})
export type Workspace = z.output<typeof workspaceSchema>

/** In the list of one's own workspaces: with the plan of the person it is billed to, and whether that is oneself. */
export const listedWorkspaceSchema = workspaceSchema.extend({
  plan: accessSchema.shape.plan,
  billed_to_me: z.boolean(),
  /**
   * Reason why the caller cannot enter a workspace that requires two-factor authentication; null when there is none.
   * `set_up`: they have no second factor. `confirm`: they have a passkey, but did not use it in this session.
   */
  second_factor_missing: z.enum(['set_up', 'confirm']).nullable(),
})
export type ListedWorkspace = z.output<typeof listedWorkspaceSchema>

/** The person a workspace is billed to, as its members see them. */
export const workspacePayerSchema = z.object({ id: idSchema, name: z.string(), email: z.string(), you: z.boolean() })
export type WorkspacePayer = z.output<typeof workspacePayerSchema>

export const createWorkspaceInput = z.object({
  name: requiredText(100, 'Please enter a workspace name.'),
  /** Its pages are read. Empty for a workspace without a website. */
  website_url: optionalText(2000).default(''),
})

/** Sites that may show the widget; empty for all. */
export const allowedOriginsSchema = z.object({ origins: z.array(z.string()) })
export const ALLOWED_ORIGINS_MAX = 50

export const changeSubdomainInput = z.object({ subdomain: requiredText(100, 'Please enter a subdomain.') })

export const ANSWER_TONES = ['friendly', 'neutral', 'formal', 'concise'] as const
export const ANSWER_INSTRUCTIONS_MAX = 2000
/** Levels of certainty from which visitors get an answer; `more` answers at the lowest one. */
export const ANSWER_LEVELS = ['less', 'usual', 'more'] as const
export type AnswerLevel = (typeof ANSWER_LEVELS)[number]
export const INVALID_CONTACT_EMAIL = 'Please enter a valid email address.'

/** Settings of a workspace apart from its appearance. */
export const workspaceSettingsSchema = z.object({
  name: z.string(),
  subdomain: z.string(),
  /** Recipient of handoffs; null for the address of the payer. */
  contact_email: z.string().nullable(),
  answer_tone: z.enum(ANSWER_TONES),
  /** The owner's own words to the model. */
  answer_instructions: z.string(),
  answer_level: z.enum(ANSWER_LEVELS),
  small_talk_replies: smallTalkRepliesSchema,
  /** Most tokens of the language model in a calendar month, in UTC; null for as many as the instance allows. */
  monthly_tokens: z.number().int().nullable(),
  /** Allows search engines to index the help page. */
  search_engine_visible: z.boolean(),
  /** Assistants can search and ask the published content over MCP. */
  mcp_enabled: z.boolean(),
  /** Days after which visitors' questions are deleted; null for never. */
  visitor_retention_days: z.number().int().nullable(),
  /** Requires a second factor for working in the workspace. */
  second_factor_required: z.boolean(),
})
export type WorkspaceSettings = z.output<typeof workspaceSettingsSchema>

/** The periods after which visitors' questions can be deleted by themselves. */
export const RETENTION_DAYS = [30, 90, 180, 365, 730] as const

export const MONTHLY_TOKENS_MIN = 1_000
export const MONTHLY_TOKENS_MAX = 1_000_000_000_000
export const INVALID_MONTHLY_TOKENS = 'Please enter a whole number from 1,000.'

const monthlyTokens = z
  .number({ error: INVALID_MONTHLY_TOKENS })
  .int({ error: INVALID_MONTHLY_TOKENS })
  .min(MONTHLY_TOKENS_MIN, { error: INVALID_MONTHLY_TOKENS })
  .max(MONTHLY_TOKENS_MAX, { error: INVALID_MONTHLY_TOKENS })

/** Omitted fields stay unchanged. An empty contact address resets it. */
export const updateSettingsInput = z
  .object({
    name: requiredText(100, 'Please enter a workspace name.'),
    contact_email: z.union([
      z.literal(''),
      plainText()
        .trim()
        .max(254, { error: INVALID_CONTACT_EMAIL })
        .check(z.email({ error: INVALID_CONTACT_EMAIL })),
    ]),
    answer_tone: z.enum(ANSWER_TONES, { error: 'Please choose a tone.' }),
    answer_instructions: optionalText(ANSWER_INSTRUCTIONS_MAX),
    answer_level: z.enum(ANSWER_LEVELS, { error: 'Please choose when to answer.' }),
    small_talk_replies: smallTalkRepliesSchema,
    monthly_tokens: monthlyTokens.nullable(),
    search_engine_visible: z.boolean(),
    mcp_enabled: z.boolean(),
    visitor_retention_days: z.literal(RETENTION_DAYS, { error: 'Please choose how long.' }).nullable(),
  })
  .partial()
export type UpdateSettings = z.output<typeof updateSettingsInput>

/** A key as the account check shows it: with the workspace that it opens. */
export const ownApiKeySchema = apiKeySchema.omit({ created_by: true }).extend({ workspace_name: z.string() })
export type OwnApiKey = z.output<typeof ownApiKeySchema>

export const workspacesContract = {
  list: userProcedure().output(z.object({ items: z.array(listedWorkspaceSchema) })),
  create: userProcedure({ writes: true }).input(createWorkspaceInput).output(workspaceSchema),
  /** The selected workspace with what the caller may do in it and the billing user's access. */
  current: workspaceProcedure('workspace.read')
    .route(rest('GET /workspace', 'Workspace', 'Read the workspace, its plan and what the key may do'))
    .output(
      z.object({
        workspace: workspaceSchema,
        capabilities: z.array(z.string()),
        access: accessSchema,
        payer: workspacePayerSchema,
        faq_count: z.number().int(),
        public_url: z.string(),
      }),
    ),
  /** The former subdomain leads to the new one. */
  changeSubdomain: workspaceProcedure('workspace.rename', { writes: true })
    .route(rest('PATCH /workspace/subdomain', 'Workspace', 'Change the subdomain'))
    .input(changeSubdomainInput)
    .output(z.object({ subdomain: z.string() })),
  delete: workspaceProcedure('workspace.delete', { writes: true, duringPaywall: true, confirmsIdentity: true })
    .input(identityProof.extend({ confirm_name: z.string().max(200) }))
    .output(z.object({ deleted: z.literal(true) })),
  settings: {
    get: workspaceProcedure('workspace.read')
      .route(rest('GET /settings', 'Workspace', 'Read the settings'))
      .output(workspaceSettingsSchema),
    update: workspaceProcedure('workspace.settings', { writes: true, conditional: true })
      .route(rest('PATCH /settings', 'Workspace', 'Change settings'))
      .input(updateSettingsInput)
      .output(workspaceSettingsSchema),
  },
  /**
   * Requires a second factor of every member, or no longer does. Other members are refused with
   * `workspace.second_factor_required` until they have one; API keys go on working. Refused to an owner without one.
   */
  requireSecondFactor: workspaceProcedure('workspace.security', {
    writes: true,
    duringPaywall: true,
    confirmsIdentity: true,
  })
    .input(identityProof.extend({ required: z.boolean() }))
    .output(z.object({ required: z.boolean() })),
  allowedOrigins: {
    list: workspaceProcedure('workspace.read')
      .route(rest('GET /allowed-origins', 'Workspace', 'List websites that may show the widget'))
      .output(allowedOriginsSchema),
    /** Answers the origins as they are kept: `shop.example` becomes `https://shop.example`. */
    replace: workspaceProcedure('widget.write', { writes: true, conditional: true })
      .route(rest('PUT /allowed-origins', 'Workspace', 'Replace the websites that may show the widget'))
      .input(
        z.object({
          origins: z
            .array(plainText().max(2000))
            .max(ALLOWED_ORIGINS_MAX, { error: `Please enter at most ${ALLOWED_ORIGINS_MAX} websites.` }),
        }),
      )
      .output(allowedOriginsSchema),
  },
  auditLog: {
    list: workspaceProcedure('audit.read')
      .route(rest('GET /audit-log', 'Workspace', 'List audit log entries, newest first'))
      .input(listAuditLogInput)
      .output(pageOf(auditEntrySchema)),
    actors: workspaceProcedure('audit.read')
      .route(rest('GET /audit-log/actors', 'Workspace', 'List people and keys in the audit log'))
      .output(z.object({ items: z.array(auditActorSchema.extend({ id: idSchema })) })),
  },
  /** Keys that the signed-in person created in workspaces they own: after a reset, an intruder may have left some. */
  ownApiKeys: {
    list: userProcedure().output(z.object({ items: z.array(ownApiKeySchema) })),
    revoke: userProcedure({ writes: true, duringPaywall: true, ids: { id: 'api_key' } })
      .input(z.object({ id: idSchema }))
      .output(z.object({ revoked: z.literal(true) })),
  },
  apiKeys: {
    list: workspaceProcedure('api_key.manage').output(pageOf(apiKeySchema)),
    create: workspaceProcedure('api_key.manage', { writes: true, confirmsIdentity: true })
      .input(
        identityProof.extend({
          ...apiKeyLimitsInput.shape,
          name: optionalText(60).default('API key'),
          scope: z.enum(['read', 'write']).default('write'),
        }),
      )
      .output(apiKeySchema.extend({ api_key: z.string() })),
    revoke: workspaceProcedure('api_key.manage', { writes: true, ids: { id: 'api_key' } })
      .input(z.object({ id: idSchema }))
      .output(z.object({ revoked: z.literal(true) })),
  },
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'workspace.created': object
    'workspace.changed': object
    'workspace.deleted': { subdomain: string }
    'workspace.website': { name: string; url: string }
    /** `user_id`: whose membership has ended. */
    'members.changed': { user_id?: string; by_choice?: boolean }
    'member.joined': { user_id: string }
    /** Emitted while the person's account still exists. */
    'member.left': { user_id: string; role: Role; by_choice: boolean }
    'member.changed': { user_ids: string[] }
    'audit.added': object
    'content.changed': object
  }
}
