import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { requiredText } from '../../../../kernel/wire.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { FormError, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import type { AskOutput } from '../../../answering/contract.ts'
import { AnswerText } from '../../../faqs/web/index.ts'
import { type HelpClient, publicClient } from '../help-client.ts'

const QUESTION_MAX = 2000
const input = z.object({ question: requiredText(QUESTION_MAX, 'Please enter a question.') })
const FAILED = 'The question could not be answered at the moment. Please try again.'
const nothing = () => {}

/** Asks the public page's own way, and shows the answer that a visitor gets. The question is in the inbox afterward. */
export default function TryQuestion({ subdomain }: { subdomain: string }) {
  const client = useRef<HelpClient>(null)
  const form = useZodForm(input, { question: '' })
  const asking = useMutation({
    mutationFn: ({ question }: z.output<typeof input>) => {
      client.current ??= publicClient({ subdomain, lang: 'en', needsToken: false }, () => window.location.href)
      return client.current.ask(question, new AbortController().signal, { onSources: nothing, onText: nothing })
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={form.handleSubmit(async (values) => asking.mutateAsync(values).catch(nothing))}
      >
        <TextField
          control={form.control}
          name="question"
          label="Your question"
          hideLabel
          placeholder="Ask in your own words…"
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        <Button type="submit" loading={asking.isPending}>
          Ask
        </Button>
      </form>
      {asking.isError && <FormError message={FAILED} />}
      <div aria-live="polite">{asking.data && !asking.isPending && <Result result={asking.data} />}</div>
    </div>
  )
}

function Result({ result: { outcome, answer, sources, suggestions = [] } }: { result: AskOutput }) {
  return (
    <div className="rounded-lg border border-line bg-sunken px-4 py-3 [&_li]:text-md [&_p]:text-md">
      <AnswerText text={answer} />
      {sources.length > 0 && (
        <p className="mt-2 text-sm text-ink-soft">{`From: ${sources.map(({ title }) => title).join(', ')}`}</p>
      )}
      {suggestions.length > 0 && (
        <ul aria-label="Sections that may answer" className="mt-2 list-disc pl-5">
          {suggestions.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
      {outcome !== 'answered' && (
        <p className="mt-2 text-sm text-ink-soft">
          No source clearly answers this, so the question was added to your{' '}
          <Link to="/messages/gaps" className="text-link underline underline-offset-2">
            gaps
          </Link>
          . Write its answer there, and visitors get it.
        </p>
      )}
    </div>
  )
}
