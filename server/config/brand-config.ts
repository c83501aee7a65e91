import * as z from 'zod/mini'
import { readWeek } from '#shared/rules/service-hours.ts'
import { setting, text, type Values } from './setting.ts'

const hoursForm = z.refine(
  (value) => typeof value === 'string' && readWeek(value) !== undefined,
  'must be like 周一至周六 13:00-22:00, several with ； between',
)

export const brandSettings = {
  BRAND_NAME: setting(text('学园'), 'name of the school: titles, header, texts'),
  BRAND_SLOGAN: setting(text('一所教手艺的网上学校。'), 'line under the name in the footer'),
  SERVICE_PHONE: setting(text('020-29075715'), 'service phone'),
  SERVICE_HOURS: setting(
    z._default(z.string().check(hoursForm), '周一至周六 13:00-22:00'),
    'its hours, until staff have edited them',
  ),
  FILINGS: setting(
    text('沪ICP备 00000000 号|https://beian.miit.gov.cn/;沪公网安备 00000000000000 号|https://beian.mps.gov.cn/'),
    'filing texts, `text|link` separated by `;`',
    'placeholders',
  ),
  QR_MINI: setting(text(''), 'picture address of the QR code of the mini programme', "codes of the site's address"),
  QR_APP: setting(text(''), 'picture address of the QR code of the app', "codes of the site's address"),
  QR_H5: setting(text(''), 'picture address of the QR code of the mobile site', "codes of the site's address"),
}

/** How the school calls and shows itself. */
export interface BrandConfig {
  readonly name: string
  readonly slogan: string
  readonly servicePhone: string
  readonly serviceHours: string
  readonly filings: readonly { text: string; url: string }[]
  readonly qr: { readonly mini: string; readonly app: string; readonly h5: string }
}

/** `label|address` pairs with semicolons between. */
function readFilings(value: string): { text: string; url: string }[] {
  return value
    .split(';')
    .filter(Boolean)
    .map((filing) => {
      const [label = '', link = ''] = filing.split('|')
      return { text: label.trim(), url: link.trim() }
    })
}

export function readBrandConfig(raw: Values<typeof brandSettings>): BrandConfig {
  return {
    name: raw.BRAND_NAME,
    slogan: raw.BRAND_SLOGAN,
    servicePhone: raw.SERVICE_PHONE,
    serviceHours: raw.SERVICE_HOURS,
    filings: readFilings(raw.FILINGS),
    qr: { mini: raw.QR_MINI, app: raw.QR_APP, h5: raw.QR_H5 },
  }
}
