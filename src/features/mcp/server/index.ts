export { createPublicMcp } from './public/public-mcp.routes.ts'
export { isMcpRequest } from './serve-mcp.ts'
