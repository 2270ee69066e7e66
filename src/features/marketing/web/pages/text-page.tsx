import type { TextPage as Text } from '../../contract.ts'
import { Column, PageHead } from './page-head.tsx'

/** A page from a Markdown file of the repository. */
export const TextPage = ({ page }: { page: Text }) => (
  <Column narrow>
    <PageHead title={page.title} />
    <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
  </Column>
)
