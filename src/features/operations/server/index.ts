export { createWorkspaceCommand, createWorkspaceForOperator } from './create-workspace-command.ts'
export { seedDemo } from './seed-demo.ts'
