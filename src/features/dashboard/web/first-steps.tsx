import { useQuery } from '@tanstack/react-query'
import { Check, Copy, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { replaceData } from '../../../web/api/query-client.ts'
import { copyToClipboard } from '../../../web/browser/copy-to-clipboard.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { embedSnippet } from '../../visitors/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'

async function dismiss(dismissed: boolean) {
  try {
    const steps = await client.dashboard.dismissFirstSteps({ dismissed })
    replaceData(api.dashboard.firstSteps.queryKey(), steps)
    if (dismissed)
      toast({ message: 'First steps dismissed', action: { label: 'Undo', onAction: () => void dismiss(false) } })
  } catch (error) {
    toastError(messageOf(error))
  }
}

/** For a new owner: the way from an empty workspace to visitors who find their answers, until it is put away. */
export function FirstSteps() {
  const { workspace } = useWorkspace()
  const owner = workspace?.role === 'owner'
  const { data } = useQuery(api.dashboard.firstSteps.queryOptions({ enabled: owner }))
  if (!owner || !data || data.dismissed) return null
  const done = [data.published, data.source, data.embedded].filter(Boolean).length
  const next = data.published ? (data.source ? 'embed' : 'source') : 'publish'
  return (
    <Card
      title="First steps"
      description={done === 3 ? 'All done: your visitors find their answers.' : `${done} of 3 done`}
      padded={false}
      actions={<IconButton label="Dismiss first steps" icon={<X size={16} />} onClick={() => void dismiss(true)} />}
    >
      <ol className="px-5 pt-2 pb-2">
        <Step
          number={1}
          done={data.published}
          title="Publish a FAQ"
          text={data.published ? 'Your page has answers to show.' : 'Visitors see it at once, and answers draw on it.'}
          action={
            <ButtonLink to="/pages?create=1" size="sm" variant={next === 'publish' ? 'primary' : 'secondary'}>
              Create FAQ
            </ButtonLink>
          }
        />
        <Step
          number={2}
          done={data.source}
          title="Add a source"
          text={
            data.source ? 'Answers draw on more than your FAQs.' : 'Documents and websites answer what no FAQ covers.'
          }
          action={
            <ButtonLink to="/knowledge" size="sm" variant={next === 'source' ? 'primary' : 'secondary'}>
              Add source
            </ButtonLink>
          }
        />
        <Step
          number={3}
          done={data.embedded}
          title="Embed the widget"
          text={
            data.embedded
              ? 'It was seen on your website.'
              : 'Put one line of code into your website, and open a page that has it.'
          }
          action={<CopySnippet primary={next === 'embed' && !data.embedded} />}
        />
      </ol>
    </Card>
  )
}

/** Fetched ahead: some browsers let only the press itself copy. */
function CopySnippet({ primary }: { primary: boolean }) {
  const { workspace } = useWorkspace()
  const { data } = useQuery(api.appearance.get.queryOptions())
  return (
    <Button
      size="sm"
      variant={primary ? 'primary' : 'secondary'}
      icon={<Copy size={14} />}
      disabled={!data || !workspace}
      onClick={() =>
        data && workspace && copyToClipboard(embedSnippet(window.location.origin, workspace.id, data), 'Code')
      }
    >
      Copy code
    </Button>
  )
}

interface StepProps {
  number: number
  done: boolean
  title: string
  text: string
  action: ReactNode
}

function Step({ number, done, title, text, action }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line py-3.5 not-last:border-b">
      <span
        className={cx(
          'grid size-7 shrink-0 place-items-center self-start rounded-full text-sm font-semibold tabular-nums',
          done ? 'bg-good-soft text-good' : 'border border-line-strong text-ink-soft',
        )}
      >
        {done ? <Check size={15} strokeWidth={2.6} role="img" aria-label="Done:" /> : number}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="text-base font-medium">{title}</h3>
        <p className="text-md text-ink-soft">{text}</p>
      </div>
      <div className="max-sm:pl-11">{action}</div>
    </li>
  )
}
