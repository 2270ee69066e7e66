import { accessSync, constants, statSync } from 'node:fs'
import type { ConfigProblem } from './config-error.ts'
import { CONFIG_TABLE } from './variables.ts'

const KNOWN_VARIABLES = new Set(CONFIG_TABLE.map((configRow) => configRow.name))
const MAIL_ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/
const NAMED_ADDRESS = /^[^<>\r\n]*<([^<>]+)>$/

/**
 * Reads variables and collects what is wrong with them instead of stopping at the first. An empty value counts as
 * unset. Every method returns a usable value even after a problem, because nothing is used once `problems` is not empty.
 */
export class EnvReader {
  readonly problems: ConfigProblem[] = []
  readonly #env: Record<string, string | undefined>

  constructor(environment: Record<string, string | undefined>) {
    this.#env = environment
  }

  reject(variableName: string, problem: string, accepted: string): void {
    if (this.problems.some((knownProblem) => knownProblem.name === variableName && knownProblem.problem === problem))
      return
    this.problems.push({ name: variableName, problem, accepted })
  }

  text(variableName: string): string | null {
    if (!KNOWN_VARIABLES.has(variableName)) throw new Error(`${variableName} is not in CONFIG_TABLE`)
    const variableText = this.#env[variableName]?.trim()
    return variableText ? variableText : null
  }

  /** A value that must be there because of `because` ("with BILLING=polar"). */
  required(variableName: string, requirement: string, accepted = 'any text.'): string {
    const variableText = this.text(variableName)
    if (variableText === null) this.reject(variableName, `is missing; it is required ${requirement}.`, accepted)
    return variableText ?? ''
  }

  choice<const T extends string>(variableName: string, allowedChoices: readonly T[], fallback: T): T {
    const variableText = this.text(variableName)
    if (variableText === null) return fallback
    const foundChoice = allowedChoices.find((choice) => choice === variableText.toLowerCase())
    if (foundChoice === undefined)
      this.reject(variableName, `"${variableText}" is not one of its values.`, `${allowedChoices.join(', ')}.`)
    return foundChoice ?? fallback
  }

  flag(variableName: string, fallback: boolean): boolean {
    return this.choice(variableName, ['on', 'off'], fallback ? 'on' : 'off') === 'on'
  }

  integer<T extends number | null>(
    variableName: string,
    allowedRange: { min: number; max: number; fallback: T },
  ): number | T {
    const variableText = this.text(variableName)
    if (variableText === null) return allowedRange.fallback
    const parsedNumber = /^\d{1,9}$/.test(variableText) ? Number(variableText) : Number.NaN
    if (parsedNumber >= allowedRange.min && parsedNumber <= allowedRange.max) return parsedNumber
    this.reject(
      variableName,
      `"${variableText}" is not in its range.`,
      `a whole number from ${allowedRange.min} to ${allowedRange.max}.`,
    )
    return allowedRange.fallback
  }

  /** A URL with one of the schemes and a host (PostgreSQL's may be a socket: `?host=/run/postgresql`). The value is not repeated in the error: it may hold a password. */
  url(variableName: string, allowedSchemes: readonly string[], exampleAddress: string): URL | null {
    const variableText = this.text(variableName)
    if (variableText === null) return null
    const parsedUrl = URL.canParse(variableText) ? new URL(variableText) : null
    if (
      parsedUrl !== null &&
      allowedSchemes.includes(parsedUrl.protocol.slice(0, -1)) &&
      (parsedUrl.hostname !== '' || parsedUrl.searchParams.has('host'))
    )
      return parsedUrl
    this.reject(
      variableName,
      'is not a usable address.',
      `${allowedSchemes.map((urlScheme) => `${urlScheme}://`).join(' or ')}, e.g. ${exampleAddress}.`,
    )
    return null
  }

  /** The address of an HTTP API, without a slash at its end. */
  apiUrl(variableName: string, fallback: string): string
  apiUrl(variableName: string, fallback: null): string | null
  apiUrl(variableName: string, fallback: string | null): string | null {
    const parsedUrl = this.url(variableName, ['http', 'https'], 'https://api.example.com')
    if (parsedUrl === null) return fallback
    // Requests to such an address are refused by the platform, with the password in the error.
    if (parsedUrl.username || parsedUrl.password)
      this.reject(variableName, 'holds a user name or a password.', 'an address without them.')
    return parsedUrl.href.replace(/\/+$/, '')
  }

  list(variableName: string): string[] {
    return (this.text(variableName) ?? '')
      .split(',')
      .map((listItem) => listItem.trim())
      .filter((listItem) => listItem !== '')
  }

  /** The path of a program that this process may run. */
  program(variableName: string): string | null {
    const variableText = this.text(variableName)
    if (variableText === null) return null
    try {
      if (!statSync(variableText).isFile()) throw new Error('it is no file')
      accessSync(variableText, constants.X_OK)
    } catch {
      this.reject(
        variableName,
        `"${variableText}" is not an executable program.`,
        'the path of one, e.g. /usr/bin/chromium.',
      )
    }
    return variableText
  }

  /** A mail address; with `named`, also `Name <address>`. */
  mailAddress(variableName: string, addressOptions: { named?: boolean } = {}): string | null {
    const variableText = this.text(variableName)
    if (variableText === null) return null
    const mailAddress = addressOptions.named ? (NAMED_ADDRESS.exec(variableText)?.[1] ?? variableText) : variableText
    if (!MAIL_ADDRESS.test(mailAddress)) {
      this.reject(
        variableName,
        'is not a mail address.',
        addressOptions.named ? 'name@example.com or Name <name@example.com>.' : 'name@example.com.',
      )
    }
    return variableText
  }
}
