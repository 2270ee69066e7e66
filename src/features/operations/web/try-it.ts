// “Try it” on /api/docs: a form for each operation, made from /api/openapi.json when it is opened. Requests go to this
// server alone, without cookies; the key stays in the field of this page.

interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: JsonSchema
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: JsonSchema; example?: unknown }> }
  security?: unknown[]
  servers?: { url: string }[]
}

interface ApiDocument {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; parameters?: Record<string, Parameter> }
}

const JSON_BODY = 'application/json'
const FORM_BODY = 'multipart/form-data'
/** Longest response that is shown, in characters. */
const SHOWN_MAX = 100_000
const DEPTH_MAX = 4

let loadingDocument: Promise<ApiDocument> | null = null
function loadDocument(): Promise<ApiDocument> {
  loadingDocument ??= fetch('/api/openapi.json').then((response) => response.json() as Promise<ApiDocument>)
  loadingDocument.catch(() => {
    loadingDocument = null
  })
  return loadingDocument
}

/** A value that has the form of `schema`, with its required fields. */
function sampleOf(document: ApiDocument, givenSchema: JsonSchema | undefined, nestingDepth = 0): unknown {
  const schemaName = givenSchema?.$ref?.split('/').at(-1)
  const resolvedSchema = schemaName === undefined ? givenSchema : document.components.schemas[schemaName]
  if (!resolvedSchema || nestingDepth > DEPTH_MAX) return null
  if (resolvedSchema.default !== undefined) return resolvedSchema.default
  if (resolvedSchema.const !== undefined) return resolvedSchema.const
  if (resolvedSchema.enum) return resolvedSchema.enum[0]
  if (resolvedSchema.anyOf) return sampleOf(document, resolvedSchema.anyOf[0], nestingDepth + 1)
  if (resolvedSchema.properties)
    return Object.fromEntries(
      (resolvedSchema.required ?? []).map((fieldName) => [
        fieldName,
        sampleOf(document, resolvedSchema.properties?.[fieldName], nestingDepth + 1),
      ]),
    )
  if (resolvedSchema.type === 'array') return [sampleOf(document, resolvedSchema.items, nestingDepth + 1)]
  if (resolvedSchema.type === 'integer' || resolvedSchema.type === 'number') return 1
  if (resolvedSchema.type === 'boolean') return true
  if (resolvedSchema.type === 'string') return resolvedSchema.format === 'date-time' ? new Date(0).toISOString() : ''
  return {}
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  elementName: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const madeElement = Object.assign(document.createElement(elementName), properties)
  madeElement.append(...children)
  return madeElement
}

const labelField = (labelText: string, fieldName: HTMLElement) =>
  createElement('label', {}, createElement('span', { textContent: labelText }), fieldName)

const keyInput = createElement('input', { type: 'password', autocomplete: 'off', spellcheck: false })

interface RequestForm {
  fields: { parameter: Parameter; input: HTMLInputElement }[]
  json: HTMLTextAreaElement | null
  files: { name: string; input: HTMLInputElement }[]
}

function bodyFields(apiDocument: ApiDocument, { requestBody }: Operation): Pick<RequestForm, 'json' | 'files'> {
  const requestForm = requestBody?.content[FORM_BODY]
  if (requestForm) {
    const { properties = {} } = requestForm.schema ?? {}
    const fileFields = Object.entries(properties).map(([name, schema]) => ({
      name,
      input: createElement('input', { type: schema.type === 'string' && !schema.enum ? 'file' : 'text' }),
    }))
    return { json: null, files: fileFields }
  }
  const jsonBody = requestBody?.content[JSON_BODY]
  if (!jsonBody) return { json: null, files: [] }
  const sampleText = JSON.stringify(jsonBody.example ?? sampleOf(apiDocument, jsonBody.schema), null, 2)
  return {
    json: createElement('textarea', {
      value: sampleText,
      rows: Math.min(16, sampleText.split('\n').length + 1),
      spellcheck: false,
    }),
    files: [],
  }
}

