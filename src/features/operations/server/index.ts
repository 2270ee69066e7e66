export { type ApiDocument, apiDocsPage } from './api-docs-page.ts'
export { createWorkspaceCommand, createWorkspaceForOperator, readCreateWorkspace } from './create-workspace-command.ts'
export { outboxPage } from './outbox-page.ts'
export { seedDemo } from './seed-demo.ts'
