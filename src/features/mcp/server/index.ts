export { createPublicMcp } from './public/public-mcp.routes.ts'
export { isMcpRequest } from './serve-mcp.ts'
export { createWorkspaceMcp } from './workspace/workspace-mcp.routes.ts'
export { WORKSPACE_TOOLS } from './workspace/workspace-server.ts'
