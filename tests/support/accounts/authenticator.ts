// A passkey device in software: keeps P-256 keys and answers challenges as a browser reports them (WebAuthn Level 3).
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../../src/features/accounts/contract.ts'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer) => data.toString('base64url')

/** CBOR (RFC 8949) of the few types that an attestation is made of. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...entries])
}

export interface AuthenticatorOptions {
  /** The page that asks; its host is the RP's id. */
  origin?: string
  /** False for a device that only noticed a touch. */
  verifiesUser?: boolean
}

interface Credential {
  id: Buffer
  privateKey: KeyObject
  publicKey: KeyObject
  counter: number
}

/** One device with one passkey, once `create` was called. */
export class Authenticator {
  readonly #origin: string
  readonly #verifiesUser: boolean
  #credential: Credential | undefined

  constructor({ origin = 'http://localhost:3000', verifiesUser = true }: AuthenticatorOptions = {}) {
    this.#origin = origin
    this.#verifiesUser = verifiesUser
  }

  /** The challenge's purpose as the browser reports it. */
  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  #authenticatorData({ counter }: Credential, attested: Buffer | null): Buffer {
    const flags = USER_PRESENT | (this.#verifiesUser ? USER_VERIFIED : 0) | (attested ? HAS_CREDENTIAL : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const rpIdHash = sha256(new URL(this.#origin).hostname)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  /** Holds the same passkey as another device. */
  takeKeyOf(other: Authenticator): void {
    this.#credential = other.#credential
  }

  create({ challenge }: Pick<PasskeyCreationOptions, 'challenge'>): PasskeyAttestation {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credential = { ...keys, id: randomBytes(16), counter: 1 }
    this.#credential = credential
    const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' })
    const coordinate = (text: string) => Buffer.from(text, 'base64url')
    // EC2, ES256, P-256.
    const coseKey = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]),
    )
    const idLength = Buffer.from([0, credential.id.length])
    const attested = Buffer.concat([Buffer.alloc(16), idLength, credential.id, coseKey])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#authenticatorData(credential, attested)],
    ])
    return {
      id: base64url(credential.id),
      rawId: base64url(credential.id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  answer({ challenge }: Pick<PasskeyRequestOptions, 'challenge'>): PasskeyAssertion {
    const credential = this.#credential
    if (!credential) throw new Error('this device has no passkey')
    credential.counter += 1
    const clientData = this.#clientData('webauthn.get', challenge)
    const data = this.#authenticatorData(credential, null)
    return {
      id: base64url(credential.id),
      rawId: base64url(credential.id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientData)]), credential.privateKey)),
      },
      clientExtensionResults: {},
    }
  }
}
