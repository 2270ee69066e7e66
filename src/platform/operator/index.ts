export { callOperator } from './call-operator.ts'
export { type OperatorHandlers, type OperatorService, serveOperator } from './serve-operator.ts'
