import path from 'node:path'
import {
  type AccountServices,
  accountMailJob,
  avatarFolder,
  createAuth,
  createGoogleIssuer,
  type PasswordHashing,
} from '../features/accounts/server/index.ts'
import { createAnswerTestJobs } from '../features/answer-tests/server/index.ts'
import { AnswerCache, type AnsweringServices, budgetMailJob } from '../features/answering/server/index.ts'
import { pictureFolder } from '../features/appearance/server/index.ts'
import { TRIAL_DAYS } from '../features/billing/contract.ts'
import { type Billing, createBilling } from '../features/billing/server/index.ts'
import { createContradictionJobs } from '../features/contradictions/server/index.ts'
import { expireOnEvents } from '../features/dashboard/server/index.ts'
import { createDigestJobs } from '../features/digest/server/index.ts'
import { checkDomainsJob, type DomainServices } from '../features/domains/server/index.ts'
import { createDoubtfulAnswerJobs } from '../features/doubtful-answers/server/index.ts'
import { purgeTrashJob, removeUnusedImagesJob } from '../features/faqs/server/index.ts'
import { createGapJobs } from '../features/gaps/server/index.ts'
import { createIntegrations, type Integrations } from '../features/integrations/server/index.ts'
import { createKnowledge, type Knowledge } from '../features/knowledge/server/index.ts'
import {
  type ContactMailJob,
  contactMailJob,
  guideTexts,
  hashGuides,
  loadGuides,
} from '../features/marketing/server/index.ts'
import { recordBackupSchedule, recordUptimeJob, seedDemo, seedDocs } from '../features/operations/server/index.ts'
import { applyRetentionJob, handoffMailJob, replyMailJob } from '../features/questions/server/index.ts'
import { createSemanticSearch, deleteOldChangesJob, type SemanticSearch } from '../features/ranking/server/index.ts'
import { createSuggestionJobs } from '../features/suggestions/server/index.ts'
import { invitedAddress, joinAtSignUp, type TeamServices, teamMailJob } from '../features/team/server/index.ts'
import { createWebhooks, type Webhooks } from '../features/webhooks/server/index.ts'
import {
  announcePlan,
  countWorkspaces,
  deleteExpiredKeysJob,
  ownersOf,
  releaseWorkspaces,
  type WorkspaceServices,
} from '../features/workspaces/server/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Database } from '../platform/db/index.ts'
import { createDns } from '../platform/dns/index.ts'
import { type EventBus, startEvents } from '../platform/events/index.ts'
import type { Probe } from '../platform/http/index.ts'
import { type JobObserver, type Jobs, startJobs } from '../platform/jobs/index.ts'
import type { Logger } from '../platform/log/index.ts'
import { createMailer, type Mailer } from '../platform/mail/index.ts'
import { createStorage, type FileStorage } from '../platform/storage/index.ts'
import { followChanges, prepareDatabase, reportTo } from './database.ts'
import { createMailLimit } from './limits.ts'
import { createGenerate } from './model.ts'
import { scheduledBackupJob } from './scheduled-backup.ts'
import { createAvailableEncoder } from './text-encoder.ts'
import { VERSION } from './version.ts'

const ANSWERS_CACHED = 1_000

/** Everything that works without HTTP: what the server, the workers and the operator's commands share. */
export interface Core {
  config: Config
  log: Logger
  db: Database
  events: EventBus
  jobs: Jobs
  mailer: Mailer
  storage: FileStorage
  services: WorkspaceServices
  accounts: AccountServices
  team: TeamServices
  billing: Billing
  semantic: SemanticSearch
  domains: DomainServices
  knowledge: Knowledge
  integrations: Integrations
  webhooks: Webhooks
  contactMail: ContactMailJob
  /** Health of the server's parts. */
  probes: Record<string, Probe>
  answering: AnsweringServices
  close(): Promise<void>
}

/**
 * Migrates, starts events and jobs, wires what runs upward from one feature to another, and seeds a fresh installation.
 * @param work whether this process takes jobs from the queue
 */
