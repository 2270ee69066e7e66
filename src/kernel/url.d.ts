// The URL parser is the one global of browsers and of Node.js that domain code may use everywhere.

interface UrlParameters extends Iterable<[string, string]> {
  keys(): Iterable<string>
  set(name: string, value: string): void
  delete(name: string): void
  sort(): void
}

interface URL {
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  pathname: string
  search: string
  hash: string
  href: string
  readonly origin: string
  readonly searchParams: UrlParameters
}

declare const URL: {
  new (url: string, base?: string): URL
  canParse(url: string, base?: string): boolean
  parse(url: string, base?: string): URL | null
}
