import { Copy } from 'lucide-react'
import { copyToClipboard } from '../../../../web/browser/copy-to-clipboard.ts'
import { Button } from '../../../../web/ui/button.tsx'

interface PolicyHintProps {
  /** The widget was not detected. */
  isLikelyCause: boolean
}

/** The sources that a website with a content security policy must allow: browsers refuse the widget silently. */
export function PolicyHint({ isLikelyCause }: PolicyHintProps) {
  const { origin } = window.location
  const policy = `script-src 'self' ${origin}; frame-src 'self' ${origin}`
  return (
    <details className="rounded-md border border-line bg-surface px-3 open:pb-3">
      <summary className="min-h-10 cursor-pointer py-2.5 text-md font-medium">
        {isLikelyCause
          ? 'Nothing appears on your page? Its content security policy may block the widget.'
          : 'Content security policy'}
      </summary>
      <p className="text-md text-ink-soft">
        If your website sends a content security policy, add this server to both directives. Keep the sources that they
        have: a new directive replaces default-src. Nothing else is loaded.{' '}
        <a
          href="/docs/widget#content-security-policy"
          target="_blank"
          rel="noopener"
          className="text-link underline underline-offset-2"
        >
          More in the docs
        </a>
      </p>
      <pre className="mt-2.5 rounded-md border border-line bg-sunken px-3 py-2.5 font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
        {policy}
      </pre>
      <Button
        size="sm"
        className="mt-2.5"
        icon={<Copy size={14} aria-hidden="true" />}
        onClick={() => void copyToClipboard(policy, 'Code')}
      >
        Copy policy
      </Button>
    </details>
  )
}
