const LINK = 'font-medium text-link underline underline-offset-3'

/** The operator's documents, each in a tab of its own, so that an open form keeps its text. */
export const TermsLinks = () => (
  <>
    <a href="/terms" target="_blank" rel="noreferrer" className={LINK}>
      Terms
    </a>{' '}
    and the{' '}
    <a href="/privacy" target="_blank" rel="noreferrer" className={LINK}>
      Privacy Policy
    </a>
  </>
)
