import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonAnchor, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { useOverview } from './use-overview.ts'

/** The way from an empty workspace to visitors who find their answers. */
export function NextSteps() {
  const { current } = useWorkspace()
  const { hasPublished, questions, unread } = useOverview()
  const asked = (questions ?? 0) > 0
  return (
    <Card title="Next steps" padded={false}>
      <ol className="px-5 pt-2 pb-2">
        <Step
          number={1}
          done={hasPublished}
          title="Publish a FAQ"
          text={
            hasPublished ? 'Your help page has answers to show.' : 'Visitors see it at once, and answers draw on it.'
          }
          action={
            <ButtonLink to="/pages?create=1" size="sm" variant={hasPublished === false ? 'primary' : 'secondary'}>
              Create FAQ
            </ButtonLink>
          }
        />
        <Step
          number={2}
          done={asked}
          title="Open your page and ask it something"
          text="The answer comes from what you have published, with its sources."
          action={
            current && (
              <ButtonAnchor href={current.public_url} target="_blank" rel="noopener" size="sm">
                Open page
              </ButtonAnchor>
            )
          }
        />
        <Step
          number={3}
          done={asked && unread === 0}
          title="See what visitors ask"
          text={asked ? 'Turn what they ask into FAQs.' : 'Every question lands in your inbox, answered or not.'}
          action={
            <ButtonLink to="/messages" size="sm">
              View questions
            </ButtonLink>
          }
        />
      </ol>
    </Card>
  )
}

interface StepProps {
  number: number
  done: boolean | undefined
  title: string
  text: string
  action: ReactNode
}

function Step({ number, done = false, title, text, action }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line py-4 not-last:border-b">
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
