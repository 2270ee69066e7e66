// “Try it” on /api/docs: a form for each operation, made from /api/openapi.json when it is opened. Requests go to this
// server alone, without cookies; the key stays in the field of this page.

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> }
  security?: unknown[]
  servers?: { url: string }[]
}

interface OpenApi {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> }
}

const JSON_BODY = 'application/json'
const FORM_BODY = 'multipart/form-data'
/** Longest response that is shown, in characters. */
const SHOWN_MAX = 100_000
const DEPTH_MAX = 4

let loading: Promise<OpenApi> | null = null
function loadDocument(): Promise<OpenApi> {
  loading ??= fetch('/api/openapi.json').then((response) => response.json() as Promise<OpenApi>)
  loading.catch(() => {
    loading = null
  })
  return loading
}

/** A value that has the form of `schema`, with its required fields. */
function sampleOf(document: OpenApi, given: Schema | undefined, depth = 0): unknown {
  const name = given?.$ref?.split('/').at(-1)
  const schema = name === undefined ? given : document.components.schemas[name]
  if (!schema || depth > DEPTH_MAX) return null
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(document, schema.anyOf[0], depth + 1)
  if (schema.properties)
    return Object.fromEntries(
      (schema.required ?? []).map((field) => [field, sampleOf(document, schema.properties?.[field], depth + 1)]),
    )
  if (schema.type === 'array') return [sampleOf(document, schema.items, depth + 1)]
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'string') return schema.format === 'date-time' ? new Date(0).toISOString() : ''
  return {}
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const labeled = (label: string, field: HTMLElement) =>
  element('label', {}, element('span', { textContent: label }), field)

const key = element('input', { type: 'password', autocomplete: 'off', spellcheck: false })

interface Form {
  fields: { parameter: Parameter; input: HTMLInputElement }[]
  json: HTMLTextAreaElement | null
  files: { name: string; input: HTMLInputElement }[]
}

function bodyFields(api: OpenApi, { requestBody }: Operation): Pick<Form, 'json' | 'files'> {
  const form = requestBody?.content[FORM_BODY]
  if (form) {
    const { properties = {} } = form.schema ?? {}
    const files = Object.entries(properties).map(([name, schema]) => ({
      name,
      input: element('input', { type: schema.type === 'string' && !schema.enum ? 'file' : 'text' }),
    }))
    return { json: null, files }
  }
  const body = requestBody?.content[JSON_BODY]
  if (!body) return { json: null, files: [] }
  const value = JSON.stringify(body.example ?? sampleOf(api, body.schema), null, 2)
  return {
    json: element('textarea', { value, rows: Math.min(16, value.split('\n').length + 1), spellcheck: false }),
    files: [],
  }
}

function requestOf(api: OpenApi, { method, path, operation }: Target, form: Form): Request {
  const headers = new Headers()
  const query = new URLSearchParams()
  let address = path
  for (const { parameter, input } of form.fields) {
    const value = input.value
    if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, encodeURIComponent(value))
    else if (value !== '' && parameter.in === 'header') headers.set(parameter.name, value)
    else if (value !== '' && parameter.schema?.type === 'array')
      for (const [index, one] of value.split(',').entries()) query.set(`${parameter.name}[${index}]`, one.trim())
    else if (value !== '') query.set(parameter.name, value)
  }
  if (key.value && operation.security?.length !== 0) headers.set('authorization', `Bearer ${key.value}`)
  let body: BodyInit | null = null
  if (form.json) {
    headers.set('content-type', JSON_BODY)
    body = form.json.value
  } else if (form.files.length > 0) {
    body = new FormData()
    for (const { name, input } of form.files) body.set(name, input.files?.[0] ?? input.value)
  }
  const server = new URL((operation.servers ?? api.servers)[0]?.url ?? '/', location.href).pathname
  const search = query.size > 0 ? `?${query}` : ''
  return new Request(`${server}${address}${search}`, { method, headers, body, credentials: 'omit' })
}

function shown(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, SHOWN_MAX)
  } catch {
    return text.slice(0, SHOWN_MAX)
  }
}

interface Target {
  method: string
  path: string
  operation: Operation
}

function formFor(api: OpenApi, target: Target): HTMLFormElement {
  const fields = (target.operation.parameters ?? []).map((given) => {
    const parameter = api.components.parameters?.[given.$ref?.split('/').at(-1) ?? ''] ?? given
    const required = parameter.required ?? false
    return { parameter, input: element('input', { type: 'text', required, autocomplete: 'off', spellcheck: false }) }
  })
  const form: Form = { fields, ...bodyFields(api, target.operation) }
  const button = element('button', { type: 'submit', className: 'primary', textContent: `Send ${target.method}` })
  const status = element('p')
  status.setAttribute('role', 'status')
  const output = element('pre', { tabIndex: 0, hidden: true })
  output.setAttribute('aria-label', 'Response')
  const made = element(
    'form',
    { className: 'try' },
    ...fields.map(({ parameter: { name, required }, input }) => labeled(required ? name : `${name} (optional)`, input)),
    ...(form.json ? [labeled('Body', form.json)] : []),
    ...form.files.map(({ name, input }) => labeled(name, input)),
    button,
    status,
    output,
  )
  made.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    status.textContent = 'Sending…'
    const started = performance.now()
    try {
      const response = await fetch(requestOf(api, target, form))
      const text = await response.text()
      status.textContent = `${response.status} ${response.statusText} · ${Math.round(performance.now() - started)} ms`
      output.textContent = shown(text)
      output.hidden = text === ''
    } catch {
      status.textContent = 'The server could not be reached.'
      output.hidden = true
    }
    button.disabled = false
  })
  return made
}

function offer(article: HTMLElement): void {
  const [method = '', path = ''] = (article.dataset.operation ?? '').split(' ')
  const details = element('details', {}, element('summary', { textContent: 'Try it' }))
  const open = async () => {
    if (!details.open || details.querySelector('form')) return
    const problem = details.querySelector('p')
    try {
      const api = await loadDocument()
      const operation = api.paths[path]?.[method.toLowerCase()]
      if (!operation || details.querySelector('form')) return
      problem?.remove()
      details.append(formFor(api, { method, path, operation }))
    } catch {
      if (!problem)
        details.append(element('p', { textContent: 'The document could not be loaded. Close and open this again.' }))
    }
  }
  details.addEventListener('toggle', () => void open())
  article.append(details)
}

function start(): void {
  const place = document.querySelector('#try-it')
  if (!place) return
  place.append(
    labeled('API key', key),
    element('p', {
      className: 'muted',
      textContent:
        'For “Try it” below. The key stays in this page until you close it. Requests are real: they change the workspace that the key belongs to.',
    }),
  )
  for (const article of document.querySelectorAll<HTMLElement>('article[data-operation]')) offer(article)
}

start()
