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

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Rate limits per address, account or workspace: count and window in seconds. */
export const RULES = {
  /**
   * Sign-ins from one network, or to one account from browsers that signed in to it before, right or wrong: each costs
   * the hashing of a password.
   */
  sign_in_attempt: { points: 300, durationSeconds: 10 * MINUTE },
  /** Wrong passwords from one network. */
  sign_in_address: { points: 30, durationSeconds: 10 * MINUTE },
  /** Wrong passwords for one account from one network, or from one browser that signed in before. */
  sign_in_account: { points: 10, durationSeconds: 10 * MINUTE },
  /** Wrong passwords for one account from all networks together; a browser that signed in before is not counted here. */
  sign_in_everywhere: { points: 1_000, durationSeconds: 60 * MINUTE },
  secret: { points: 60, durationSeconds: 10 * MINUTE },
  /** Wrong passwords, codes and passkeys of a signed-in person who has to prove who they are. */
  identity: { points: 10, durationSeconds: 10 * MINUTE },
  account_change: { points: 30, durationSeconds: 10 * MINUTE },
  /** Passwords tried at the links to a new address of one account. */
  confirmation: { points: 10, durationSeconds: 10 * MINUTE },
  billing: { points: 60, durationSeconds: 10 * MINUTE },
  mail_address: { points: 20, durationSeconds: 60 * MINUTE },
  /** Requests for mails to one address from one network, or from one browser that signed in before. */
  mail_account: { points: 5, durationSeconds: 60 * MINUTE },
  /** Mails to one address that strangers can cause. As long as a reset link works: one of those sent still does. */
  mail_recipient: { points: 5, durationSeconds: RESET_LINK_MINUTES * MINUTE },
  mail_workspace: { points: 60, durationSeconds: 60 * MINUTE },
  sign_up: { points: 20, durationSeconds: 60 * MINUTE },
  ask_address: { points: 30, durationSeconds: MINUTE },
  ask_workspace: { points: 600, durationSeconds: MINUTE },
  /** More than people ask, even where much is going on: from here on each question needs proof of work. */
  ask_unproven: { points: 120, durationSeconds: MINUTE },
  /** A proof counts once: it is remembered for longer than it could be used. */
  ask_proof: { points: 1, durationSeconds: CHALLENGE_SECONDS + MINUTE },
  search: { points: 300, durationSeconds: MINUTE },
  host: { points: 600, durationSeconds: MINUTE },
  /** A download carries a whole file. */
  download: { points: 60, durationSeconds: MINUTE },
  vote: { points: 60, durationSeconds: MINUTE },
  /** Votes from one network on the page of one FAQ. */
  faq_vote: { points: 1, durationSeconds: DAY },
  handoff: { points: 10, durationSeconds: 10 * MINUTE },
  handoff_workspace: { points: 200, durationSeconds: 60 * MINUTE },
  /** Calls of the workspace API with one key. */
  api_key: { points: 600, durationSeconds: MINUTE },
  /** Calls of the workspace API from one address without a valid key. */
  api_address: { points: 120, durationSeconds: MINUTE },
  /** Keys that a workspace can have remembered for a day. */
  idempotency_key: { points: 100_000, durationSeconds: DAY },
  /** Kilobytes of responses that are stored with them. */
  idempotency_kilobytes: { points: 128 * 1024, durationSeconds: DAY },
  /** Pages that the server reads for people without an account. */
  try_out: { points: 6, durationSeconds: 10 * MINUTE },
  try_out_instance: { points: 1_000, durationSeconds: DAY },
  contact: { points: 5, durationSeconds: 60 * MINUTE },
  contact_instance: { points: 200, durationSeconds: DAY },
  model_address: { points: 60, durationSeconds: 60 * MINUTE },
  model_workspace: { points: 2_000, durationSeconds: DAY },
  model_instance: { points: 50_000, durationSeconds: DAY },
} as const satisfies Record<string, LimitRule>

/**
 * Counted in the database, so that all nodes share the count; calls with an API key in blocks. Searching, hosts, downloads
 * and calls without a key are counted in this process: a durable write for each of them would cost more than what it
 * protects.
 */
