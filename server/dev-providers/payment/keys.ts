import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the embedded provider and its one merchant, the school's backend, have agreed on. */
export interface PayKeys {
  /** The merchant signs its calls, the provider its answers and notifications; PEM. */
  readonly merchant: { readonly privateKey: string; readonly publicKey: string }
  readonly provider: { readonly privateKey: string; readonly publicKey: string }
  /** Seals the addresses of the cashier. */
  readonly cashierKey: string
  /** Opens the provider's control. */
  readonly controlToken: string
}

/** The folder of the embedded provider in the data folder. */
export function payFolder(dataDir: string): string {
  return join(dataDir, 'pay-provider')
}

/** Where the keys lie. */
export function payKeysFile(dataDir: string): string {
  return join(payFolder(dataDir), 'keys.json')
}

/** New keys; takes a moment. */
export function makePayKeys(): PayKeys {
  const pair = () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
  return {
    merchant: pair(),
    provider: pair(),
    cashierKey: randomBytes(32).toString('hex'),
    controlToken: randomBytes(24).toString('base64url'),
  }
}

/** The keys as they were made; throws when there are none yet. */
export function readPayKeys(dataDir: string): PayKeys {
  return JSON.parse(readFileSync(payKeysFile(dataDir), 'utf8')) as PayKeys
}

/** The keys, made at the first start. */
export function openPayKeys(dataDir: string): PayKeys {
  try {
    return readPayKeys(dataDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(payFolder(dataDir), { recursive: true })
  const file = payKeysFile(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(makePayKeys()), { mode: 0o600 })
  try {
    // Whole or not at all, and the first one wins.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readPayKeys(dataDir)
}
