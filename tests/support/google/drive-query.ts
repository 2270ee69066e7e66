// The language of Drive's searches, as far as its documentation goes that we rely on.

export interface Searched {
  name: string
  mimeType: string
  parents: string[]
  trashed: boolean
  sharedWithMe: boolean
}

type Test = (file: Searched) => boolean

const TOKEN = /\s*(?:'((?:[^'\\]|\\.)*)'|(!=|[()=])|([A-Za-z]+))/y

function tokens(text: string): { text: string; quoted: boolean }[] {
  const found: { text: string; quoted: boolean }[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text)
    if (!match) throw new Error(`Invalid Value: ${text}`)
    const [, literal, sign, word] = match
    found.push(
      literal === undefined
        ? { text: sign ?? word ?? '', quoted: false }
        : { text: literal.replace(/\\(.)/g, '$1'), quoted: true },
    )
  }
  return found
}

/** A parsed search query. @throws Error for a query that Drive would refuse */
export function searchTest(query: string): Test {
  const rest = tokens(query)
  const take = () => rest.shift() ?? { text: '', quoted: false }
  const expect = (text: string) => {
    if (take().text !== text) throw new Error(`Invalid Value: ${query}`)
  }

  function term(): Test {
    const first = take()
    if (first.text === 'not' && !first.quoted) {
      const inner = term()
      return (file) => !inner(file)
    }
    if (first.text === '(' && !first.quoted) {
      const inner = any()
      expect(')')
      return inner
    }
    if (first.quoted) {
      expect('in')
      expect('parents')
      return ({ parents }) => parents.includes(first.text)
    }
    const operator = take().text
    const value = take().text
    if (first.text === 'trashed' && operator === '=') return ({ trashed }) => trashed === (value === 'true')
    if (first.text === 'sharedWithMe' && operator === '=')
      return ({ sharedWithMe }) => sharedWithMe === (value === 'true')
    if (first.text === 'mimeType' && operator === '=') return ({ mimeType }) => mimeType === value
    if (first.text === 'mimeType' && operator === 'contains') return ({ mimeType }) => mimeType.startsWith(value)
    // A word of the name begins with it.
    if (first.text === 'name' && operator === 'contains')
      return ({ name }) =>
        name
          .toLowerCase()
          .split(/\s+/)
          .some((_, index, words) => words.slice(index).join(' ').startsWith(value.toLowerCase()))
    throw new Error(`Invalid Value: ${query}`)
  }
  function both(): Test {
    const terms = [term()]
    while (rest[0]?.text === 'and') {
      take()
      terms.push(term())
    }
    return (file) => terms.every((test) => test(file))
  }
  function any(): Test {
    const terms = [both()]
    while (rest[0]?.text === 'or') {
      take()
      terms.push(both())
    }
    return (file) => terms.some((test) => test(file))
  }
  const test = any()
  if (rest.length > 0) throw new Error(`Invalid Value: ${query}`)
  return test
}
