import { accessSync, constants, statSync } from 'node:fs'
import type { ConfigProblem } from './config-error.ts'
import { CONFIG_TABLE } from './variables.ts'

const KNOWN = new Set(CONFIG_TABLE.map((row) => row.name))
const MAIL_ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/
const NAMED_ADDRESS = /^[^<>\r\n]*<([^<>]+)>$/

/**
 * Reads variables and collects what is wrong with them instead of stopping at the first. An empty value counts as
 * unset. Every method returns a usable value even after a problem, because nothing is used once `problems` is not empty.
 */
export class EnvReader {
  readonly problems: ConfigProblem[] = []
  readonly #env: Record<string, string | undefined>

  constructor(env: Record<string, string | undefined>) {
    this.#env = env
  }

  reject(name: string, problem: string, accepted: string): void {
    if (this.problems.some((known) => known.name === name && known.problem === problem)) return
    this.problems.push({ name, problem, accepted })
  }

  text(name: string): string | null {
    if (!KNOWN.has(name)) throw new Error(`${name} is not in CONFIG_TABLE`)
    const value = this.#env[name]?.trim()
    return value ? value : null
  }

  /** A value that must be there because of `because` ("with BILLING=polar"). */
  required(name: string, because: string, accepted = 'any text.'): string {
    const value = this.text(name)
    if (value === null) this.reject(name, `is missing; it is required ${because}.`, accepted)
    return value ?? ''
  }

  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.text(name)
    if (value === null) return fallback
    const found = choices.find((choice) => choice === value.toLowerCase())
    if (found === undefined) this.reject(name, `"${value}" is not one of its values.`, `${choices.join(', ')}.`)
    return found ?? fallback
  }

  flag(name: string, fallback: boolean): boolean {
    return this.choice(name, ['on', 'off'], fallback ? 'on' : 'off') === 'on'
  }

  integer<T extends number | null>(name: string, range: { min: number; max: number; fallback: T }): number | T {
    const value = this.text(name)
    if (value === null) return range.fallback
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= range.min && number <= range.max) return number
    this.reject(name, `"${value}" is not in its range.`, `a whole number from ${range.min} to ${range.max}.`)
    return range.fallback
  }

  /** A URL with one of the schemes and a host (PostgreSQL's may be a socket: `?host=/run/postgresql`). The value is not repeated in the error: it may hold a password. */
  url(name: string, schemes: readonly string[], example: string): URL | null {
    const value = this.text(name)
    if (value === null) return null
    const url = URL.canParse(value) ? new URL(value) : null
    if (
      url !== null &&
      schemes.includes(url.protocol.slice(0, -1)) &&
      (url.hostname !== '' || url.searchParams.has('host'))
    )
      return url
    this.reject(name, 'is not a usable address.', `${schemes.map((s) => `${s}://`).join(' or ')}, e.g. ${example}.`)
    return null
  }

  /** The address of an HTTP API, without a slash at its end. */
  apiUrl(name: string, fallback: string): string
  apiUrl(name: string, fallback: null): string | null
  apiUrl(name: string, fallback: string | null): string | null {
    const url = this.url(name, ['http', 'https'], 'https://api.example.com')
    if (url === null) return fallback
    // Requests to such an address are refused by the platform, with the password in the error.
    if (url.username || url.password) this.reject(name, 'holds a user name or a password.', 'an address without them.')
    return url.href.replace(/\/+$/, '')
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  }

  /** The path of a program that this process may run. */
  program(name: string): string | null {
    const value = this.text(name)
    if (value === null) return null
    try {
      if (!statSync(value).isFile()) throw new Error('it is no file')
      accessSync(value, constants.X_OK)
    } catch {
      this.reject(name, `"${value}" is not an executable program.`, 'the path of one, e.g. /usr/bin/chromium.')
    }
    return value
  }

  /** A mail address; with `named`, also `Name <address>`. */
  mailAddress(name: string, options: { named?: boolean } = {}): string | null {
    const value = this.text(name)
    if (value === null) return null
    const address = options.named ? (NAMED_ADDRESS.exec(value)?.[1] ?? value) : value
    if (!MAIL_ADDRESS.test(address)) {
      this.reject(
        name,
        'is not a mail address.',
        options.named ? 'name@example.com or Name <name@example.com>.' : 'name@example.com.',
      )
    }
    return value
  }
}
