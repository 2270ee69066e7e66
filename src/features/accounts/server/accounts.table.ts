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

/** People who can sign in. This table and the four below have the shape better-auth asks for. */
export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** When Google last confirmed the identity of the person in this session. */
    googleConfirmedAt: instant('google_confirmed_at'),
    /** When a passkey of the person signed in to this session or confirmed it. */
    passkeyConfirmedAt: instant('passkey_confirmed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (columns) => [index('sessions_user').on(columns.userId)],
)

/** Sign-in method of a user: a password or an external provider. */
export const signInMethods = pgTable(
  'sign_in_methods',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    /** Account name at the provider, shown to the user. */
    email: text('email'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (columns) => [
    index('sign_in_methods_user').on(columns.userId),
    // One account with a provider signs one person in.
    uniqueIndex('sign_in_methods_account').on(columns.providerId, columns.accountId),
  ],
)

export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (columns) => [index('verifications_identifier').on(columns.identifier)],
)

/** The second step of signing in. Secret and recovery codes are encrypted with the instance's key. */
export const twoFactors = pgTable('two_factors', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  /** False until the first code was right. */
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: instant('locked_until'),
})

/** Public keys of the person's passkeys; the private ones never leave their devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [index('passkeys_user').on(columns.userId), uniqueIndex('passkeys_credential').on(columns.credentialID)],
)

export const MAILED_LINK_PURPOSES = ['verify_email', 'reset_password', 'change_email', 'disown_email_change'] as const

/**
 * A link that was mailed to `email` and may be followed once, before `expiresAt`. Its token is no column: it is made of
 * the id and the instance's key, so that a leaked table opens nothing.
 */
export const mailedLinks = pgTable(
  'mailed_links',
  {
    id: uuid('id').primaryKey(),
    purpose: text('purpose', { enum: MAILED_LINK_PURPOSES }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /**
     * For `verify_email`: data of the sign-up that requested this link. `browserId` identifies the browser that signed
     * up; only that browser may confirm with the password entered there.
     */
    signUp: jsonb('sign_up').$type<{
      passwordHash: string
      firstName: string
      lastName: string
      browserId: string
      next?: string
      /** Version of the terms that the person accepted, and when. */
      terms?: { version: string; acceptedAt: string }
    }>(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (columns) => [index('mailed_links_user').on(columns.userId, columns.purpose)],
)

/** Profile of a user apart from sign-in data. */
export const profiles = pgTable('profiles', {
  id: uuid('id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  avatarUrl: text('avatar_url'),
  trialEndsAt: instant('trial_ends_at'),
  hasHadTrial: boolean('has_had_trial').notNull().default(false),
  hasFreeAccess: boolean('has_free_access').notNull().default(false),
  /** When a reset made it necessary to check the account for leftovers of an intruder; null once that is done. */
  accountCheckSince: instant('account_check_since'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Versions of the operator's terms that a person has accepted. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    version: text('version').notNull(),
    acceptedAt: instant('accepted_at').notNull().defaultNow(),
  },
  (columns) => [primaryKey({ columns: [columns.userId, columns.version] })],
)
