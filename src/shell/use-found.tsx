import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileQuestion, FileText, Inbox, UserRound } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useNavigate } from 'react-router'
import { useWorkspace } from '../features/workspaces/web/index.ts'
import { api } from '../web/api/api.ts'
import { usePaused } from '../web/browser/use-paused.ts'
import type { Option } from '../web/ui/option-list.tsx'

/** Found entries of each kind that are shown. */
const SHOWN = 4
const SHORTEST = 2
/** Time after the last key before the server is asked, in milliseconds. */
const PAUSE_MS = 150

/** FAQs, questions, sources and people of the workspace that have the typed text in them. */
export function useFound(typed: string): { found: Option[]; isSearching: boolean } {
  const { workspace, isOpen } = useWorkspace()
  const navigate = useNavigate()
  const text = useDeferredValue(usePaused(typed.trim(), PAUSE_MS))
  const enabled = Boolean(workspace) && isOpen && text.length >= SHORTEST
  const input = { q: text.slice(0, 200), limit: SHOWN }
  const settings = { input, enabled, placeholderData: keepPreviousData }
  const faqs = useQuery(api.faqs.list.queryOptions(settings))
  const questions = useQuery(api.questions.list.queryOptions(settings))
  const sources = useQuery(api.knowledge.sources.queryOptions(settings))
  const members = useQuery(api.team.members.list.queryOptions({ enabled }))
  if (!enabled || typed.trim().length < SHORTEST) return { found: [], isSearching: false }
  const wanted = text.toLocaleLowerCase()
  const people = (members.data?.items ?? []).filter(({ name, email }) =>
    `${name} ${email}`.toLocaleLowerCase().includes(wanted),
  )
  const found: Option[] = [
    ...(faqs.data?.items ?? []).map(({ id, question }) => ({
      id: `faq-${id}`,
      label: question,
      group: 'FAQs',
      icon: <FileQuestion size={16} aria-hidden="true" />,
      onSelect: () => void navigate(`/pages?faq=${id}`),
    })),
    ...(questions.data?.items ?? []).map(({ id, question }) => ({
      id: `question-${id}`,
      label: question,
      group: 'Questions',
      icon: <Inbox size={16} aria-hidden="true" />,
      onSelect: () => void navigate(`/messages?question=${id}`),
    })),
    ...(sources.data?.items ?? []).map(({ id, title }) => ({
      id: `source-${id}`,
      label: title,
      group: 'Sources',
      icon: <FileText size={16} aria-hidden="true" />,
      onSelect: () => void navigate(`/knowledge?q=${encodeURIComponent(title)}`),
    })),
    ...people.slice(0, SHOWN).map(({ id, name, email }) => ({
      id: `person-${id}`,
      label: name || email,
      group: 'People',
      icon: <UserRound size={16} aria-hidden="true" />,
      onSelect: () => void navigate('/profile?tab=team'),
    })),
  ]
  const isSearching = text !== typed.trim() || [faqs, questions, sources].some(({ isFetching }) => isFetching)
  return { found, isSearching }
}
