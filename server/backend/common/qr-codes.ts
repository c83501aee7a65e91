import { renderSVG } from 'uqr'
import type { AppConfig } from '#shared/contract/common.ts'
import type { Config } from '#server/config.ts'

const known = new WeakMap<Config, AppConfig['qrCodes']>()

/** The footer's QR codes: the configured pictures, else codes of the site's own address as SVG. */
export function qrCodes(config: Config): AppConfig['qrCodes'] {
  let codes = known.get(config)
  if (!codes) {
    const { qr } = config.brand
    const draw = (path: string): string => renderSVG(`${config.origin}${path}`, { border: 1 })
    codes = [
      { kind: 'mini', name: '小程序', img: qr.mini || draw('/?from=mini') },
      { kind: 'app', name: '下载 App', img: qr.app || draw('/?from=app') },
      { kind: 'h5', name: '手机网页', img: qr.h5 || draw('/') },
    ]
    known.set(config, codes)
  }
  return codes
}
