import type { TextPage as Text } from '../../contract.ts'
import { Column, PageHead } from './page-head.tsx'

/** What is written as Markdown in the repository. */
export const TextPage = ({ page }: { page: Text }) => (
  <Column narrow>
    <PageHead title={page.title} />
    <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
  </Column>
)
