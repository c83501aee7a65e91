import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePayKeys, type PayKeys, payFolder, payKeysFile } from '#server/dev-providers/payment/keys.ts'
import { createPayProvider } from '#server/dev-providers/payment/pay-provider.ts'
import { payNotifyPath } from '#shared/contract/pay-notify.ts'
import { endServer, listenLow } from './test-server.ts'

/** Making keys takes a while: one set a process. */
let keysOfAll: PayKeys | undefined

/** What the provider's control answers. */
export interface ControlState {
  readonly mode: string
  readonly refundsOpen: number
  readonly notices: readonly { notifyId: string; outTradeNo: string; tries: number; isRead: boolean }[]
  /** How many of the sendings just made were answered by 'success'. */
  readonly read?: number
}

export interface TestPayProvider {
  readonly url: string
  readonly keys: PayKeys
  /** A data folder with its keys: the backend's, too. */
  readonly dataDir: string
  /** Where notifications go from now on. */
  notify(base: string, host?: string): void
  control(command?: object): Promise<ControlState>
  /** Ends it; the same address again with what it had written down. */
  stop(): Promise<void>
  restart(): Promise<void>
  /** Ends it for good. */
  close(): Promise<void>
}

/** A data folder that holds the keys of both sides. */
export function makePayFolder(): { dataDir: string; keys: PayKeys } {
  keysOfAll ??= makePayKeys()
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-pay-'))
  sharePayKeys(keysOfAll, dataDir)
  return { dataDir, keys: keysOfAll }
}

/** Gives the keys of a provider to a backend with another data folder. */
export function sharePayKeys(keys: PayKeys, dataDir: string): void {
  mkdirSync(payFolder(dataDir), { recursive: true })
  writeFileSync(payKeysFile(dataDir), JSON.stringify(keys))
}

/** The embedded payment provider on a port of its own, with the test's clock. */
export async function startPayProvider(now: () => number): Promise<TestPayProvider> {
  const { dataDir, keys } = makePayFolder()
  const target = { url: 'http://127.0.0.1:9/', host: undefined as string | undefined }
  const open = () => createPayProvider({ keys, folder: payFolder(dataDir), target, siteName: '学园', now })
  let provider = open()
  const { server, base } = await listenLow((req, res) => provider.app(req, res))
  const stop = async (): Promise<void> => {
    await endServer(server)
    await provider.close()
  }
  return {
    url: base,
    keys,
    dataDir,
    notify(siteBase, host) {
      target.url = `${siteBase}${payNotifyPath('embedded')}`
      target.host = host
    },
    async control(command) {
      const headers = { authorization: `Bearer ${keys.controlToken}`, 'content-type': 'application/json' }
      const answer = await fetch(
        `${base}/control`,
        command ? { method: 'POST', headers, body: JSON.stringify(command) } : { headers },
      )
      if (answer.status !== 200) throw new Error(`The control answered ${answer.status}.`)
      return (await answer.json()) as ControlState
    },
    stop,
    async restart() {
      provider = open()
      server.listen(Number(new URL(base).port), '127.0.0.1')
      await once(server, 'listening')
    },
    async close() {
      if (server.listening) await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The cashier's page as text, at the provider itself. */
export async function readCashier(url: string, address: string): Promise<string> {
  const { pathname, search } = new URL(address)
  return (await fetch(`${url}${pathname}${search}`)).text()
}

/** Presses a button of the cashier, and reads the page that follows. */
export async function pressCashier(url: string, address: string, answer: 'pay' | 'abandon'): Promise<string> {
  const { pathname, search } = new URL(address)
  const response = await fetch(`${url}${pathname}${search}`, {
    method: 'POST',
    body: new URLSearchParams({ answer }),
    redirect: 'follow',
  })
  return response.text()
}
