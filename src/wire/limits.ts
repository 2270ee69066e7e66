import { RESET_LINK_MINUTES } from '../features/accounts/contract.ts'
import {
  type AccountCaller,
  type AccountLimits,
  isWrongProof,
  type MailLimit,
} from '../features/accounts/server/index.ts'
import {
  type AskChallenges,
  CHALLENGE_SECONDS,
  createAskChallenges,
  type VisitorLimits,
} from '../features/answering/server/index.ts'
import type { BillingLimits } from '../features/billing/server/index.ts'
import type { TeamLimits } from '../features/team/server/index.ts'
import type { IdempotencyServices } from '../features/workspaces/server/index.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Config } from '../platform/config/index.ts'
import type { Database } from '../platform/db/index.ts'
import {
  addressKey,
  type BlockLimiter,
  countingFailures,
  createBlockLimiter,
  createLimiter,
  type Limiter,
  type LimitRule,
  limit,
  noLimiter,
  type Quota,
} from '../platform/limits/index.ts'
import type { ApiLimits } from './rate-limit-headers.ts'

interface LimitDependencies {
  config: Config
  db: Database
}

export interface Limits {
  accounts: AccountLimits
  billing: BillingLimits
  team: TeamLimits
  visitors: VisitorLimits
  api: ApiLimits
  idempotency: IdempotencyServices['limits']
  /** Messages through the contact form. */
  contact: (address: string) => Promise<void>
  /** Pages of other websites that the landing page reads for visitors. */
  tryOut: (address: string) => Promise<void>
  /** Questions of a TLS proxy, each about a host it has no certificate for. */
  hosts: (address: string) => Promise<void>
  /** Downloads of files that owners offer on their pages. */
  downloads: (address: string) => Promise<void>
}

const MINUTE_SECONDS = 60
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS

