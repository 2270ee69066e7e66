import { Code, ScrollText, Settings } from 'lucide-react'
import { lazy } from 'react'
import type { RouteObject } from 'react-router'
import type { NavigationItem } from '../../../web/ui/navigation-item.ts'

export { closeCrawlToast } from './crawl-toast.ts'
export { saveSettings } from './settings/use-settings.ts'
export { useNextWorkspace } from './use-next-workspace.ts'
export { PlanAction, useWorkspace, type WorkspaceStanding } from './workspace-context.tsx'
export { WorkspacePage } from './workspace-page.tsx'
export { WorkspaceProvider } from './workspace-provider.tsx'
export { WorkspaceSwitcher } from './workspace-switcher.tsx'

/** The tab «Workspaces» of the profile page. */
export const WorkspacesTab = lazy(() => import('./workspaces-tab.tsx'))

/** Shown to a member who lacks the second factor that the workspace requires. */
export const SecondFactorScreen = lazy(() => import('./second-factor-screen.tsx'))

/** The cards of the page «Workspace Settings». */
export const WorkspaceSettings = lazy(() => import('./settings/workspace-settings.tsx'))

/** Pages that need a session but stand outside the dashboard shell. */
export const setupRoutes: RouteObject[] = [
  { path: '/workspace-setup', lazy: () => import('./setup-page.tsx') },
  { path: '/account-check', lazy: () => import('./account-check-page.tsx') },
]

export const navigation: NavigationItem[] = [
  {
    label: 'Workspace',
    to: '/settings',
    icon: Settings,
    group: 'Settings',
    order: 1,
    forOwners: true,
    keywords: 'settings name subdomain domain tone origins retention export delete categories',
  },
  {
    label: 'API and webhooks',
    to: '/settings?tab=api',
    icon: Code,
    group: 'Settings',
    order: 4,
    forOwners: true,
    keywords: 'api keys developers mcp',
  },
  { label: 'Audit log', to: '/settings?tab=security', icon: ScrollText, group: 'Settings', order: 5, forOwners: true },
]
