import { createAccountsRoutes, createIdentityCheck } from '../features/accounts/server/index.ts'
import { createAnswerTestsRoutes, testedQuestions } from '../features/answer-tests/server/index.ts'
import { createAnsweringRoutes } from '../features/answering/server/index.ts'
import { createAppearanceRoutes } from '../features/appearance/server/index.ts'
import { createBillingRoutes } from '../features/billing/server/index.ts'
import { createContradictionsRoutes } from '../features/contradictions/server/index.ts'
import { createDashboardRoutes } from '../features/dashboard/server/index.ts'
import { createDigestRoutes } from '../features/digest/server/index.ts'
import { createDomainsRoutes } from '../features/domains/server/index.ts'
import { createDoubtfulAnswersRoutes } from '../features/doubtful-answers/server/index.ts'
import { countFaqs, createFaqsRoutes } from '../features/faqs/server/index.ts'
import { createGapsRoutes } from '../features/gaps/server/index.ts'
import { createHelpHealthRoutes } from '../features/help-health/server/index.ts'
import { createIntegrationsRoutes } from '../features/integrations/server/index.ts'
import { createKnowledgeRoutes } from '../features/knowledge/server/index.ts'
import { createMcpRoutes, createOAuth } from '../features/mcp/server/index.ts'
import { createPageRulesRoutes } from '../features/page-rules/server/index.ts'
import { createQuestionsRoutes } from '../features/questions/server/index.ts'
import { createSuggestionsRoutes } from '../features/suggestions/server/index.ts'
import { createTeamRoutes } from '../features/team/server/index.ts'
import { createVisitorsRoutes } from '../features/visitors/server/index.ts'
import { createWebhooksRoutes } from '../features/webhooks/server/index.ts'
import { createWorkspacesRoutes, type Guards } from '../features/workspaces/server/index.ts'
import { tryAsking } from './answering.ts'
import type { AppRouter } from './api.ts'
import type { Core } from './core.ts'
import type { Limits } from './limits.ts'

/** Binds every procedure of the contract to its verb. */
export function createRouter(core: Core, limits: Limits, guards: Guards): AppRouter {
  const { accounts, services, config } = core
  const confirmIdentity = createIdentityCheck(accounts, limits.accounts.identity)
  return {
    accounts: createAccountsRoutes(accounts, limits.accounts, confirmIdentity),
    billing: createBillingRoutes(core.billing.services, accounts.auth, limits.billing),
    workspaces: createWorkspacesRoutes(services, guards, { appUrl: config.appUrl, countFaqs, confirmIdentity }),
    team: createTeamRoutes(core.team, guards, limits.team),
    knowledge: createKnowledgeRoutes(core.knowledge.services, guards),
    faqs: createFaqsRoutes(guards, core.knowledge.services),
    questions: createQuestionsRoutes(guards),
    answering: createAnsweringRoutes(core, guards),
    gaps: createGapsRoutes(core.answering, guards, testedQuestions),
    doubtfulAnswers: createDoubtfulAnswersRoutes(guards),
    suggestions: createSuggestionsRoutes(guards),
    answerTests: createAnswerTestsRoutes(guards),
    contradictions: createContradictionsRoutes(guards),
    helpHealth: createHelpHealthRoutes(guards),
    digest: createDigestRoutes(guards),
    webhooks: createWebhooksRoutes(core.webhooks, guards),
    integrations: createIntegrationsRoutes(core.integrations.services, guards),
    visitors: createVisitorsRoutes(guards, {
      appUrl: config.appUrl.origin,
      tryAsking: tryAsking(core.answering, limits),
    }),
    appearance: createAppearanceRoutes(core, guards),
    pageRules: createPageRulesRoutes(guards),
    domains: createDomainsRoutes(core.domains, guards),
    mcp: createMcpRoutes(guards, {
      oauth: createOAuth(services, config.secretKeys),
      appUrl: config.appUrl,
      confirmIdentity,
    }),
    dashboard: createDashboardRoutes({ log: (level, message, fields) => core.log[level](fields, message) }, guards),
  }
}