/** Rate limits per address, account or workspace: count and window in seconds. */
export const LIMIT_RULES = {
  /**
   * Sign-ins from one network, or to one account from browsers that signed in to it before, right or wrong: each costs
   * the hashing of a password.
   */
  sign_in_attempt: { points: 300, durationSeconds: 10 * MINUTE_SECONDS },
  /** Wrong passwords from one network. */
  sign_in_address: { points: 30, durationSeconds: 10 * MINUTE_SECONDS },
  /** Wrong passwords for one account from one network, or from one browser that signed in before. */
  sign_in_account: { points: 10, durationSeconds: 10 * MINUTE_SECONDS },
  /** Wrong passwords for one account from all networks together; a browser that signed in before is not counted here. */
  sign_in_everywhere: { points: 1_000, durationSeconds: 60 * MINUTE_SECONDS },
  secret: { points: 60, durationSeconds: 10 * MINUTE_SECONDS },
  /** Wrong passwords, codes and passkeys of a signed-in person who has to prove who they are. */
  identity: { points: 10, durationSeconds: 10 * MINUTE_SECONDS },
  account_change: { points: 30, durationSeconds: 10 * MINUTE_SECONDS },
  /** Passwords tried at the links to a new address of one account. */
  confirmation: { points: 10, durationSeconds: 10 * MINUTE_SECONDS },
  billing: { points: 60, durationSeconds: 10 * MINUTE_SECONDS },
  mail_address: { points: 20, durationSeconds: 60 * MINUTE_SECONDS },
  /** Requests for mails to one address from one network, or from one browser that signed in before. */
  mail_account: { points: 5, durationSeconds: 60 * MINUTE_SECONDS },
  /** Mails to one address that strangers can cause. As long as a reset link works: one of those sent still does. */
  mail_recipient: { points: 5, durationSeconds: RESET_LINK_MINUTES * MINUTE_SECONDS },
  mail_workspace: { points: 60, durationSeconds: 60 * MINUTE_SECONDS },
  sign_up: { points: 20, durationSeconds: 60 * MINUTE_SECONDS },
  ask_address: { points: 30, durationSeconds: MINUTE_SECONDS },
  ask_workspace: { points: 600, durationSeconds: MINUTE_SECONDS },
  /** More than people ask, even where much is going on: from here on each question needs proof of work. */
  ask_unproven: { points: 120, durationSeconds: MINUTE_SECONDS },
  /** A proof counts once: it is remembered for longer than it could be used. */
  ask_proof: { points: 1, durationSeconds: CHALLENGE_SECONDS + MINUTE_SECONDS },
  search: { points: 300, durationSeconds: MINUTE_SECONDS },
  host: { points: 600, durationSeconds: MINUTE_SECONDS },
  /** A download carries a whole file. */
  download: { points: 60, durationSeconds: MINUTE_SECONDS },
  vote: { points: 60, durationSeconds: MINUTE_SECONDS },
  /** Votes from one network on the page of one FAQ. */
  faq_vote: { points: 1, durationSeconds: DAY_SECONDS },
  handoff: { points: 10, durationSeconds: 10 * MINUTE_SECONDS },
  handoff_workspace: { points: 200, durationSeconds: 60 * MINUTE_SECONDS },
  /** Calls of the workspace API with one key. */
  api_key: { points: 600, durationSeconds: MINUTE_SECONDS },
  /** Calls of the workspace API from one address without a valid key. */
  api_address: { points: 120, durationSeconds: MINUTE_SECONDS },
  /** Keys that a workspace can have remembered for a day. */
  idempotency_key: { points: 100_000, durationSeconds: DAY_SECONDS },
  /** Kilobytes of responses that are stored with them. */
  idempotency_kilobytes: { points: 128 * 1024, durationSeconds: DAY_SECONDS },
  /** Pages that the server reads for people without an account. */
  try_out: { points: 6, durationSeconds: 10 * MINUTE_SECONDS },
  try_out_instance: { points: 1_000, durationSeconds: DAY_SECONDS },
  contact: { points: 5, durationSeconds: 60 * MINUTE_SECONDS },
  contact_instance: { points: 200, durationSeconds: DAY_SECONDS },
  model_address: { points: 60, durationSeconds: 60 * MINUTE_SECONDS },
  model_workspace: { points: 2_000, durationSeconds: DAY_SECONDS },
  model_instance: { points: 50_000, durationSeconds: DAY_SECONDS },
} as const satisfies Record<string, LimitRule>

/**
 * Counted in the database, so that all nodes share the count; calls with an API key in blocks. Searching, hosts, downloads
 * and calls without a key are counted in this process: a durable write for each of them would cost more than what it
 * protects.
 */
