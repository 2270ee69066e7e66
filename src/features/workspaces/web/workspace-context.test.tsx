import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useWorkspace } from './workspace-context.tsx'

function Lost() {
  return <p>{useWorkspace().workspaces.length}</p>
}

it('says what is missing where a component stands outside the provider', () => {
  expect(() => renderToStaticMarkup(<Lost />)).toThrow('useWorkspace must be used within a WorkspaceProvider')
})