export function createLimits({ config, db }: LimitDependencies): Limits {
  const make = (name: keyof typeof RULES, store: typeof db.pool | 'memory' = db.pool) =>
    config.rateLimits ? createLimiter(store, name, RULES[name]) : noLimiter
  const limiters = {
    signInAttempt: make('sign_in_attempt'),
    signInAddress: make('sign_in_address'),
    signInAccount: make('sign_in_account'),
    signInEverywhere: make('sign_in_everywhere'),
    signUp: make('sign_up'),
    secret: make('secret'),
    accountChange: make('account_change'),
    identity: make('identity'),
    confirmation: make('confirmation'),
    billing: make('billing'),
    mailAddress: make('mail_address'),
    mailAccount: make('mail_account'),
    mailWorkspace: make('mail_workspace'),
    askAddress: make('ask_address'),
    askWorkspace: make('ask_workspace'),
    askUnproven: make('ask_unproven'),
    askProof: make('ask_proof'),
    search: make('search', 'memory'),
    host: make('host', 'memory'),
    download: make('download', 'memory'),
    // The embedded database has one process.
    apiKey:
      config.rateLimits && db.kind === 'postgres'
        ? createBlockLimiter(db.pool, 'api_key', RULES.api_key)
        : make('api_key', 'memory'),
    apiAddress: make('api_address', 'memory'),
    idempotencyKey: make('idempotency_key', 'memory'),
    idempotencyKilobytes: make('idempotency_kilobytes', 'memory'),
    vote: make('vote'),
    faqVote: make('faq_vote'),
    handoff: make('handoff'),
    handoffWorkspace: make('handoff_workspace'),
    tryOut: make('try_out'),
    tryOutInstance: make('try_out_instance'),
    contact: make('contact'),
    contactInstance: make('contact_instance'),
    modelAddress: make('model_address'),
    modelWorkspace: make('model_workspace'),
    modelInstance: make('model_instance'),
  }
  const challenges = createAskChallenges(config.secretKeys)
  const keyed = (text: string) => addressKey(text, config.secretKey)
  /** A browser that signed in before counts for itself, any other one with its network. */
  const accountKey = ({ address, email, browserId }: AccountCaller) =>
    browserId ? `browser:${browserId}` : `${keyed(address)}:${keyed(email)}`
  return {
    accounts: {
      signIn: async (caller, attempt) => {
        await limit(limiters.signInAttempt, keyed(caller.browserId ? caller.email : caller.address))
        const account = { limiter: limiters.signInAccount, key: accountKey(caller), resetsOnSuccess: true }
        const others = [
          { limiter: limiters.signInAddress, key: keyed(caller.address), resetsOnSuccess: false },
          { limiter: limiters.signInEverywhere, key: keyed(caller.email), resetsOnSuccess: false },
        ]
        return countingFailures(caller.browserId ? [account] : [account, ...others], attempt, isWrongPassword)
      },
      signUp: ({ address }) => limit(limiters.signUp, keyed(address)),
      mail: async (caller) => {
        if (!caller.browserId) await limit(limiters.mailAddress, keyed(caller.address))
        await limit(limiters.mailAccount, accountKey(caller))
      },
      secret: ({ address }, own) => limit(limiters.secret, own ?? keyed(address)),
      change: (userId) => limit(limiters.accountChange, userId),
      identity: (userId, attempt) =>
        countingFailures([{ limiter: limiters.identity, key: userId, resetsOnSuccess: true }], attempt, isWrongProof),
      confirmation: (userId) => limit(limiters.confirmation, userId),
    },
    billing: { provider: (userId) => limit(limiters.billing, userId) },
    team: {
      mail: (workspaceId) => limit(limiters.mailWorkspace, workspaceId),
      secret: ({ address }, own) => limit(limiters.secret, own ?? keyed(address)),
    },
    contact: async (address) => {
      await limit(limiters.contact, keyed(address))
      await limit(limiters.contactInstance, 'all')
    },
    tryOut: async (address) => {
      await limit(limiters.tryOut, keyed(address))
      await limit(limiters.tryOutInstance, 'all')
    },
    hosts: (address) => limit(limiters.host, keyed(address)),
    downloads: (address) => limit(limiters.download, keyed(address)),
    api: {
      key: (id) => quotaOf('key', RULES.api_key, limiters.apiKey, id),
      address: (address) => quotaOf('address', RULES.api_address, limiters.apiAddress, keyed(address)),
    },
    idempotency: {
      key: (workspaceId) => limit(limiters.idempotencyKey, workspaceId),
      admitsBytes: async (workspaceId, bytes) =>
        (await limiters.idempotencyKilobytes.take(workspaceId, Math.ceil(bytes / 1024))) === 0,
    },
    visitors: {
      ask: async (address, workspaceId, proof) => {
        await limit(limiters.askAddress, keyed(address))
        const isCalm = !config.askChallenge || (await limiters.askUnproven.take(workspaceId, 1)) === 0
        // Before the workspace's own limit, so that questions without proof take nothing from those with it.
        if (!isCalm) await requireProof(challenges, limiters.askProof, workspaceId, proof)
        await limit(limiters.askWorkspace, workspaceId)
      },
      tryAsking: async (address, workspaceId) => {
        await limit(limiters.askAddress, keyed(address))
        await limit(limiters.askWorkspace, workspaceId)
      },
      search: (address) => limit(limiters.search, keyed(address)),
      vote: (address) => limit(limiters.vote, keyed(address)),
      isFirstVote: async (address, faqId) => (await limiters.faqVote.take(`${keyed(address)}:${faqId}`, 1)) === 0,
      handoff: (address) => limit(limiters.handoff, keyed(address)),
      handoffTo: (workspaceId) => limit(limiters.handoffWorkspace, workspaceId),
      modelBudget: async (address, workspaceId) =>
        (await limiters.modelAddress.take(keyed(address), 1)) === 0 &&
        (await limiters.modelWorkspace.take(workspaceId, 1)) === 0 &&
        (await limiters.modelInstance.take('all', 1)) === 0,
    },
  }
}

async function quotaOf(policy: string, rule: LimitRule, limiter: BlockLimiter, key: string): Promise<Quota | null> {
  const state = await limiter.consume(key)
  return state && { policy, ...rule, ...state }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'auth.invalid_credentials'

/** Counts the mails that strangers cause, in the one place that all features ask. */
export function createMailLimit({ config, db }: LimitDependencies): MailLimit {
  const limiter = config.rateLimits ? createLimiter(db.pool, 'mail_recipient', RULES.mail_recipient) : noLimiter
  const keyOf = (email: string) => addressKey(email, config.secretKey)
  return {
    admits: async (email) => (await limiter.take(keyOf(email), 1)) === 0,
    require: (email) => limit(limiter, keyOf(email)),
    resetCount: (email) => limiter.resetCount(keyOf(email)),
  }
}

async function requireProof(
  challenges: AskChallenges,
  used: Limiter,
  workspaceId: string,
  proof: string | undefined,
): Promise<void> {
  const challenge = challenges.answered(proof, workspaceId)
  if (challenge !== null && (await used.take(challenge, 1)) === 0) return
  throw new AppError('rate_limited', 'ask.proof_required', 'Too many questions are being asked. Please try again.', {
    details: { ...challenges.issue(workspaceId), retry_after: MINUTE },
  })
}
