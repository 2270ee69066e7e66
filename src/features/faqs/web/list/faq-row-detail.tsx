import { useQuery } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { api } from '../../../../web/api/api.ts'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { AnswerText } from '../answer-text.tsx'

/** As long as nothing says that it changed. */
const STALE_MS = 120 * 60_000

export const faqOptions = (id: string) => api.faqs.get.queryOptions({ input: { id }, staleTime: STALE_MS })

/** Content of an expanded row: the answer as visitors read it, and the alternative questions. */
export function FaqRowDetail({ id }: { id: string }) {
  const query = useQuery(faqOptions(id))
  const faq = query.data
  if (query.isError && !faq) return <QueryError title="This answer could not be loaded" query={query} />
  if (!faq)
    return (
      <div className="space-y-2 py-1" aria-busy="true">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    )
  return (
    <>
      <AnswerText text={faq.answer} />
      <Alternatives questions={faq.alternative_questions} />
      <p className="mt-4 text-sm text-ink-faint">
        Updated {formatDistanceToNow(new Date(faq.updated_at), { addSuffix: true })}
      </p>
    </>
  )
}

function Alternatives({ questions }: { questions: string[] }) {
  if (questions.length === 0) return null
  return (
    <div className="mt-4 border-l-2 border-line-strong pl-3.5 text-md text-ink-soft">
      <p className="text-sm text-ink-faint">Also asked as</p>
      <ul className="mt-0.5">
        {[...new Set(questions)].map((question) => (
          <li key={question} className="[overflow-wrap:anywhere]">
            {question}
          </li>
        ))}
      </ul>
    </div>
  )
}
