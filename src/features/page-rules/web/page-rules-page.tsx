import { Card } from '../../../web/ui/card.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { useWorkspace, WorkspacePage } from '../../workspaces/web/index.ts'
import { type PageRules, PROMPTS_PER_DAY_MAX } from '../contract.ts'
import { PageTester } from './page-tester.tsx'
import { RulesCard } from './rules-card.tsx'
import { usePageRules, useSaveRules } from './use-page-rules.ts'

/** /widgets/page-rules: suggestions and prompts of the widget by page. */
export const Component = () => (
  <WorkspacePage title="Rules per page" subtitle="What your widget suggests on a page, and when it shows a prompt">
    <StoredRules />
  </WorkspacePage>
)

function StoredRules() {
  const query = usePageRules()
  if (query.data) return <Rules stored={query.data} />
  return (
    <Card padded={false}>
      {query.isError ? <QueryError title="The rules could not be loaded" query={query} /> : <SkeletonRows rows={4} />}
    </Card>
  )
}

const PER_DAY = Array.from({ length: PROMPTS_PER_DAY_MAX }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'Once a day' : `${index + 1} times a day`,
}))

function Rules({ stored }: { stored: PageRules }) {
  const { can } = useWorkspace()
  // One for the whole page: nothing else can be changed while a change is saved.
  const saving = useSaveRules(stored)
  const { busy, saveOrToast } = saving
  const mayWrite = can('widget.write')
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <RulesCard stored={stored} mayWrite={mayWrite} saving={saving} />
      <div className="flex flex-col gap-5">
        <PageTester rules={stored.rules} />
        <Card title="Prompts">
          <Field
            label="A visitor sees a prompt at most"
            hint="And never more than once per visit. Prompts appear beside the button only, and set no cookie."
          >
            <Select
              options={PER_DAY}
              value={String(stored.prompts_per_day)}
              disabled={!mayWrite || busy}
              onValueChange={(value) => void saveOrToast({ prompts_per_day: Number(value) }, 'Prompt settings saved')}
            />
          </Field>
        </Card>
      </div>
    </div>
  )
}
