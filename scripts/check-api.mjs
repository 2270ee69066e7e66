// Lints the OpenAPI document by the recommended rules of Redocly.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { apiDocument } from '../src/wire/api-document.ts'

const config = await createConfig({
  extends: ['recommended'],
  // The product's own license says nothing about the use of an instance.
  rules: { 'info-license': 'off' },
})
const document = await apiDocument({ appUrl: new URL('https://help.answerloom.test'), version: '1.0.0' })
const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
for (const { location, ruleId, message } of problems) console.error(`${location[0]?.pointer} [${ruleId}] ${message}`)
console.log(`API: ${Object.keys(document.paths).length} addresses, ${problems.length || 'no'} findings`)
process.exitCode = problems.length > 0 ? 1 : 0
