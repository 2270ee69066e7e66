import { LinkButton } from '../link-button.tsx'

/** The 404 page. */
export const MissingPage = () => (
  <div className="flex min-h-[60vh] flex-col items-center justify-center px-6 py-20 text-center">
    <p className="text-md font-medium text-ink-faint tabular-nums">404</p>
    <h1 className="mt-1 text-3xl font-semibold">Oops! Page not found</h1>
    <p className="mt-2 text-base text-ink-soft">The address may be mistyped, or the page has moved.</p>
    <LinkButton href="/" look="primary" size="lg" className="mt-7">
      Return to Home
    </LinkButton>
  </div>
)
