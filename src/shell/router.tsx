import { createBrowserRouter, redirect } from 'react-router'
import { publicRoutes } from '../features/accounts/web/index.ts'
import { routes as answerTestRoutes } from '../features/answer-tests/web/index.ts'
import { routes as contradictionRoutes } from '../features/contradictions/web/index.ts'
import { routes as dashboardRoutes } from '../features/dashboard/web/index.ts'
import { routes as doubtfulAnswerRoutes } from '../features/doubtful-answers/web/index.ts'
import { routes as faqRoutes } from '../features/faqs/web/index.ts'
import { routes as gapRoutes } from '../features/gaps/web/index.ts'
import { routes as helpHealthRoutes } from '../features/help-health/web/index.ts'
import { routes as integrationRoutes } from '../features/integrations/web/index.ts'
import { routes as knowledgeRoutes } from '../features/knowledge/web/index.ts'
import { routes as mcpRoutes } from '../features/mcp/web/index.ts'
import { routes as pageRuleRoutes } from '../features/page-rules/web/index.ts'
import { routes as questionRoutes } from '../features/questions/web/index.ts'
import { routes as suggestionRoutes } from '../features/suggestions/web/index.ts'
import { invitationRoutes } from '../features/team/web/index.ts'
import { routes as visitorRoutes } from '../features/visitors/web/index.ts'
import { routes as webhookRoutes } from '../features/webhooks/web/index.ts'
import { setupRoutes } from '../features/workspaces/web/index.ts'
import { PageSpinner } from '../web/ui/spinner.tsx'
import { Component as AppShell } from './app-shell.tsx'
import { NotFound } from './not-found.tsx'
import { ProtectedRoute, requireSession } from './protected-route.tsx'
import { RouteError } from './route-error.tsx'
import { profileRoutes, settingsRoutes } from './settings-routes.ts'

export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteError,
    HydrateFallback: PageSpinner,
    children: [
      // The landing page is rendered by the server: a link to it inside the dashboard needs a full page load.
      { index: true, loader: () => redirect('/dashboard') },
      ...publicRoutes,
      ...invitationRoutes,
      {
        loader: requireSession,
        // The session is requested once and then observed, so navigation inside the dashboard causes no request.
        shouldRevalidate: () => false,
        Component: ProtectedRoute,
        children: [
          ...setupRoutes,
          {
            Component: AppShell,
            children: [
              {
                ErrorBoundary: RouteError,
                children: [
                  ...profileRoutes,
                  ...settingsRoutes,
                  ...dashboardRoutes,
                  ...faqRoutes,
                  ...questionRoutes,
                  ...gapRoutes,
                  ...doubtfulAnswerRoutes,
                  ...suggestionRoutes,
                  ...answerTestRoutes,
                  ...contradictionRoutes,
                  ...helpHealthRoutes,
                  ...knowledgeRoutes,
                  ...integrationRoutes,
                  ...webhookRoutes,
                  ...mcpRoutes,
                  ...visitorRoutes,
                  ...pageRuleRoutes,
                ],
              },
            ],
          },
        ],
      },
      { path: '*', Component: NotFound },
    ],
  },
])