export async function openCore(options: {
  config: Config
  log: Logger
  db: Database
  work: boolean
  observeJob?: JobObserver
  /** In place of the product's own hashing, which takes long on purpose. */
  passwords?: PasswordHashing
}): Promise<Core> {
  const { config, db, log, passwords } = options
  await prepareDatabase(config, db, log)
  const report = reportTo(log)
  const events = await startEvents(db, report)
  followChanges(db, events)
  const services: WorkspaceServices = { db, events, billingOff: config.billing === 'off' }
  const domains: DomainServices = {
    workspaces: services,
    dns: createDns(config.dnsServers),
    appUrl: config.appUrl,
    local: config.local,
  }
  const storage = createStorage(config)
  const mailer = createMailer(config, log)
  const handoffMail = handoffMailJob({ db, mailer, appUrl: config.appUrl })
  const replyMail = replyMailJob({ services, mailer })
  const budgetMail = budgetMailJob({ db, mailer, appUrl: config.appUrl })
  const accountMail = accountMailJob({ db, mailer, config })
  const teamMail = teamMailJob({ db, mailer, config })
  const contactMail = contactMailJob({ mailer })
  const billing = createBilling({ db, events, mailer, config, log: report, countWorkspaces }, () => jobs)
  const knowledge: Knowledge = createKnowledge({
    workspaces: services,
    storage,
    allowHosts: config.outboundAllowHosts,
    chromiumPath: config.chromiumPath,
    recognition: { languages: config.recognitionLanguages, folder: path.join(config.dataDir, 'tessdata') },
    jobs: () => jobs,
  })
  const integrations = await createIntegrations({
    workspaces: services,
    readers: knowledge.services,
    images: knowledge.services,
    config,
    log: report,
    jobs: () => jobs,
  })
  const encoder = createAvailableEncoder(config, log)
  const missingModel = !encoder && config.semantic.kind === 'local' ? config.semantic.name : null
  const semantic = createSemanticSearch(db, encoder, missingModel)
  const probes: Record<string, Probe> = {
    database: () => db.pool.query('select 1'),
    queue: async () => {
      if (!(await jobs.healthy())) throw new Error('The job queue does not answer.')
    },
    storage: () => storage.check(),
  }
  const answering: AnsweringServices = {
    appUrl: config.appUrl,
    generate: createGenerate(config, log),
    reviewsClaims: config.reviewsClaims,
    monthlyTokens: config.monthlyTokens,
    ...(semantic.jobs.length > 0 ? { semantic } : {}),
    cache: new AnswerCache(ANSWERS_CACHED),
    log: report,
  }
  const { appUrl, secretKey } = config
  const webhooks = createWebhooks({
    workspaces: services,
    jobs: () => jobs,
    mailer,
    appUrl,
    secretKeys: config.secretKeys,
    allowHosts: config.outboundAllowHosts,
  })
  const improvements = [
    createGapJobs({ workspaces: services, answering }, () => jobs),
    createDoubtfulAnswerJobs({ workspaces: services, answering }, () => jobs),
    createSuggestionJobs({ workspaces: services, answering }, () => jobs),
    createAnswerTestJobs({ workspaces: services, answering, mailer }, () => jobs),
    createContradictionJobs(services, () => jobs),
    createDigestJobs({ workspaces: services, mailer, appUrl, secretKey }, () => jobs),
  ]
  const backupJob = scheduledBackupJob({ config, db, storage, jobs: () => jobs, log: report })
  if (options.work) await recordBackupSchedule(db, config.backups.schedule, new Date())
  const jobs: Jobs = await startJobs(
    db,
    [
      ...(backupJob ? [backupJob] : []),
      deleteOldChangesJob(db),
      deleteExpiredKeysJob(db),
      handoffMail,
      replyMail,
      applyRetentionJob(services),
      purgeTrashJob(services),
      removeUnusedImagesJob(knowledge.services),
      checkDomainsJob(domains),
      accountMail,
      budgetMail,
      teamMail,
      contactMail,
      recordUptimeJob({ db, probes }),
      ...billing.jobs,
      ...semantic.jobs,
      ...knowledge.jobs,
      ...improvements.flatMap((feature) => feature.jobs),
      ...integrations.jobs,
      ...webhooks.jobs,
    ],
    { work: options.work, log: report, ...(options.observeJob ? { observe: options.observeJob } : {}) },
  )
  await semantic.start(jobs)
  events.within('question.handoff', async (transaction, { workspace_id, id }) => {
    const payload = { workspace_id, message_id: id }
    await jobs.send(transaction, handoffMail, payload, { singletonKey: id })
  })
  events.within('model.budget_near', async (transaction, { workspace_id, used, budget }) => {
    for (const user_id of await ownersOf(transaction, workspace_id))
      await jobs.send(transaction, budgetMail, { workspace_id, user_id, used, budget })
  })
  events.within('question.reply', async (transaction, { workspace_id, reply_id, attempt }) => {
    const payload = { workspace_id, reply_id, attempt }
    await jobs.send(transaction, replyMail, payload, { singletonKey: `${reply_id}:${attempt}` })
  })
  events.within('content.changed', async (transaction, { workspace_id: id }) => {
    await semantic.contentChanged(transaction, id)
  })
  expireOnEvents(events)
  for (const feature of improvements) feature.follow(events)
  billing.follow(events)
  events.within('subscription.changed', (transaction, { user_id }) => announcePlan(services, transaction, user_id))
  integrations.follow(events)
  webhooks.follow(events)
  events.within('workspace.website', async (transaction, { workspace_id: id, name, url }) => {
    await knowledge.workspaceCreated(transaction, { id, name, websiteUrl: url })
  })
  events.within('workspace.deleted', async (transaction, { workspace_id: id }) => {
    await knowledge.workspaceDeleted(transaction, id)
    await knowledge.services.queueFileRemoval(transaction, pictureFolder(id))
  })
  events.on('workspace.deleted', ({ workspace_id: id }) => {
    void jobs.withdrawOf({ workspace_id: id }).catch((error: unknown) => {
      // They find nothing and end by themselves.
      report('warn', 'Jobs of a deleted workspace could not be removed.', { reason: String(error) })
    })
  })
  events.within('account.deleting', async (transaction, { user_id }) => {
    await releaseWorkspaces(services, transaction, user_id)
    await knowledge.services.queueFileRemoval(transaction, avatarFolder(user_id))
  })
  const mailLimit = createMailLimit({ config, db })
  const team: TeamServices = {
    workspaces: services,
    mailLimit,
    secretKeys: config.secretKeys,
    sendMail: (transaction, mail) => jobs.send(transaction, teamMail, mail),
  }
  const accounts: AccountServices = {
    db,
    config,
    events,
    storage,
    trialDays: TRIAL_DAYS,
    mailLimit,
    auth: createAuth({ db, config, log, ...(passwords && { passwords }) }),
    google: config.google && createGoogleIssuer(config),
    sendMail: (transaction, mail) => jobs.send(transaction, accountMail, mail),
    invitedAddress: (transaction, token) => invitedAddress(transaction, config.secretKeys, token),
    joinInvited: (transaction, token, userId) => joinAtSignUp(team, transaction, token, userId),
  }
  if (config.seedDemo && (await seedDemo(services))) log.info('The demo workspace was seeded')
  const guides = { hash: `${VERSION} ${hashGuides()}`, texts: () => guideTexts(loadGuides()) }
  if (config.seedDemo && (await seedDocs(services, guides, config.appUrl))) log.info('The docs were updated')
  return {
    config,
    log,
    db,
    events,
    jobs,
    mailer,
    storage,
    services,
    accounts,
    team,
    billing,
    semantic,
    domains,
    knowledge,
    integrations,
    webhooks,
    contactMail,
    probes,
    answering,
    close: async () => {
      await jobs.stop()
      await semantic.close()
      await knowledge.close()
      await events.close()
      await db.close()
    },
  }
}
