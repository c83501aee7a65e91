import { type ReactNode, useEffect, useState } from 'react'
import css from './pay-panel.module.css'

/** A text as a QR code; the encoder comes when the first code is shown. */
export function QrPicture({ text, label }: { text: string; label: string }): ReactNode {
  const [svg, setSvg] = useState<string>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    import('uqr').then(
      ({ renderSVG }) => current && setSvg(renderSVG(text, { border: 2 })),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [text])
  if (failed) return <p className={css.qr}>二维码没有加载出来，请刷新这一页</p>
  if (svg === undefined) return <span className={css.qr} role="status" aria-label="二维码加载中" />
  return <span className={css.qr} role="img" aria-label={label} dangerouslySetInnerHTML={{ __html: svg }} />
}
