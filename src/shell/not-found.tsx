import { Weave } from '../web/brand/weave.tsx'
import { ButtonAnchor } from '../web/ui/button.tsx'
import { useDocumentTitle } from '../web/ui/page-title.ts'

/** The 404 page of the dashboard. */
export function NotFound() {
  useDocumentTitle('Page not found')
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 py-16 text-center">
      <Weave threads={9} spacing={16} accentRow={4} className="mb-8 size-40 text-control" />
      <p className="text-md font-medium text-ink-faint tabular-nums">404</p>
      <h1 className="mt-1 text-2xl font-semibold">Oops! Page not found</h1>
      <p className="mt-1 text-base text-ink-soft">The address may be mistyped, or the page has moved.</p>
      <ButtonAnchor href="/" variant="primary" className="mt-6">
        Return to Home
      </ButtonAnchor>
    </main>
  )
}
