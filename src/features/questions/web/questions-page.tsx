import { cx } from '../../../web/ui/class-names.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { SearchBox } from '../../../web/ui/search-box.tsx'
import { TabPanel } from '../../../web/ui/tabs.tsx'
import { useSearchText } from '../../faqs/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { DateRangeFilter } from './filters/date-range-filter.tsx'
import { ExportLink } from './filters/export-link.tsx'
import { FurtherFilters } from './filters/further-filters.tsx'
import { QuestionViews } from './filters/question-views.tsx'
import { useQuestionFilters } from './filters/use-question-filters.ts'
import { QuestionList } from './list/question-list.tsx'
import { QuestionsMenu } from './questions-menu.tsx'
import { useMarkViewed } from './use-mark-viewed.ts'
import { useQuestions } from './use-questions.ts'

const TITLE = 'Questions'
const SUBTITLE = 'Questions and answers from your public FAQ page'

/** The page /messages with visitors' questions and their answers. */
export function Component() {
  const { workspace } = useWorkspace()
  if (workspace) return <Inbox workspaceId={workspace.id} />
  return (
    <Page>
      <PageHeader title={TITLE} subtitle={SUBTITLE} />
      <EmptyState title="No workspace selected" message="Please select a workspace to view messages." />
    </Page>
  )
}

function Inbox({ workspaceId }: { workspaceId: string }) {
  const { can } = useWorkspace()
  const filters = useQuestionFilters()
  const list = useQuestions(filters)
  const [text, setText] = useSearchText(filters.q, filters.setQ)
  useMarkViewed(workspaceId)
  // Until the counts arrive, as if there were questions, but invisible: nothing moves when they arrive.
  const hasQuestions = list.counts === undefined || list.counts.all > 0
  const reserved = cx(list.counts === undefined && 'invisible')
  return (
    <Page wide>
      <PageHeader
        title={TITLE}
        subtitle={SUBTITLE}
        actions={
          can('question.bulk') &&
          hasQuestions && (
            <div className={reserved}>
              <QuestionsMenu total={list.counts?.all ?? 0} />
            </div>
          )
        }
      />
      <QuestionViews filters={filters} counts={list.counts}>
        <TabPanel value={filters.view} className="pt-4">
          <search className={cx('mb-4 flex flex-wrap items-center gap-2', filters.opened && 'max-lg:hidden')}>
            <SearchBox value={text} onValueChange={setText} placeholder="Search messages..." />
            <DateRangeFilter range={filters.range} onRangeChange={filters.setRange} />
            <FurtherFilters filters={filters} />
            {hasQuestions && (
              <span className={cx('ml-auto', reserved)}>
                <ExportLink workspaceId={workspaceId} filters={filters} />
              </span>
            )}
          </search>
          <QuestionList list={list} filters={filters} />
        </TabPanel>
      </QuestionViews>
    </Page>
  )
}
