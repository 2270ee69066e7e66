export { workspaces } from './workspaces.table.ts'
