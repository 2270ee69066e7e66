import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { TermsNotice, useSession } from '../features/accounts/web/index.ts'
import { SecondFactorScreen, useWorkspace, WorkspaceProvider } from '../features/workspaces/web/index.ts'
import { messageOf } from '../web/api/api-error.ts'
import { ErrorState } from '../web/ui/error-state.tsx'
import { PageSpinner } from '../web/ui/spinner.tsx'
import { useOnceTrue } from '../web/ui/use-once-true.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { isProfilePath } from './profile-path.ts'
import { SectionBar } from './section-bar.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { TopBar } from './top-bar.tsx'
import { useFocusRestore } from './use-focus-restore.ts'
import { usePaletteKey } from './use-palette-key.ts'

const Palette = lazy(() => import('./palette.tsx'))
const PlanNotices = lazy(() => import('./plan-notices.tsx'))

/**
 * Maximum time that the former page stays while the next one loads; after it a spinner replaces it. From the
 * specification.
 */
const MAX_WAIT_MS = 600

/** The frame around every dashboard page: sidebar, top bar, banners, command palette. */
export function Component() {
  return (
    <WorkspaceProvider>
      <Shell />
    </WorkspaceProvider>
  )
}

function Shell() {
  const sidebar = useSidebar()
  const profile = useSession()
  const access = useWorkspace().current?.access
  const [paletteOpen, setPaletteOpen] = useState(false)
  const paletteWanted = useOnceTrue(paletteOpen)
  usePaletteKey(() => setPaletteOpen((open) => !open))
  useFocusRestore()
  return (
    <div className="flex min-h-dvh" data-sidebar={sidebar.collapsed ? 'collapsed' : 'expanded'}>
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-ink px-3 py-2 text-md font-medium text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar state={sidebar} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar sidebar={sidebar} onSearch={() => setPaletteOpen(true)} />
        {(sidebar.narrow || sidebar.collapsed) && <SectionBar />}
        <Suspense>{profile?.terms_due && <TermsNotice />}</Suspense>
        <OfflineNotice />
        <Suspense>{(access?.past_due || access?.paywall) && <PlanNotices />}</Suspense>
        <main id="content" tabIndex={-1} className="flex-1">
          <Content />
        </main>
      </div>
      <Suspense>{paletteWanted && <Palette open={paletteOpen} onOpenChange={setPaletteOpen} />}</Suspense>
    </div>
  )
}

/** The current page. Remounts when another workspace is selected, so that no state of the former one remains. */
function Content() {
  const { loading, error, retry, workspace, isOpen } = useWorkspace()
  const { pathname } = useLocation()
  const late = useLateNavigation()
  const [setUpFor, setSetUpFor] = useState<string>()
  useEffect(() => {
    if (pathname) window.scrollTo(0, 0)
  }, [pathname])
  if (error)
    return <ErrorState title="Your workspaces could not be loaded" message={messageOf(error)} onRetry={retry} />
  if (loading || late) return <PageSpinner />
  // The workspace opens with the new factor, but its recovery codes are shown only once.
  const isSettingUp = workspace !== null && setUpFor === workspace.id
  if (workspace && (!isOpen || isSettingUp) && !isProfilePath(pathname))
    return (
      <Suspense fallback={<PageSpinner />}>
        <SecondFactorScreen workspace={workspace} onSetUp={setSetUpFor} />
      </Suspense>
    )
  return <Outlet key={workspace?.id ?? 'none'} />
}

/** True when the requested page has been loading for longer than MAX_WAIT_MS. */
function useLateNavigation(): boolean {
  const target = useNavigation().location?.pathname
  const [lateTarget, setLateTarget] = useState<string>()
  useEffect(() => {
    if (!target) return setLateTarget(undefined)
    const timer = window.setTimeout(() => setLateTarget(target), MAX_WAIT_MS)
    return () => window.clearTimeout(timer)
  }, [target])
  return target !== undefined && lateTarget === target
}
