import { html } from 'hono/html'
import { plainPage } from '../../../platform/http/index.ts'

interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  maxLength?: number
  maximum?: number
  default?: unknown
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: JsonSchema
}

interface Operation {
  summary?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> }
  responses?: Record<string, unknown>
}

/** The part of an OpenAPI 3.1 document that the page shows. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, JsonSchema>; parameters?: Record<string, Parameter> }
}

function typeOf(jsonSchema: JsonSchema | undefined): string {
  if (!jsonSchema) return ''
  if (jsonSchema.$ref) return jsonSchema.$ref.split('/').at(-1) ?? ''
  if (jsonSchema.enum) return jsonSchema.enum.map((enumValue) => JSON.stringify(enumValue)).join(' | ')
  if (jsonSchema.anyOf) return jsonSchema.anyOf.map(typeOf).join(' | ')
  if (jsonSchema.type === 'array') return `${typeOf(jsonSchema.items) || 'any'}[]`
  const schemaType = Array.isArray(jsonSchema.type) ? jsonSchema.type.join(' | ') : (jsonSchema.type ?? 'any')
  return jsonSchema.maxLength ? `${schemaType}, at most ${jsonSchema.maxLength}` : schemaType
}

const parameterRow = (
  parameterName: string,
  jsonSchema: JsonSchema | undefined,
  required: boolean,
  parameterPlace: string,
) =>
  html`<tr><td><code>${parameterName}</code></td><td><code>${typeOf(jsonSchema)}</code></td><td>${required ? 'required' : 'optional'}, ${parameterPlace}</td></tr>`

/** Follows a reference to a named part of the document. */
function resolveReference<T extends { $ref?: string }>(
  documentPart: T | undefined,
  namedParts: Record<string, T> = {},
): T | undefined {
  const referenceName = documentPart?.$ref?.split('/').at(-1)
  return referenceName === undefined ? documentPart : namedParts[referenceName]
}

function operation(
  httpVerb: string,
  operationPath: string,
  apiOperation: Operation,
  components: NonNullable<ApiDocument['components']>,
) {
  const { content } = apiOperation.requestBody ?? {}
  const requestBody = resolveReference(
    (content?.['application/json'] ?? content?.['multipart/form-data'])?.schema,
    components.schemas,
  )
  const parameters = (apiOperation.parameters ?? []).flatMap(
    (parameter) => resolveReference(parameter, components.parameters) ?? [],
  )
  const parameterRows = [
    ...parameters.map((apiParameter) =>
      parameterRow(apiParameter.name, apiParameter.schema, apiParameter.required ?? false, apiParameter.in),
    ),
    ...Object.entries(requestBody?.properties ?? {}).map(([name, s]) =>
      parameterRow(name, s, requestBody?.required?.includes(name) ?? false, 'body'),
    ),
  ]
  return html`<article data-operation="${httpVerb.toUpperCase()} ${operationPath}"><h3><span class="verb">${httpVerb.toUpperCase()}</span> <code>${operationPath}</code></h3><p>${apiOperation.summary ?? ''}</p>
${parameterRows.length > 0 ? html`<table><thead><tr><th>Field</th><th>Type</th><th>Where</th></tr></thead><tbody>${parameterRows}</tbody></table>` : ''}</article>`
}

const anchorOf = (tagName: string) => tagName.toLowerCase().replaceAll(' ', '-')

/** The API's document for people; programs read /api/openapi.json. `script` offers to try operations. */
export function apiDocsPage(document: ApiDocument, pageOptions: { https: boolean; script?: string | undefined }) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, op]) => ({ verb, path, op, tag: op.tags?.[0] ?? 'Other' })),
  )
  const operationTags = [...new Set(operations.map((operationOptions) => operationOptions.tag))]
  const baseAddress = document.servers?.[0]?.url ?? ''
  const pageBody = html`<h1>${document.info.title} ${document.info.version}</h1>
<p>${document.info.description ?? ''} For programs: <a href="/api/openapi.json">/api/openapi.json</a></p>
<pre>curl ${baseAddress}/faqs -H "Authorization: Bearer &lt;api key&gt;"</pre>
<nav aria-label="Parts of the API"><ul>${operationTags.map((tagName) => html`<li><a href="#${anchorOf(tagName)}">${tagName}</a></li>`)}</ul></nav>
<div id="try-it"></div>
${operationTags.map((tagName) => html`<h2 id="${anchorOf(tagName)}">${tagName}</h2>${operations.filter((taggedOperation) => taggedOperation.tag === tagName).map((taggedOperation) => operation(taggedOperation.verb, taggedOperation.path, taggedOperation.op, document.components ?? {}))}`)}`
  return plainPage('API', pageBody, pageOptions)
}
