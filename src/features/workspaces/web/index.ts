import type { RouteObject } from 'react-router'

export { useWorkspace, type WorkspaceStanding, type WorkspaceState } from './workspace-context.ts'
export { WorkspaceProvider } from './workspace-provider.tsx'
export { WorkspaceSwitcher } from './workspace-switcher.tsx'

/** Pages that need a session but stand outside the dashboard shell. */
export const setupRoutes: RouteObject[] = [{ path: '/workspace-setup', lazy: () => import('./setup-page.tsx') }]
