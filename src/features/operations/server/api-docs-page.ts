import { html } from 'hono/html'
import { plainPage } from '../../../platform/http/index.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  maxLength?: number
  maximum?: number
  default?: unknown
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

interface Operation {
  summary?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, unknown>
}

/** The part of an OpenAPI 3.1 document that the page shows. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema>; parameters?: Record<string, Parameter> }
}

function typeOf(schema: Schema | undefined): string {
  if (!schema) return ''
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.enum) return schema.enum.map((v) => JSON.stringify(v)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.type === 'array') return `${typeOf(schema.items) || 'any'}[]`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any')
  return schema.maxLength ? `${type}, at most ${schema.maxLength}` : type
}

const row = (name: string, schema: Schema | undefined, required: boolean, where: string) =>
  html`<tr><td><code>${name}</code></td><td><code>${typeOf(schema)}</code></td><td>${required ? 'required' : 'optional'}, ${where}</td></tr>`

/** Follows a reference to a named part of the document. */
function named<T extends { $ref?: string }>(part: T | undefined, parts: Record<string, T> = {}): T | undefined {
  const name = part?.$ref?.split('/').at(-1)
  return name === undefined ? part : parts[name]
}

function operation(verb: string, path: string, op: Operation, components: NonNullable<ApiDocument['components']>) {
  const { content } = op.requestBody ?? {}
  const body = named((content?.['application/json'] ?? content?.['multipart/form-data'])?.schema, components.schemas)
  const parameters = (op.parameters ?? []).flatMap((parameter) => named(parameter, components.parameters) ?? [])
  const rows = [
    ...parameters.map((p) => row(p.name, p.schema, p.required ?? false, p.in)),
    ...Object.entries(body?.properties ?? {}).map(([name, s]) =>
      row(name, s, body?.required?.includes(name) ?? false, 'body'),
    ),
  ]
  return html`<article data-operation="${verb.toUpperCase()} ${path}"><h3><span class="verb">${verb.toUpperCase()}</span> <code>${path}</code></h3><p>${op.summary ?? ''}</p>
${rows.length > 0 ? html`<table><thead><tr><th>Field</th><th>Type</th><th>Where</th></tr></thead><tbody>${rows}</tbody></table>` : ''}</article>`
}

const anchorOf = (tag: string) => tag.toLowerCase().replaceAll(' ', '-')

/** The API's document for people; programs read /api/openapi.json. `script` offers to try operations. */
export function apiDocsPage(document: ApiDocument, options: { https: boolean; script?: string | undefined }) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, op]) => ({ verb, path, op, tag: op.tags?.[0] ?? 'Other' })),
  )
  const tags = [...new Set(operations.map((options) => options.tag))]
  const base = document.servers?.[0]?.url ?? ''
  const body = html`<h1>${document.info.title} ${document.info.version}</h1>
<p>${document.info.description ?? ''} For programs: <a href="/api/openapi.json">/api/openapi.json</a></p>
<pre>curl ${base}/faqs -H "Authorization: Bearer &lt;api key&gt;"</pre>
<nav aria-label="Parts of the API"><ul>${tags.map((tag) => html`<li><a href="#${anchorOf(tag)}">${tag}</a></li>`)}</ul></nav>
<div id="try-it"></div>
${tags.map((tag) => html`<h2 id="${anchorOf(tag)}">${tag}</h2>${operations.filter((options) => options.tag === tag).map((options) => operation(options.verb, options.path, options.op, document.components ?? {}))}`)}`
  return plainPage('API', body, options)
}
