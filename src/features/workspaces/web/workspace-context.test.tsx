import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useWorkspace } from './workspace-context.tsx'

function Lost() {
  return <p>{useWorkspace().workspaces.length}</p>
}

it('a component outside the provider throws a descriptive error', () => {
  expect(() => renderToStaticMarkup(<Lost />)).toThrow('useWorkspace must be used within a WorkspaceProvider')
})