export function createLimits({ config, db }: LimitDependencies): Limits {
  const makeLimiter = (ruleName: keyof typeof LIMIT_RULES, limitStore: typeof db.pool | 'memory' = db.pool) =>
    config.rateLimits ? createLimiter(limitStore, ruleName, LIMIT_RULES[ruleName]) : noLimiter
  const limiters = {
    signInAttempt: makeLimiter('sign_in_attempt'),
    signInAddress: makeLimiter('sign_in_address'),
    signInAccount: makeLimiter('sign_in_account'),
    signInEverywhere: makeLimiter('sign_in_everywhere'),
    signUp: makeLimiter('sign_up'),
    secret: makeLimiter('secret'),
    accountChange: makeLimiter('account_change'),
    identity: makeLimiter('identity'),
    confirmation: makeLimiter('confirmation'),
    billing: makeLimiter('billing'),
    mailAddress: makeLimiter('mail_address'),
    mailAccount: makeLimiter('mail_account'),
    mailWorkspace: makeLimiter('mail_workspace'),
    askAddress: makeLimiter('ask_address'),
    askWorkspace: makeLimiter('ask_workspace'),
    askUnproven: makeLimiter('ask_unproven'),
    askProof: makeLimiter('ask_proof'),
    search: makeLimiter('search', 'memory'),
    host: makeLimiter('host', 'memory'),
    download: makeLimiter('download', 'memory'),
    // The embedded database has one process.
    apiKey:
      config.rateLimits && db.kind === 'postgres'
        ? createBlockLimiter(db.pool, 'api_key', LIMIT_RULES.api_key)
        : makeLimiter('api_key', 'memory'),
    apiAddress: makeLimiter('api_address', 'memory'),
    idempotencyKey: makeLimiter('idempotency_key', 'memory'),
    idempotencyKilobytes: makeLimiter('idempotency_kilobytes', 'memory'),
    vote: makeLimiter('vote'),
    faqVote: makeLimiter('faq_vote'),
    handoff: makeLimiter('handoff'),
    handoffWorkspace: makeLimiter('handoff_workspace'),
    tryOut: makeLimiter('try_out'),
    tryOutInstance: makeLimiter('try_out_instance'),
    contact: makeLimiter('contact'),
    contactInstance: makeLimiter('contact_instance'),
    modelAddress: makeLimiter('model_address'),
    modelWorkspace: makeLimiter('model_workspace'),
    modelInstance: makeLimiter('model_instance'),
  }
  const challenges = createAskChallenges(config.secretKeys)
  const keyOfText = (keyedText: string) => addressKey(keyedText, config.secretKey)
  /** A browser that signed in before counts for itself, any other one with its network. */
  const accountKey = ({ address, email, browserId }: AccountCaller) =>
    browserId ? `browser:${browserId}` : `${keyOfText(address)}:${keyOfText(email)}`
  return {
    accounts: {
      signIn: async (limitCaller, limitedAttempt) => {
        await limit(limiters.signInAttempt, keyOfText(limitCaller.browserId ? limitCaller.email : limitCaller.address))
        const accountLimit = { limiter: limiters.signInAccount, key: accountKey(limitCaller), resetsOnSuccess: true }
        const otherLimits = [
          { limiter: limiters.signInAddress, key: keyOfText(limitCaller.address), resetsOnSuccess: false },
          { limiter: limiters.signInEverywhere, key: keyOfText(limitCaller.email), resetsOnSuccess: false },
        ]
        return countingFailures(
          limitCaller.browserId ? [accountLimit] : [accountLimit, ...otherLimits],
          limitedAttempt,
          isWrongPassword,
        )
      },
      signUp: ({ address }) => limit(limiters.signUp, keyOfText(address)),
      mail: async (limitCaller) => {
        if (!limitCaller.browserId) await limit(limiters.mailAddress, keyOfText(limitCaller.address))
        await limit(limiters.mailAccount, accountKey(limitCaller))
      },
      secret: ({ address }, ownKey) => limit(limiters.secret, ownKey ?? keyOfText(address)),
      change: (userId) => limit(limiters.accountChange, userId),
      identity: (userId, limitedAttempt) =>
        countingFailures(
          [{ limiter: limiters.identity, key: userId, resetsOnSuccess: true }],
          limitedAttempt,
          isWrongProof,
        ),
      confirmation: (userId) => limit(limiters.confirmation, userId),
    },
    billing: { provider: (userId) => limit(limiters.billing, userId) },
    team: {
      mail: (workspaceId) => limit(limiters.mailWorkspace, workspaceId),
      secret: ({ address }, ownKey) => limit(limiters.secret, ownKey ?? keyOfText(address)),
    },
    contact: async (clientAddress) => {
      await limit(limiters.contact, keyOfText(clientAddress))
      await limit(limiters.contactInstance, 'all')
    },
    tryOut: async (clientAddress) => {
      await limit(limiters.tryOut, keyOfText(clientAddress))
      await limit(limiters.tryOutInstance, 'all')
    },
    hosts: (clientAddress) => limit(limiters.host, keyOfText(clientAddress)),
    downloads: (clientAddress) => limit(limiters.download, keyOfText(clientAddress)),
    api: {
      key: (id) => quotaOf('key', LIMIT_RULES.api_key, limiters.apiKey, id),
      address: (clientAddress) =>
        quotaOf('address', LIMIT_RULES.api_address, limiters.apiAddress, keyOfText(clientAddress)),
    },
    idempotency: {
      key: (workspaceId) => limit(limiters.idempotencyKey, workspaceId),
      admitsBytes: async (workspaceId, uploadedBytes) =>
        (await limiters.idempotencyKilobytes.take(workspaceId, Math.ceil(uploadedBytes / 1024))) === 0,
    },
    visitors: {
      ask: async (clientAddress, workspaceId, askProof) => {
        await limit(limiters.askAddress, keyOfText(clientAddress))
        const isBelowLimit = !config.askChallenge || (await limiters.askUnproven.take(workspaceId, 1)) === 0
        // Before the workspace's own limit, so that questions without proof take nothing from those with it.
        if (!isBelowLimit) await requireProof(challenges, limiters.askProof, workspaceId, askProof)
        await limit(limiters.askWorkspace, workspaceId)
      },
      tryAsking: async (clientAddress, workspaceId) => {
        await limit(limiters.askAddress, keyOfText(clientAddress))
        await limit(limiters.askWorkspace, workspaceId)
      },
      search: (clientAddress) => limit(limiters.search, keyOfText(clientAddress)),
      vote: (clientAddress) => limit(limiters.vote, keyOfText(clientAddress)),
      isFirstVote: async (clientAddress, faqId) =>
        (await limiters.faqVote.take(`${keyOfText(clientAddress)}:${faqId}`, 1)) === 0,
      handoff: (clientAddress) => limit(limiters.handoff, keyOfText(clientAddress)),
      handoffTo: (workspaceId) => limit(limiters.handoffWorkspace, workspaceId),
      modelBudget: async (clientAddress, workspaceId) =>
        (await limiters.modelAddress.take(keyOfText(clientAddress), 1)) === 0 &&
        (await limiters.modelWorkspace.take(workspaceId, 1)) === 0 &&
        (await limiters.modelInstance.take('all', 1)) === 0,
    },
  }
}

