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
export function createRouter(applicationCore: Core, rateLimits: Limits, callGuards: Guards): AppRouter {
  const { accounts, services, config } = applicationCore
  const confirmIdentity = createIdentityCheck(accounts, rateLimits.accounts.identity)
  return {
    accounts: createAccountsRoutes(accounts, rateLimits.accounts, confirmIdentity),
    billing: createBillingRoutes(applicationCore.billing.services, accounts.auth, rateLimits.billing),
    workspaces: createWorkspacesRoutes(services, callGuards, { appUrl: config.appUrl, countFaqs, confirmIdentity }),
    team: createTeamRoutes(applicationCore.team, callGuards, rateLimits.team),
    knowledge: createKnowledgeRoutes(applicationCore.knowledge.services, callGuards),
    faqs: createFaqsRoutes(callGuards, applicationCore.knowledge.services),
    questions: createQuestionsRoutes(callGuards),
    answering: createAnsweringRoutes(applicationCore, callGuards),
    gaps: createGapsRoutes(applicationCore.answering, callGuards, testedQuestions),
    doubtfulAnswers: createDoubtfulAnswersRoutes(callGuards),
    suggestions: createSuggestionsRoutes(callGuards),
    answerTests: createAnswerTestsRoutes(callGuards),
    contradictions: createContradictionsRoutes(callGuards),
    helpHealth: createHelpHealthRoutes(callGuards),
    digest: createDigestRoutes(callGuards),
    webhooks: createWebhooksRoutes(applicationCore.webhooks, callGuards),
    integrations: createIntegrationsRoutes(applicationCore.integrations.services, callGuards),
    visitors: createVisitorsRoutes(callGuards, {
      appUrl: config.appUrl.origin,
      tryAsking: tryAsking(applicationCore.answering, rateLimits),
    }),
    appearance: createAppearanceRoutes(applicationCore, callGuards),
    pageRules: createPageRulesRoutes(callGuards),
    domains: createDomainsRoutes(applicationCore.domains, callGuards),
    mcp: createMcpRoutes(callGuards, {
      oauth: createOAuth(services, config.secretKeys),
      appUrl: config.appUrl,
      confirmIdentity,
    }),
    dashboard: createDashboardRoutes(
      { log: (logLevel, logMessage, logFields) => applicationCore.log[logLevel](logFields, logMessage) },
      callGuards,
    ),
  }
}
