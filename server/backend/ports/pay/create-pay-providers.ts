import type { Clock } from '#server/backend/base/parts.ts'
import type { Config } from '#server/config/config.ts'
import { type PayProviderName, payNotifyPath } from '#shared/contract/pay-notify.ts'
import { createAlipay } from './alipay.ts'
import { createEmbeddedPay } from './embedded-pay.ts'
import type { PayProvider, PayProviders } from './pay-provider.ts'
import { createWechatPay } from './wechat-pay.ts'

/** Providers by name and by the ways to pay that they serve. */
function listOf(all: readonly PayProvider[], forType: PayProviders['forType']): PayProviders {
  return { all, forType, byName: (name) => all.find((provider) => provider.name === name) }
}

/** The providers that the configuration names: the real ones whose keys are set, or the one that comes along for every way to pay. */
export function createPayProviders(
  { pay, dataDir, origin }: Pick<Config, 'pay' | 'dataDir' | 'origin'>,
  clock: Clock,
): PayProviders {
  const notifyUrl = (name: PayProviderName): string => `${origin}${payNotifyPath(name)}`
  if (pay.kind === 'embedded' && pay.embeddedUrl !== undefined) {
    const embedded = createEmbeddedPay({ url: pay.embeddedUrl, dataDir, origin, clock })
    return listOf([embedded], () => embedded)
  }
  if (pay.kind !== 'real') return listOf([], () => undefined)
  const wechat = pay.wechat && createWechatPay({ config: pay.wechat, notifyUrl: notifyUrl('wechat'), clock })
  const alipay = pay.alipay && createAlipay({ config: pay.alipay, notifyUrl: notifyUrl('alipay'), clock })
  return listOf(
    [wechat, alipay].filter((provider) => provider !== undefined),
    (type) => ({ wechat, alipay })[type],
  )
}
