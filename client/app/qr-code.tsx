import type { ReactNode } from 'react'
import type { CommonData } from '#client/features/common/common-data.ts'
import css from './footer.module.css'

/** A QR code on chalk, given as SVG markup by our own configuration or as the address of a picture. */
export function QrCode({ code }: { code: CommonData['config']['qrCodes'][number] }): ReactNode {
  const label = `${code.name}二维码`
  if (code.img.startsWith('<svg'))
    return <span className={css.code} role="img" aria-label={label} dangerouslySetInnerHTML={{ __html: code.img }} />
  return <img className={css.code} src={code.img} alt={label} width="84" height="84" loading="lazy" decoding="async" />
}
