import { useSearchParams } from 'react-router'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { ContentTab } from './content-tab.tsx'
import { SourcesTab } from './sources-tab.tsx'

const TABS = [
  { value: 'sources', label: 'Sources' },
  { value: 'content', label: 'Content' },
] as const
type Tab = (typeof TABS)[number]['value']

/** The page /knowledge with all sources except FAQs. */
export function Component() {
  const { workspace } = useWorkspace()
  const [params, setParams] = useSearchParams()
  const tab: Tab = params.get('tab') === 'content' ? 'content' : 'sources'
  return (
    <Page>
      <PageHeader title="Knowledge Base" subtitle="Add sources and manage content for your AI" />
      {workspace ? (
        <Tabs
          label="Knowledge Base"
          tabs={TABS}
          value={tab}
          // Filters of the other tab stay with it.
          onValueChange={(next) => setParams(next === 'sources' ? {} : { tab: next })}
        >
          <TabPanel value="sources" className="pt-6">
            <SourcesTab />
          </TabPanel>
          <TabPanel value="content" className="pt-6">
            <ContentTab />
          </TabPanel>
        </Tabs>
      ) : (
        <EmptyState title="No workspace selected" message="Please select a workspace to manage knowledge sources." />
      )}
    </Page>
  )
}
