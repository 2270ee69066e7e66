import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import { CORNERS, DEFAULT_LOOK, FONTS, NEUTRALS } from '../contract/default-look.ts'
import type { SmallTalkReplies } from '../contract/small-talk.ts'

export const workspaces = pgTable(
  'workspaces',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    subdomain: text('subdomain').notNull().unique(),
    /** User whose plan applies to the workspace. */
    billingUserId: uuid('billing_user_id').notNull(),
    websiteUrl: text('website_url'),
    logoUrl: text('logo_url'),
    pageLayout: text('page_layout', { enum: ['list', 'collections'] })
      .notNull()
      .default(DEFAULT_LOOK.page_layout),
    /** Logo on dark backgrounds; null to use `logoUrl` there too. */
    logoDarkUrl: text('logo_dark_url'),
    /** Null to use the logo, or the initial of the name. */
    faviconUrl: text('favicon_url'),
    /** Color of buttons and marks; null for the header's. */
    accentColor: text('accent_color'),
    neutral: text('neutral', { enum: NEUTRALS }).notNull().default(DEFAULT_LOOK.neutral),
    corners: text('corners', { enum: CORNERS }).notNull().default(DEFAULT_LOOK.corners),
    font: text('font', { enum: FONTS }).notNull().default(DEFAULT_LOOK.font),
    /** Sanitized style sheet of the owner. */
    customCss: text('custom_css').notNull().default(DEFAULT_LOOK.custom_css),
    widgetHeading: text('widget_heading'),
    widgetCallToAction: text('widget_call_to_action'),
    widgetShowPoweredBy: boolean('widget_show_powered_by').notNull().default(DEFAULT_LOOK.widget_show_powered_by),
    widgetBorderWidth: integer('widget_border_width').notNull().default(DEFAULT_LOOK.widget_border_width),
    widgetBorderColor: text('widget_border_color').notNull().default(DEFAULT_LOOK.widget_border_color),
    socialTwitter: text('social_twitter'),
    socialFacebook: text('social_facebook'),
    socialLinkedin: text('social_linkedin'),
    headerTextColor: text('header_text_color').notNull().default(DEFAULT_LOOK.header_text_color),
    headerBgType: text('header_bg_type', { enum: ['color', 'image', 'gradient'] })
      .notNull()
      .default(DEFAULT_LOOK.header_bg_type),
    headerBgColor: text('header_bg_color').notNull().default(DEFAULT_LOOK.header_bg_color),
    headerBgImageUrl: text('header_bg_image_url'),
    headerBgGradientFrom: text('header_bg_gradient_from').notNull().default(DEFAULT_LOOK.header_bg_gradient_from),
    headerBgGradientTo: text('header_bg_gradient_to').notNull().default(DEFAULT_LOOK.header_bg_gradient_to),
    headerBgGradientDirection: text('header_bg_gradient_direction', {
      enum: ['to-r', 'to-l', 'to-t', 'to-b', 'to-tr', 'to-tl', 'to-br', 'to-bl'],
    })
      .notNull()
      .default(DEFAULT_LOOK.header_bg_gradient_direction),
    customDomain: text('custom_domain'),
    customDomainStatus: text('custom_domain_status', { enum: ['none', 'pending', 'verified', 'failed'] })
      .notNull()
      .default('none'),
    /** When the domain was named, or last proved. */
    customDomainSince: instant('custom_domain_since'),
    customDomainCheckedAt: instant('custom_domain_checked_at'),
    /** Problems found by the last check, for the owner. */
    customDomainProblem: text('custom_domain_problem'),
    searchEngineVisible: boolean('search_engine_visible').notNull().default(true),
    /** Serves the published content over MCP; null for the default, see `servesMcp`. */
    mcpEnabled: boolean('mcp_enabled'),
    /** Recipient of handoffs; null for the payer's address. */
    contactEmail: text('contact_email'),
    answerTone: text('answer_tone', { enum: ['friendly', 'neutral', 'formal', 'concise'] })
      .notNull()
      .default('friendly'),
    /** The owner's own words to the model, inside the fixed frame. */
    answerInstructions: text('answer_instructions').notNull().default(''),
    /** Level of certainty from which visitors get an answer. */
    answerLevel: text('answer_level', { enum: ['less', 'usual', 'more'] })
      .notNull()
      .default('usual'),
    /** The owner's own replies to small talk, by language and kind. */
    smallTalkReplies: jsonb('small_talk_replies').$type<SmallTalkReplies>().notNull().default({}),
    /** Most tokens of the language model in a calendar month, in UTC; null for as many as the instance allows. */
    monthlyTokens: bigint('monthly_tokens', { mode: 'number' }),
    /** Origins of the sites that may show the widget and ask through it; empty for all. */
    widgetAllowedOrigins: text('widget_allowed_origins').array().notNull().default([]),
    /** Days after which visitors' questions are deleted; null for never. */
    visitorRetentionDays: integer('visitor_retention_days'),
    /** Requires a second factor (an authenticator app or a passkey) for working in the workspace. */
    secondFactorRequired: boolean('second_factor_required').notNull().default(false),
    /** Counts up with every change of what visitors can find; cached answers are keyed by it. */
    contentVersion: bigint('content_version', { mode: 'number' }).notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (columns) => [
    index('workspaces_billing_user').on(columns.billingUserId),
    // Many may name a domain; one has it.
    uniqueIndex('workspaces_verified_domain')
      .on(columns.customDomain)
      .where(sql`${columns.customDomainStatus} = 'verified'`),
  ],
)

export const workspaceMembers = pgTable(
  'workspace_members',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    role: text('role', { enum: ['owner', 'member'] })
      .notNull()
      .default('member'),
    /** When this person last opened the Questions inbox; what is newer counts as unread. */
    messagesViewedAt: instant('messages_viewed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [
    primaryKey({ columns: [columns.workspaceId, columns.userId] }),
    index('workspace_members_user').on(columns.userId),
  ],
)

export const apiKeys = pgTable(
  'api_keys',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'write'] }).notNull(),
    /** Areas with `read` or `write`; empty for all. */
    areas: text('areas').array().notNull().default(sql`'{}'`),
    /** Addresses and networks in CIDR notation; empty for all. */
    networks: text('networks').array().notNull().default(sql`'{}'`),
    expiresAt: instant('expires_at'),
    /** Until then the application that the key was granted to can exchange it for the next one; null for other keys. */
    renewableUntil: instant('renewable_until'),
    /** SHA-256 of the key: a leaked table opens nothing. */
    keyHash: text('key_hash').notNull().unique(),
    hint: text('hint').notNull(),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (columns) => [primaryKey({ columns: [columns.workspaceId, columns.id] })],
)

/** Reserved subdomains: those of deleted workspaces, and former ones that redirect. */
export const reservedSubdomains = pgTable('held_subdomains', {
  subdomain: text('subdomain').primaryKey(),
  /** The workspace that the subdomain leads to; null once it is deleted. */
  workspaceId: uuid('workspace_id'),
  reservedUntil: instant('held_until').notNull(),
  /** The owners of a deleted workspace, who can take its subdomain again. */
  formerOwnerIds: uuid('former_owner_ids').array().notNull().default([]),
})
