import type { Config } from '#server/config/config.ts'
import type { AppConfig } from '#shared/contract/common.ts'

/** The footer's QR codes: the configured pictures, else the site's own (`/media/qr/…`). */
export function qrCodes(config: Config): AppConfig['qrCodes'] {
  const { qr } = config.brand
  return [
    { kind: 'mini', name: '小程序', img: qr.mini || '/media/qr/mini.svg' },
    { kind: 'app', name: '下载 App', img: qr.app || '/media/qr/app.svg' },
    { kind: 'h5', name: '手机网页', img: qr.h5 || '/media/qr/h5.svg' },
  ]
}
