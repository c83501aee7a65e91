import * as z from 'zod/mini'
import { setting, type Values } from './setting.ts'

/** `name=content` pairs, separated by commas: names and contents as search engines give them out. */
const pairs = /^[\w.:-]+=[\w.=+/-]+(,[\w.:-]+=[\w.=+/-]+)*$/
const httpUrl = (byDefault: string) =>
  z._default(z.string().check(z.regex(/^https?:\/\/\S+$/, 'must begin with http:// or https://')), byDefault)

/** Variables by which the site is shown to search engines; all of them may stay unset. */
export const searchEngineSettings = {
  SITE_VERIFICATION: setting(
    z.optional(
      z
        .string()
        .check(
          z.regex(pairs, 'must be name=content pairs with commas between, such as baidu-site-verification=codeva-x1'),
        ),
    ),
    '`name=content` pairs with commas between, shown as `meta` elements of the home page: `baidu-site-verification=…`, `google-site-verification=…`, `msvalidate.01=…`, `360-site-verification=…`, `sogou_site_verification=…`, `shenma-site-verification=…`',
  ),
  INDEXNOW_KEY: setting(
    z.optional(z.string().check(z.regex(/^[a-zA-Z\d-]{8,128}$/, 'must have 8 to 128 letters, digits and hyphens'))),
    "tells IndexNow within minutes of pages that appear, change or go, and serves the key's file at `/{key}.txt`; not on pre-release sites",
  ),
  INDEXNOW_URL: setting(httpUrl('https://api.indexnow.org/indexnow'), 'where IndexNow is told'),
  BAIDU_PUSH_TOKEN: setting(
    z.optional(z.string().check(z.regex(/^[\w-]{1,128}$/, 'must be the token as Baidu gives it out'))),
    'tells Baidu of pages that appear or change; its site is `ORIGIN`. Pages that are gone Baidu finds by their 410',
  ),
  BAIDU_PUSH_URL: setting(httpUrl('http://data.zz.baidu.com/urls'), 'where Baidu is told'),
}

export interface SearchEngineConfig {
  /** `meta` elements of the home page by which search engines know whose site it is. */
  readonly verification: readonly { readonly name: string; readonly content: string }[]
  /** Told of changed pages; undefined: not. */
  readonly indexNow: { readonly key: string; readonly url: string } | undefined
  readonly baidu: { readonly token: string; readonly url: string } | undefined
}

type Raw = Values<typeof searchEngineSettings>

/** Reads the checked variables; `isIndexable` is false on sites that crawlers may not enter: they tell nobody. */
export function readSearchEngineConfig(raw: Raw, isIndexable: boolean): SearchEngineConfig {
  const { INDEXNOW_KEY: key, BAIDU_PUSH_TOKEN: token } = raw
  return {
    verification: (raw.SITE_VERIFICATION?.split(',') ?? []).map((pair) => {
      const [name = '', ...content] = pair.split('=')
      return { name, content: content.join('=') }
    }),
    indexNow: key && isIndexable ? { key, url: raw.INDEXNOW_URL } : undefined,
    baidu: token && isIndexable ? { token, url: raw.BAIDU_PUSH_URL } : undefined,
  }
}
