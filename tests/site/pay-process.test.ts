import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askPaymentsJob } from '#server/backend/order/payment/ask-job.ts'
import { openPayKeys } from '#server/dev-providers/payment/keys.ts'
import { findFreePort } from '#server/process/free-port.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { signUpFor } from '../support/order-steps.ts'
import { pressCashier, readCashier } from '../support/pay-provider.ts'
import { type School, startSchool } from '../support/test-site.ts'

let school: School
let url: string
let child: ChildProcess | undefined

/** The provider's own process, as the primary starts it. */
async function startProcess(): Promise<void> {
  const { dataDir } = school.backend.context.config
  child = spawn(process.execPath, [resolve('server/dev-providers/payment/index.ts')], {
    env: {
      PATH: process.env.PATH,
      SITE_ENV: 'test',
      DATA_DIR: dataDir,
      PAY_EMBEDDED_URL: url,
      PAY_WAIT_MS: '10000',
      ORIGIN: 'http://school.test',
      PORT: new URL(school.site.base).port,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [message] = await once(child, 'message')
  expect(message).toEqual({ type: 'ready' })
}

async function kill(): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

beforeAll(async () => {
  url = `http://127.0.0.1:${await findFreePort()}`
  school = await startSchool({ PAY_EMBEDDED_URL: url })
  // its clock is the machine's
  school.backend.clock.set(Date.now())
  await startProcess()
})
afterAll(async () => {
  await kill()
  await school?.close()
})

async function openPayment(): Promise<{ address: string; status(): Promise<number> }> {
  const learner = await registerLearner(school.backend)
  const api = school.backend.as(learner.cookie)
  const orderNo = await signUpFor(
    school.backend,
    learner.cookie,
    await buildProduct(school.backend.database, { priceFen: 19_900 }),
  )
  await api.call('POST /api/order/check/check-agreement', { orderNo })
  const [payment] = await api.call('GET /api/pay/get-payment-list', { orderNo })
  return {
    address: payment?.qrCode ?? '',
    status: async () => (await api.call('GET /api/pay/status', { orderNo })).status,
  }
}

test('a payment in the provider’s process pays the order', async () => {
  const { address, status } = await openPayment()
  expect(await pressCashier(url, address, 'pay')).toContain('支付成功')
  await vi.waitFor(async () => expect(await status()).toBe(OrderStatus.allPaid), { timeout: 15_000 })
})

test('a payment survives the process’s death, found by asking', async () => {
  const { controlToken } = openPayKeys(school.backend.context.config.dataDir)
  const lose = await fetch(`${url}/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'lose' }),
  })
  expect(lose.status).toBe(200)
  const [paid, open] = [await openPayment(), await openPayment()]
  expect(await pressCashier(url, paid.address, 'pay')).toContain('支付成功')
  await kill()
  // started again, it may tell anew by itself
  expect(await paid.status()).toBe(OrderStatus.waitPayment)
  await startProcess()
  expect(await readCashier(url, paid.address)).toContain('支付成功')
  expect(await readCashier(url, open.address)).toContain('确认支付')
  school.backend.clock.set(school.backend.clock.now() + 31_000)
  await askPaymentsJob.run(school.backend.context)
  expect([await paid.status(), await open.status()]).toEqual([OrderStatus.allPaid, OrderStatus.waitPayment])
  expect(await pressCashier(url, open.address, 'pay')).toContain('支付成功')
  await vi.waitFor(async () => expect(await open.status()).toBe(OrderStatus.allPaid), { timeout: 15_000 })
})

test('the process refuses to start unchosen, in one sentence', async () => {
  const refused = spawn(process.execPath, [resolve('server/dev-providers/payment/index.ts')], {
    env: { PATH: process.env.PATH, SITE_ENV: 'test', PAY_PROVIDER: 'none', PAY_EMBEDDED_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  refused.stderr.setEncoding('utf8').on('data', (part: string) => {
    said += part
  })
  const [code] = await once(refused, 'exit')
  expect([code, said.trim()]).toEqual([
    1,
    'The embedded payment provider only serves PAY_PROVIDER=embedded in development and test.',
  ])
})
