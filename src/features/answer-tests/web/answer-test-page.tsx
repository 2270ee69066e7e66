import { useQuery } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { ArrowLeft, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { ApiError } from '../../../web/api/api-error.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { MissingDetails } from '../../../web/ui/missing-details.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { AnswerTestDetails } from '../contract.ts'
import { shortfallReasons } from '../domain/change-words.ts'
import { AnswerTestBadge } from './answer-test-badge.tsx'
import { ANSWER_TESTS_PATH, sourcePath } from './answer-test-words.ts'
import { ChangeList } from './change-list.tsx'
import { ComparedAnswers } from './compared-answers.tsx'
import { useAnswerTestActions } from './use-answer-test-actions.ts'
import { useLiveAnswerTests } from './use-live-answer-tests.ts'

const AnswerTestDialog = lazy(() => import('./answer-test-dialog.tsx'))

/** /messages/answer-tests/{id}: one question, what its answer must hold, and what became of it. */
export function Component() {
  const { testId = '' } = useParams()
  useLiveAnswerTests()
  const query = useQuery(
    api.answerTests.details.queryOptions({ input: { id: testId }, refetchOnMount: 'always', retry: false }),
  )
  const gone = query.error instanceof ApiError && (query.error.kind === 'not_found' || query.error.kind === 'invalid')
  if (query.data && !gone) return <Test key={query.data.id} test={query.data} />
  return (
    <MissingDetails
      query={query}
      title="Answer test"
      back={<BackToTests />}
      gone={gone ? { title: 'This answer test no longer exists', message: 'It was deleted.' } : null}
      failed="This answer test could not be loaded"
    />
  )
}

const BackToTests = () => (
  <ButtonLink to={ANSWER_TESTS_PATH} icon={<ArrowLeft size={16} />}>
    All answer tests
  </ButtonLink>
)

function Test({ test }: { test: AnswerTestDetails }) {
  const { can } = useWorkspace()
  const actions = useAnswerTestActions()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const close = () => setAsking(null)
  return (
    <Page>
      <PageHeader
        title={test.question}
        subtitle={
          <span role="status" className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-md">
            <AnswerTestBadge test={test} />
            {test.since && `for ${formatDistanceToNow(new Date(test.since))}`}
          </span>
        }
        actions={
          can('faq.write') && (
            <>
              <Button icon={<Trash2 size={15} />} onClick={() => setAsking('delete')}>
                Delete
              </Button>
              <Button icon={<Pencil size={15} />} onClick={() => setAsking('edit')}>
                Edit
              </Button>
              <Button
                variant="primary"
                icon={<RefreshCw size={15} />}
                disabled={test.waiting || actions.busy}
                onClick={() => actions.run(test.id)}
              >
                Run now
              </Button>
            </>
          )
        }
      />
      <div className="flex flex-col gap-5">
        <Requirements test={test} />
        <ComparedAnswers test={test} />
        {test.passing && test.failing && <ChangeList changes={test.changes} />}
      </div>
      <Suspense>
        {asking === 'edit' && (
          <AnswerTestDialog
            test={test}
            onClose={close}
            onSaved={() => {
              close()
              void actions.refresh()
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={close}
        title="Delete answer test"
        description="The question is no longer asked, and its former answers are deleted. This action cannot be undone."
        confirmLabel="Delete"
        destructive
        onConfirm={async () => {
          await actions.remove(test.id)
          await navigate(ANSWER_TESTS_PATH, { replace: true })
        }}
      />
    </Page>
  )
}

function Requirements({
  test: { must_contain, must_cite, shortfall, failing, passing, unavailable },
}: {
  test: AnswerTestDetails
}) {
  const lacking = new Set(shortfall?.missing)
  return (
    <Card title="Requirements for the answer">
      <ul className="space-y-1.5 text-md">
        {must_contain.map((phrase) => (
          <li key={phrase} className="[overflow-wrap:anywhere]">
            It contains <q className={lacking.has(phrase) ? 'font-medium text-bad' : 'font-medium'}>{phrase}</q>
          </li>
        ))}
        {must_cite && (
          <li className="[overflow-wrap:anywhere]">
            It uses{' '}
            {must_cite.gone ? (
              <span className="font-medium">{`“${must_cite.title}”, which no longer exists`}</span>
            ) : (
              <Link
                to={sourcePath({ ...must_cite, kind: must_cite.kind === 'faq' ? 'faq' : 'chunk' })}
                className="font-medium text-link underline-offset-2 hover:underline"
              >
                {must_cite.title}
              </Link>
            )}
          </li>
        )}
      </ul>
      {shortfall && (
        <div className="mt-3 space-y-1 rounded-lg bg-bad-soft px-3.5 py-2.5 text-md text-bad">
          {shortfallReasons(shortfall).map((sentence) => (
            <p key={sentence} className="[overflow-wrap:anywhere]">
              {sentence}
            </p>
          ))}
          {failing && !passing && <p>It has not passed yet.</p>}
        </div>
      )}
      {unavailable && (
        <p className="mt-3 text-md text-warn">
          The last run could not get an answer. The result of the run before is shown.
        </p>
      )}
    </Card>
  )
}
