// The smoke test's view of a browser. Firefox speaks WebDriver BiDi over a web socket and WebKit the classic
// WebDriver over HTTP; both take the same lists of actions.

/** Real input, as both protocols describe it: https://w3c.github.io/webdriver/#actions */
export type InputSource = {
  type: 'key' | 'pointer'
  id: string
  actions: Record<string, unknown>[]
}

/** A document: the page itself, or the first frame in it. */
export type Place = 'page' | 'frame'

/** A browser with one window. Every call rejects with the browser's own message when it refuses. */
export type RemoteBrowser = {
  /** Name and version, as the browser gives them. */
  name: string
  /** Resolves when the page has loaded. */
  open: (url: string) => Promise<void>
  /** Evaluates an expression that returns text, which crosses both protocols unchanged. */
  evaluate: (expression: string, place: Place) => Promise<string>
  /** Presses keys and moves the pointer; positions are relative to the place's window, in CSS pixels. */
  perform: (sources: InputSource[], place: Place) => Promise<void>
  close: () => Promise<void>
}
