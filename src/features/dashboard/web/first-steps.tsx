import { useQuery } from '@tanstack/react-query'
import { Check, Copy, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { replaceData } from '../../../web/api/query-client.ts'
import { copyToClipboard } from '../../../web/browser/copy-to-clipboard.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { useOnceTrue } from '../../../web/ui/use-once-true.ts'
import { SuggestedToPublish } from '../../suggestions/web/index.ts'
import { embedSnippet, InstallCheck, TryQuestion } from '../../visitors/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { FirstSteps as Progress } from '../contract.ts'
import { readSkippedSteps, writeSkippedSteps } from './skipped-steps.ts'

const loadCrawlProgress = () => import('./crawl-progress.tsx')

/** Loaded after the dashboard: it shows nothing before its data has arrived. */
export const CrawlProgress = lazy(loadCrawlProgress)

/** The same for the first steps, which wait for it and for its data, so that they do not move. */
function useCrawlProgress(enabled: boolean) {
  const view = useQuery({
    queryKey: ['crawl-progress'],
    queryFn: async () => ({ CrawlProgress: (await loadCrawlProgress()).default }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  const websites = useQuery(api.knowledge.websites.list.queryOptions({ enabled }))
  const integrations = useQuery(api.integrations.list.queryOptions({ enabled }))
  return { view: view.data, isPending: view.isPending || websites.isPending || integrations.isPending }
}

const STEPS = ['source', 'published', 'asked', 'embedded'] as const
type StepName = (typeof STEPS)[number]

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

/**
 * Progress of a new workspace, for its owners until they put it away; null where nothing is to be shown, undefined until
 * that is known.
 */
export function useFirstSteps(): Progress | null | undefined {
  const { workspace } = useWorkspace()
  const owner = workspace?.role === 'owner'
  const { data, isPending } = useQuery(api.dashboard.firstSteps.queryOptions({ enabled: owner }))
  const crawl = useCrawlProgress(owner)
  if (owner && (isPending || crawl.isPending)) return undefined
  return owner && data && !data.dismissed ? data : null
}

/** For a new owner: the way from an empty workspace to visitors who find their answers. The next step is open. */
export function FirstSteps({ progress }: { progress: Progress }) {
  const { workspace } = useWorkspace()
  const workspaceId = workspace?.id ?? ''
  const [skipped, setSkipped] = useState<readonly string[]>(() => readSkippedSteps(workspaceId))
  const [isCopied, setCopied] = useState(false)
  const { view } = useCrawlProgress(true)
  const changeSkipped = (stepNames: readonly string[]) => {
    setSkipped(stepNames)
    writeSkippedSteps(workspaceId, stepNames)
  }
  const done = STEPS.filter((name) => progress[name]).length
  const next = STEPS.find((name) => !progress[name] && !skipped.includes(name))
  const step = (name: StepName) => ({
    number: STEPS.indexOf(name) + 1,
    done: progress[name],
    onSkip: next === name && name !== STEPS.at(-1) ? () => changeSkipped([...skipped, name]) : undefined,
    onUnskip:
      next !== name && skipped.includes(name)
        ? () => changeSkipped(skipped.filter((other) => other !== name))
        : undefined,
  })
  // A published FAQ can be asked about, even while an earlier step is open. Asking finishes the step: the answer stays.
  const wasAskable = useOnceTrue(!progress.asked && (next === 'asked' || progress.published))
  const isAskable = !skipped.includes('asked') && (wasAskable || (progress.asked && next === 'embedded'))
  const look = (name: StepName) => (next === name ? 'primary' : 'secondary')
  return (
    <Card
      title="First steps"
      description={
        done === STEPS.length ? 'All done: your visitors find their answers.' : `${done} of ${STEPS.length} done`
      }
      padded={false}
      actions={<IconButton label="Dismiss first steps" icon={<X size={16} />} onClick={() => void dismiss(true)} />}
    >
      <ol className="px-5 pt-2 pb-2">
        <Step
          {...step('source')}
          title="Add a source"
          text={
            progress.source
              ? 'Answers also use your sources.'
              : 'Your website and documents are read, and FAQs are suggested from them.'
          }
          action={
            <ButtonLink to="/knowledge" size="sm" variant={look('source')}>
              Add source
            </ButtonLink>
          }
        >
          {view && <view.CrawlProgress failures={!progress.source} />}
        </Step>
        <Step
          {...step('published')}
          title="Publish a FAQ"
          text={
            progress.published
              ? workspace && (
                  <>
                    Your help page has its first answer.{' '}
                    <a
                      href={`/faq/${workspace.subdomain}`}
                      target="_blank"
                      rel="noopener"
                      className="whitespace-nowrap text-link underline underline-offset-3 coarse:-my-2.5 coarse:inline-block coarse:py-2.5"
                    >
                      Open your page
                    </a>
                  </>
                )
              : 'Visitors see it at once, and it is used for answers.'
          }
          action={
            <ButtonLink to="/pages?create=published" size="sm" variant={look('published')}>
              Create FAQ
            </ButtonLink>
          }
        >
          {next === 'published' && <SuggestedToPublish otherwise={null} />}
        </Step>
        <Step
          {...step('asked')}
          title="Ask your help page a question"
          text={
            progress.asked
              ? 'Questions are in your inbox, with their answers.'
              : 'You get the answer that visitors get.'
          }
        >
          {workspace && isAskable && (
            <Suspense>
              <TryQuestion subdomain={workspace.subdomain} />
            </Suspense>
          )}
        </Step>
        <Step
          {...step('embedded')}
          title="Embed the widget"
          text={
            progress.embedded
              ? 'The widget was detected on your website.'
              : 'Add one line of code to your website, then open a page that has it.'
          }
          action={
            <>
              <ButtonLink to="/widgets?section=share" size="sm" variant="ghost">
                Other ways
              </ButtonLink>
              <CopySnippet primary={next === 'embedded'} onCopy={() => setCopied(true)} />
            </>
          }
        >
          {(next === 'embedded' || (isCopied && !progress.embedded)) && (
            <Suspense>
              <InstallCheck />
            </Suspense>
          )}
        </Step>
      </ol>
    </Card>
  )
}

/** Fetched ahead: some browsers let only the press itself copy. */
function CopySnippet({ primary, onCopy }: { primary: boolean; onCopy: () => void }) {
  const { workspace } = useWorkspace()
  const { data } = useQuery(api.appearance.get.queryOptions())
  return (
    <Button
      size="sm"
      variant={primary ? 'primary' : 'secondary'}
      icon={<Copy size={14} />}
      disabled={!data || !workspace}
      onClick={() => {
        if (!data || !workspace) return
        onCopy()
        void copyToClipboard(embedSnippet(window.location.origin, workspace.id, data), 'Code')
      }}
    >
      Copy code
    </Button>
  )
}

interface StepProps {
  number: number
  done: boolean
  title: string
  text: ReactNode
  action?: ReactNode
  onSkip: (() => void) | undefined
  /** Opens the step again after it was skipped. */
  onUnskip: (() => void) | undefined
  /** Below the step, over its whole width. */
  children?: ReactNode
}

function Step({ number, done, title, text, action, onSkip, onUnskip, children }: StepProps) {
  return (
    <li className={cx('border-line not-last:border-b', done ? 'py-2.5' : 'py-3.5')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span
          className={cx(
            'grid size-7 shrink-0 place-items-center self-start rounded-full text-sm font-semibold tabular-nums',
            done ? 'bg-good-soft text-good' : 'border border-line-strong text-ink-soft',
          )}
        >
          {done ? <Check size={15} strokeWidth={2.6} role="img" aria-label="Done:" /> : number}
        </span>
        {/* One line says enough of a step that is done. */}
        <div className={cx('min-w-0 flex-1 basis-48', done && 'flex-wrap items-baseline gap-x-3 sm:flex')}>
          <h3 className="text-base font-medium">{title}</h3>
          <p className="text-md text-ink-soft">{text}</p>
        </div>
        <div className="flex gap-2 empty:hidden max-sm:pl-11 sm:ml-auto">
          {onSkip && (
            <Button size="sm" variant="ghost" onClick={onSkip} aria-label={`Skip “${title}”`}>
              Skip
            </Button>
          )}
          {!done && onUnskip && (
            <Button size="sm" variant="ghost" onClick={onUnskip} aria-label={`Undo skip of “${title}”`}>
              Undo skip
            </Button>
          )}
          {!done && action}
        </div>
      </div>
      <div className="mt-3 flex flex-col gap-3 empty:hidden sm:pl-11">{children}</div>
    </li>
  )
}
