import { RotateCw } from 'lucide-react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { messageOf } from '../web/api/api-error.ts'
import { Button, ButtonAnchor } from '../web/ui/button.tsx'
import { useDocumentTitle } from '../web/ui/page-title.ts'
import { NotFound } from './not-found.tsx'

/** Shown in place of a page that failed to load or to render. The rest of the shell keeps working. */
export function RouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <Failure error={error} />
}

function Failure({ error }: { error: unknown }) {
  useDocumentTitle('Something went wrong')
  // After a release an open page requests script files that no longer exist; a reload fetches the new ones.
  const outdated = error instanceof TypeError && /import|module|fetch/i.test(error.message)
  return (
    <main role="alert" className="flex min-h-[70dvh] flex-col items-center justify-center px-6 py-16 text-center">
      <h1 className="text-xl font-semibold">{outdated ? 'There is a new version' : 'Something went wrong'}</h1>
      <p className="mt-1 max-w-100 text-base text-ink-soft">
        {outdated ? 'Reload the page to continue with it.' : messageOf(error)}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2.5">
        <Button variant="primary" icon={<RotateCw size={15} />} onClick={() => window.location.reload()}>
          Reload
        </Button>
        <ButtonAnchor href="/">Return to Home</ButtonAnchor>
      </div>
    </main>
  )
}