function requestOf(
  apiDocument: ApiDocument,
  { method, path, operation }: OperationTarget,
  requestForm: RequestForm,
): Request {
  const requestHeaders = new Headers()
  const queryParameters = new URLSearchParams()
  let requestPath = path
  for (const { parameter, input } of requestForm.fields) {
    const inputValue = input.value
    if (parameter.in === 'path')
      requestPath = requestPath.replace(`{${parameter.name}}`, encodeURIComponent(inputValue))
    else if (inputValue !== '' && parameter.in === 'header') requestHeaders.set(parameter.name, inputValue)
    else if (inputValue !== '' && parameter.schema?.type === 'array')
      for (const [index, one] of inputValue.split(',').entries())
        queryParameters.set(`${parameter.name}[${index}]`, one.trim())
    else if (inputValue !== '') queryParameters.set(parameter.name, inputValue)
  }
  if (keyInput.value && operation.security?.length !== 0)
    requestHeaders.set('authorization', `Bearer ${keyInput.value}`)
  let requestBody: BodyInit | null = null
  if (requestForm.json) {
    requestHeaders.set('content-type', JSON_BODY)
    requestBody = requestForm.json.value
  } else if (requestForm.files.length > 0) {
    requestBody = new FormData()
    for (const { name, input } of requestForm.files) requestBody.set(name, input.files?.[0] ?? input.value)
  }
  const serverUrl = new URL((operation.servers ?? apiDocument.servers)[0]?.url ?? '/', location.href).pathname
  const queryText = queryParameters.size > 0 ? `?${queryParameters}` : ''
  return new Request(`${serverUrl}${requestPath}${queryText}`, {
    method,
    headers: requestHeaders,
    body: requestBody,
    credentials: 'omit',
  })
}

function shownResponse(responseText: string): string {
  try {
    return JSON.stringify(JSON.parse(responseText), null, 2).slice(0, SHOWN_MAX)
  } catch {
    return responseText.slice(0, SHOWN_MAX)
  }
}

interface OperationTarget {
  method: string
  path: string
  operation: Operation
}

function formFor(apiDocument: ApiDocument, operationTarget: OperationTarget): HTMLFormElement {
  const parameterFields = (operationTarget.operation.parameters ?? []).map((givenParameter) => {
    const parameter =
      apiDocument.components.parameters?.[givenParameter.$ref?.split('/').at(-1) ?? ''] ?? givenParameter
    const required = parameter.required ?? false
    return {
      parameter,
      input: createElement('input', { type: 'text', required, autocomplete: 'off', spellcheck: false }),
    }
  })
  const requestForm: RequestForm = { fields: parameterFields, ...bodyFields(apiDocument, operationTarget.operation) }
  const sendButton = createElement('button', {
    type: 'submit',
    className: 'primary',
    textContent: `Send ${operationTarget.method}`,
  })
  const statusLine = createElement('p')
  statusLine.setAttribute('role', 'status')
  const responseOutput = createElement('pre', { tabIndex: 0, hidden: true })
  responseOutput.setAttribute('aria-label', 'Response')
  const madeElement = createElement(
    'form',
    { className: 'try' },
    ...parameterFields.map(({ parameter: { name, required }, input }) =>
      labelField(required ? name : `${name} (optional)`, input),
    ),
    ...(requestForm.json ? [labelField('Body', requestForm.json)] : []),
    ...requestForm.files.map(({ name, input }) => labelField(name, input)),
    sendButton,
    statusLine,
    responseOutput,
  )
  madeElement.addEventListener('submit', async (submitEvent) => {
    submitEvent.preventDefault()
    sendButton.disabled = true
    statusLine.textContent = 'Sending…'
    const startedAt = performance.now()
    try {
      const response = await fetch(requestOf(apiDocument, operationTarget, requestForm))
      const responseText = await response.text()
      statusLine.textContent = `${response.status} ${response.statusText} · ${Math.round(performance.now() - startedAt)} ms`
      responseOutput.textContent = shownResponse(responseText)
      responseOutput.hidden = responseText === ''
    } catch {
      statusLine.textContent = 'The server could not be reached.'
      responseOutput.hidden = true
    }
    sendButton.disabled = false
  })
  return madeElement
}

function offerTryIt(operationArticle: HTMLElement): void {
  const [method = '', path = ''] = (operationArticle.dataset.operation ?? '').split(' ')
  const tryItDetails = createElement('details', {}, createElement('summary', { textContent: 'Try it' }))
  const openForm = async () => {
    if (!tryItDetails.open || tryItDetails.querySelector('form')) return
    const problemLine = tryItDetails.querySelector('p')
    try {
      const apiDocument = await loadDocument()
      const operation = apiDocument.paths[path]?.[method.toLowerCase()]
      if (!operation || tryItDetails.querySelector('form')) return
      problemLine?.remove()
      tryItDetails.append(formFor(apiDocument, { method, path, operation }))
    } catch {
      if (!problemLine)
        tryItDetails.append(
          createElement('p', { textContent: 'The document could not be loaded. Close and open this again.' }),
        )
    }
  }
  tryItDetails.addEventListener('toggle', () => void openForm())
  operationArticle.append(tryItDetails)
}

function startPage(): void {
  const tryItPlace = document.querySelector('#try-it')
  if (!tryItPlace) return
  tryItPlace.append(
    labelField('API key', keyInput),
    createElement('p', {
      className: 'muted',
      textContent:
        'For “Try it” below. The key stays in this page until you close it. Requests are real: they change the workspace that the key belongs to.',
    }),
  )
  for (const operationArticle of document.querySelectorAll<HTMLElement>('article[data-operation]'))
    offerTryIt(operationArticle)
}

startPage()
