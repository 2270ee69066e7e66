import { useEffect, useEffectEvent } from 'react'
import { formatNumber } from '../../../../kernel/format.ts'
import { Button, ButtonLink } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { FormError } from '../../../../web/ui/form.tsx'
import { PlanAction } from '../../../workspaces/web/index.ts'
import { useFaqCache } from '../faq-cache.ts'
import { closeImport, continueImport, type RunState, stopImport } from './import-run.ts'
import { RunResults } from './run-results.tsx'

const TITLES: Record<RunState['phase'], string> = {
  running: 'Importing…',
  stopping: 'Stopping…',
  interrupted: 'The import is interrupted',
  ended: 'Import finished',
}

/** An import under way, or what came of it. */
export function RunView({ run }: { run: RunState }) {
  const { phase, total, done, results, counts } = run
  const cache = useFaqCache()
  const ended = phase === 'ended'
  const changed = useEffectEvent(() => cache.invalidate())
  useEffect(() => {
    if (ended) changed()
  }, [ended])
  const unsent = results.filter(({ outcome }) => outcome === 'unsent').length
  const overLimit = results.some(({ code }) => code === 'limit.faqs')
  const title = ended && unsent > 0 ? 'Import canceled' : TITLES[phase]
  return (
    <div className="space-y-5">
      <Card title={title} description={run.file.name}>
        {!ended && (
          <>
            <progress
              aria-label="Rows imported"
              value={done}
              max={total}
              className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]"
            />
            <p className="mt-2 text-md text-ink-soft tabular-nums">
              {formatNumber(done)} of {formatNumber(total)} rows. You can continue to work while this tab stays open.
            </p>
          </>
        )}
        <p role="status" className="sr-only">
          {title}
        </p>
        <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
          <Count label="Created" value={counts.created} />
          <Count label="Updated" value={counts.updated} />
          <Count label="Skipped" value={counts.skipped} />
          <Count label="Refused" value={counts.refused} bad />
        </dl>
        {unsent > 0 && (
          <p className="mt-4 text-md text-ink-soft">
            {formatNumber(unsent)} rows were not imported. Imported FAQs stay.
          </p>
        )}
        {overLimit && (
          <div className="mt-4">
            <FormError
              message={
                <>
                  Some rows are beyond what the plan allows. Archive FAQs you no longer need, or change the plan, and
                  import the file again: rows that are there already are skipped. <PlanAction look="text" />
                </>
              }
            />
          </div>
        )}
        {run.problem && (
          <div className="mt-4">
            <FormError message={run.problem} />
          </div>
        )}
        <div className="mt-5 flex flex-wrap gap-2.5">
          {phase === 'interrupted' && (
            <Button variant="primary" onClick={continueImport}>
              Continue
            </Button>
          )}
          {!ended && (
            <Button disabled={phase === 'stopping'} onClick={stopImport}>
              Cancel import
            </Button>
          )}
          {ended && (
            <>
              <ButtonLink variant="primary" to="/pages">
                Show FAQs
              </ButtonLink>
              <Button onClick={closeImport}>Import another file</Button>
            </>
          )}
        </div>
      </Card>
      {ended && <RunResults run={run} />}
    </div>
  )
}

function Count({ label, value, bad = false }: { label: string; value: number; bad?: boolean }) {
  return (
    <div className="rounded-lg border border-line px-4 py-3">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className={`text-xl font-semibold tabular-nums ${bad && value > 0 ? 'text-bad' : ''}`}>
        {formatNumber(value)}
      </dd>
    </div>
  )
}