async function quotaOf(
  policyName: string,
  limitRule: LimitRule,
  quotaLimiter: BlockLimiter,
  quotaKey: string,
): Promise<Quota | null> {
  const limiterState = await quotaLimiter.consume(quotaKey)
  return limiterState && { policy: policyName, ...limitRule, ...limiterState }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'auth.invalid_credentials'

/** Counts the mails that strangers cause, in the one place that all features ask. */
export function createMailLimit({ config, db }: LimitDependencies): MailLimit {
  const quotaLimiter = config.rateLimits
    ? createLimiter(db.pool, 'mail_recipient', LIMIT_RULES.mail_recipient)
    : noLimiter
  const keyOfEmail = (emailAddress: string) => addressKey(emailAddress, config.secretKey)
  return {
    admits: async (emailAddress) => (await quotaLimiter.take(keyOfEmail(emailAddress), 1)) === 0,
    require: (emailAddress) => limit(quotaLimiter, keyOfEmail(emailAddress)),
    resetCount: (emailAddress) => quotaLimiter.resetCount(keyOfEmail(emailAddress)),
  }
}

async function requireProof(
  challenges: AskChallenges,
  usedLimiter: Limiter,
  workspaceId: string,
  askProof: string | undefined,
): Promise<void> {
  const challenge = challenges.answered(askProof, workspaceId)
  if (challenge !== null && (await usedLimiter.take(challenge, 1)) === 0) return
  throw new AppError('rate_limited', 'ask.proof_required', 'Too many questions are being asked. Please try again.', {
    details: { ...challenges.issue(workspaceId), retry_after: MINUTE_SECONDS },
  })
}
