import { Copy, ExternalLink } from 'lucide-react'
import { copyToClipboard } from '../../../web/browser/copy-to-clipboard.ts'
import { Button, ButtonAnchor } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'

/** The full public link of the workspace's FAQ page, to copy or to open. */
export function FaqPageCard() {
  const { current } = useWorkspace()
  return (
    <Card title="FAQ Page" description="Where your visitors find their answers.">
      {current ? (
        <>
          <p className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm leading-relaxed break-all text-ink select-all">
            {current.public_url}
          </p>
          <div className="mt-3 flex gap-2.5 *:flex-1">
            <Button icon={<Copy size={15} />} onClick={() => copyToClipboard(current.public_url, 'URL')}>
              Copy
            </Button>
            <ButtonAnchor
              href={current.public_url}
              target="_blank"
              rel="noopener"
              icon={<ExternalLink size={15} aria-hidden="true" />}
            >
              Open
            </ButtonAnchor>
          </div>
        </>
      ) : (
        <div className="flex flex-col gap-3">
          <Skeleton className="h-9.5 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      )}
    </Card>
  )
}
