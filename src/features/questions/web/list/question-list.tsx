import { MessagesSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cx } from '../../../../web/ui/class-names.ts'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { toastError } from '../../../../web/ui/toast.tsx'
import { VisuallyHidden } from '../../../../web/ui/visually-hidden.tsx'
import { focusWhenClosed } from '../../../faqs/web/index.ts'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import type { Question } from '../../contract.ts'
import { isInView } from '../../domain/views.ts'
import type { QuestionFilters } from '../filters/use-question-filters.ts'
import { QuestionDialogs, useQuestionDialogs } from '../question-dialogs.tsx'
import { QuestionPanel } from '../thread/question-panel.tsx'
import { useQuestionActions } from '../use-question-actions.ts'
import type { QuestionsShown } from '../use-questions.ts'
import { QuestionListBody } from './question-list-body.tsx'
import { detailsId } from './question-row.tsx'
import { Shortcuts, useKeysEnabled } from './shortcuts.tsx'
import { useQuestionKeys } from './use-question-keys.ts'

interface QuestionListProps {
  list: QuestionsShown
  filters: QuestionFilters
}

/** One page of the inbox in all its states, the dialogs that its rows open, and the keys that move through it. */
export function QuestionList({ list, filters }: QuestionListProps) {
  const { can } = useWorkspace()
  const actions = useQuestionActions()
  const dialogs = useQuestionDialogs()
  const [keys, setKeys] = useKeysEnabled()
  const [help, setHelp] = useState(false)
  const mayWrite = can('question.write')
  useEffect(() => {
    if (list.errorAt) toastError('Failed to load messages')
  }, [list.errorAt])

  const neighborOf = (id: string): Question | undefined => {
    const index = list.items.findIndex((question) => question.id === id)
    return index < 0 ? undefined : (list.items[index + 1] ?? list.items[index - 1])
  }
  /** A row that leaves hands the focus, or its place in the details, to the next one. */
  const toggleDone = (question: Question) => {
    const done = question.done_at === null
    const stays = isInView(filters.view, { ...question, done_at: done ? question.created_at : null }, new Date())
    const next = stays ? undefined : neighborOf(question.id)
    if (filters.opened !== null && !stays) next ? filters.open(next.id) : filters.close()
    else if (document.activeElement?.closest(`[data-question="${question.id}"]`))
      document.getElementById(detailsId((next ?? question).id))?.focus()
    actions.setDone(question, done)
  }
  const remove = async ({ id }: Question) => {
    const neighbor = neighborOf(id)
    await actions.remove(id)
    if (filters.opened === id) neighbor ? filters.open(neighbor.id) : filters.close()
    else if (neighbor) focusWhenClosed(() => document.getElementById(detailsId(neighbor.id)))
  }
  useQuestionKeys({
    enabled: keys,
    mayWrite,
    items: list.items,
    opened: filters.opened,
    onOpen: filters.open,
    onDone: toggleDone,
    onHelp: () => setHelp(true),
  })
  const { opened } = filters
  const isSplit = opened !== null || list.items.length > 0

  return (
    <div
      className={cx(
        isSplit &&
          'lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start lg:gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]',
      )}
    >
      <div className={cx(opened !== null && 'max-lg:hidden')}>
        <QuestionListBody
          list={list}
          filters={filters}
          mayWrite={mayWrite}
          handlers={{
            onDetails: ({ id }) => filters.open(id),
            onMove: dialogs.show('move'),
            onAdd: dialogs.show('add'),
            onDelete: dialogs.show('delete'),
            onDone: toggleDone,
          }}
        />
        {list.items.length > 0 && (
          <Shortcuts enabled={keys} mayWrite={mayWrite} onChange={setKeys} open={help} onOpenChange={setHelp} />
        )}
      </div>
      {opened !== null ? (
        <QuestionPanel
          id={opened}
          items={list.items}
          onOpen={filters.open}
          onClose={filters.close}
          actions={
            mayWrite ? { onDone: toggleDone, onMove: dialogs.show('move'), onAdd: dialogs.show('add') } : undefined
          }
        />
      ) : (
        isSplit && (
          <div className="sticky top-18 grid min-h-[calc(100dvh-21rem)] place-items-center rounded-lg border border-line bg-surface max-lg:hidden">
            <EmptyState
              icon={MessagesSquare}
              title="No message open"
              message="Choose a message to read its conversation here."
            />
          </div>
        )
      )}
      <VisuallyHidden live>{list.arrived > 0 ? 'New question received' : ''}</VisuallyHidden>
      <QuestionDialogs dialogs={dialogs} onRemove={remove} />
    </div>
  )
}
